package io.millrace.streams.internal.store;

import java.util.Arrays;

import io.millrace.streams.internal.store.TreeNode.Branch;
import io.millrace.streams.internal.store.TreeNode.Leaf;
import org.jspecify.annotations.Nullable;

/**
 * An ordered map of bytes that never changes: a B+ tree whose nodes are shared between
 * one version and the next. {@link InMemoryStateEngine} holds one for each store, edits
 * it in batches and publishes the outcome, so readers need no lock and a cursor is a
 * snapshot for nothing. Keys are ordered byte by byte, unsigned.
 */
final class PersistentTree {

	private static final int MIN = TreeNode.MAX / 4;

	private static final Object NOBODY = new Object();

	static final PersistentTree EMPTY = new PersistentTree(new Leaf(NOBODY), 0, 0);

	private final TreeNode root;

	private final int depth;

	private final long size;

	private PersistentTree(TreeNode root, int depth, long size) {
		this.root = root;
		this.depth = depth;
		this.size = size;
	}

	long size() {
		return this.size;
	}

	/**
	 * How many levels of branches stand above the leaves.
	 */
	int depth() {
		return this.depth;
	}

	byte @Nullable [] get(byte[] key) {
		TreeNode node = this.root;
		while (node instanceof Branch branch) {
			node = branch.children[branch.childIndex(key)];
		}
		int index = node.search(key);
		return (index >= 0) ? ((Leaf) node).values[index] : null;
	}

	EngineCursor scan(byte @Nullable [] from, byte @Nullable [] to, boolean reverse) {
		return reverse ? new TreeCursor.Backward(this.root, this.depth, from, to)
				: new TreeCursor.Forward(this.root, this.depth, from, to);
	}

	/**
	 * As before, with a cursor of the same direction that may serve again.
	 */
	EngineCursor scan(byte @Nullable [] from, byte @Nullable [] to, boolean reverse, @Nullable EngineCursor again) {
		if (again instanceof TreeCursor cursor && cursor.reverse() == reverse
				&& cursor.start(this.root, this.depth, from, to)) {
			return cursor;
		}
		return scan(from, to, reverse);
	}

	/**
	 * Starts a new version.
	 * @return an editor, to be used by one thread
	 */
	Editor edit() {
		return new Editor(this);
	}

	/**
	 * Makes a new version. Each node of the old one is copied at most once; nodes that
	 * this editor made itself are changed in place, which nobody can see until
	 * {@link #done()} hands them out.
	 */
	static final class Editor {

		private final Object owner = new Object();

		private TreeNode root;

		private int depth;

		private long size;

		private @Nullable TreeNode split;

		private byte @Nullable [] splitKey;

		private Editor(PersistentTree tree) {
			this.root = tree.root;
			this.depth = tree.depth;
			this.size = tree.size;
		}

		PersistentTree done() {
			return new PersistentTree(this.root, this.depth, this.size);
		}

		void put(byte[] key, byte[] value) {
			TreeNode left = put(this.root, key, value);
			TreeNode right = this.split;
			byte[] separator = this.splitKey;
			if (right != null && separator != null) {
				Branch top = new Branch(this.owner);
				top.insert(0, separator, left);
				top.insert(1, separator, right);
				this.split = null;
				this.root = top;
				this.depth++;
			}
			else {
				this.root = left;
			}
		}

		private TreeNode put(TreeNode node, byte[] key, byte[] value) {
			return (node instanceof Branch branch) ? putBelow(branch, key, value) : putInto((Leaf) node, key, value);
		}

		private TreeNode putInto(Leaf node, byte[] key, byte[] value) {
			int index = node.search(key);
			Leaf leaf = node.owned(this.owner);
			if (index >= 0) {
				leaf.values[index] = value;
				return leaf;
			}
			int place = -index - 1;
			this.size++;
			if (leaf.count < TreeNode.MAX) {
				leaf.insert(place, key, value);
				return leaf;
			}
			Leaf right = new Leaf(this.owner);
			// Keys that come in order leave full leaves behind.
			int kept = (place == TreeNode.MAX) ? TreeNode.MAX : TreeNode.MAX / 2;
			leaf.moveTail(kept, right);
			if (place <= kept && kept < TreeNode.MAX) {
				leaf.insert(place, key, value);
			}
			else {
				right.insert(place - kept, key, value);
			}
			this.split = right;
			this.splitKey = right.keys[0];
			return leaf;
		}

		private TreeNode putBelow(Branch node, byte[] key, byte[] value) {
			int index = node.childIndex(key);
			TreeNode child = put(node.children[index], key, value);
			TreeNode added = this.split;
			byte[] separator = this.splitKey;
			if (added == null || separator == null) {
				if (child == node.children[index]) {
					return node;
				}
				Branch branch = node.owned(this.owner);
				branch.children[index] = child;
				return branch;
			}
			this.split = null;
			Branch branch = node.owned(this.owner);
			branch.children[index] = child;
			int place = index + 1;
			if (branch.count < TreeNode.MAX) {
				branch.insert(place, separator, added);
				return branch;
			}
			Branch right = new Branch(this.owner);
			int kept = (place == TreeNode.MAX) ? TreeNode.MAX : TreeNode.MAX / 2;
			branch.moveTail(kept, right);
			if (place <= kept && kept < TreeNode.MAX) {
				branch.insert(place, separator, added);
			}
			else {
				right.insert(place - kept, separator, added);
			}
			this.split = right;
			this.splitKey = right.keys[0];
			return branch;
		}

		void remove(byte[] key) {
			this.root = remove(this.root, key);
			lower();
		}

		/**
		 * Takes branches off the top that lead one way only.
		 */
		private void lower() {
			while (this.root instanceof Branch branch && branch.count <= 1) {
				if (branch.count == 0) {
					this.root = new Leaf(this.owner);
					this.depth = 0;
				}
				else {
					this.root = branch.children[0];
					this.depth--;
				}
			}
		}

		/**
		 * Removes all keys from one, inclusive, to another, exclusive. Whole branches
		 * within the range are cut off.
		 */
		void removeRange(byte[] from, byte[] to) {
			if (Arrays.compareUnsigned(from, to) < 0) {
				this.root = removeRange(this.root, from, to);
				lower();
			}
		}

		private TreeNode removeRange(TreeNode node, byte[] from, byte[] to) {
			return (node instanceof Branch branch) ? removeRangeBelow(branch, from, to)
					: removeRangeIn((Leaf) node, from, to);
		}

		private TreeNode removeRangeIn(Leaf node, byte[] from, byte[] to) {
			int first = place(node, from);
			int last = place(node, to);
			if (first == last) {
				return node;
			}
			Leaf leaf = node.owned(this.owner);
			leaf.delete(first, last);
			this.size -= last - first;
			return leaf;
		}

		private TreeNode removeRangeBelow(Branch node, byte[] from, byte[] to) {
			int first = node.childIndex(from);
			int last = node.childIndex(to);
			long before = this.size;
			TreeNode left = removeRange(node.children[first], from, to);
			TreeNode right = (last > first) ? removeRange(node.children[last], from, to) : left;
			for (int i = first + 1; i < last; i++) {
				this.size -= entries(node.children[i]);
			}
			if (this.size == before) {
				return node;
			}
			Branch branch = node.owned(this.owner);
			branch.children[first] = left;
			branch.children[last] = right;
			if (last > first) {
				if (right.count == 0) {
					branch.delete(last);
				}
				for (int i = last - 1; i > first; i--) {
					branch.delete(i);
				}
			}
			if (left.count == 0) {
				branch.delete(first);
			}
			for (int i = Math.min(first, branch.count - 2); i >= Math.max(0, first - 1); i--) {
				if (branch.children[i].count < MIN || branch.children[i + 1].count < MIN) {
					merge(branch, i);
				}
			}
			return branch;
		}

		private static int place(Leaf leaf, byte[] key) {
			int index = leaf.search(key);
			return (index >= 0) ? index : -index - 1;
		}

		private static long entries(TreeNode node) {
			if (node instanceof Branch branch) {
				long sum = 0;
				for (int i = 0; i < branch.count; i++) {
					sum += entries(branch.children[i]);
				}
				return sum;
			}
			return node.count;
		}

		private TreeNode remove(TreeNode node, byte[] key) {
			if (node instanceof Branch branch) {
				return removeBelow(branch, key);
			}
			int index = node.search(key);
			if (index < 0) {
				return node;
			}
			Leaf leaf = ((Leaf) node).owned(this.owner);
			leaf.delete(index);
			this.size--;
			return leaf;
		}

		private TreeNode removeBelow(Branch node, byte[] key) {
			long before = this.size;
			int index = node.childIndex(key);
			TreeNode child = remove(node.children[index], key);
			if (this.size == before) {
				return node;
			}
			Branch branch = node.owned(this.owner);
			branch.children[index] = child;
			if (child.count == 0) {
				branch.delete(index);
			}
			else if (child.count < MIN) {
				if (index + 1 < branch.count) {
					merge(branch, index);
				}
				else if (index > 0) {
					merge(branch, index - 1);
				}
			}
			return branch;
		}

		/**
		 * Joins a child with its right neighbour, if that leaves room for more.
		 */
		private void merge(Branch branch, int index) {
			TreeNode left = branch.children[index];
			TreeNode right = branch.children[index + 1];
			if (left.count + right.count > TreeNode.MAX - MIN) {
				return;
			}
			byte[] separator = branch.keys[index + 1];
			branch.children[index] = left.append(this.owner, separator, right);
			branch.delete(index + 1);
		}

	}

}
