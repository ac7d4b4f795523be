package io.millrace.streams.internal.store;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * An ordered map of bytes that never changes: a B+ tree whose nodes are shared between
 * one version and the next. {@link InMemoryStateEngine} holds one for each store, edits
 * it in batches and publishes the outcome, so readers need no lock and a cursor is a
 * snapshot for nothing. Keys are ordered byte by byte, unsigned.
 */
final class PersistentTree {

	private static final int MAX = 32;

	private static final int MIN = MAX / 4;

	private static final Object NOBODY = new Object();

	static final PersistentTree EMPTY = new PersistentTree(new Leaf(NOBODY), 0, 0);

	private final Node root;

	private final int depth;

	private final long size;

	private PersistentTree(Node root, int depth, long size) {
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
		Node node = this.root;
		while (node instanceof Branch branch) {
			node = branch.children[branch.childIndex(key)];
		}
		int index = node.search(key);
		return (index >= 0) ? ((Leaf) node).values[index] : null;
	}

	EngineCursor scan(byte @Nullable [] from, byte @Nullable [] to, boolean reverse) {
		return reverse ? new BackwardCursor(this, from, to) : new ForwardCursor(this, from, to);
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

		private Node root;

		private int depth;

		private long size;

		private @Nullable Node split;

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
			Node left = put(this.root, key, value);
			Node right = this.split;
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

		private Node put(Node node, byte[] key, byte[] value) {
			return (node instanceof Branch branch) ? putBelow(branch, key, value) : putInto((Leaf) node, key, value);
		}

		private Node putInto(Leaf node, byte[] key, byte[] value) {
			int index = node.search(key);
			Leaf leaf = node.owned(this.owner);
			if (index >= 0) {
				leaf.values[index] = value;
				return leaf;
			}
			int place = -index - 1;
			this.size++;
			if (leaf.count < MAX) {
				leaf.insert(place, key, value);
				return leaf;
			}
			Leaf right = new Leaf(this.owner);
			// Keys that come in order leave full leaves behind.
			int kept = (place == MAX) ? MAX : MAX / 2;
			leaf.moveTail(kept, right);
			if (place <= kept && kept < MAX) {
				leaf.insert(place, key, value);
			}
			else {
				right.insert(place - kept, key, value);
			}
			this.split = right;
			this.splitKey = right.keys[0];
			return leaf;
		}

		private Node putBelow(Branch node, byte[] key, byte[] value) {
			int index = node.childIndex(key);
			Node child = put(node.children[index], key, value);
			Node added = this.split;
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
			if (branch.count < MAX) {
				branch.insert(place, separator, added);
				return branch;
			}
			Branch right = new Branch(this.owner);
			int kept = (place == MAX) ? MAX : MAX / 2;
			branch.moveTail(kept, right);
			if (place <= kept && kept < MAX) {
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

		private Node remove(Node node, byte[] key) {
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

		private Node removeBelow(Branch node, byte[] key) {
			long before = this.size;
			int index = node.childIndex(key);
			Node child = remove(node.children[index], key);
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
			Node left = branch.children[index];
			Node right = branch.children[index + 1];
			if (left.count + right.count > MAX - MIN) {
				return;
			}
			byte[] separator = branch.keys[index + 1];
			branch.children[index] = left.append(this.owner, separator, right);
			branch.delete(index + 1);
		}

	}

	private abstract static sealed class Node {

		final Object owner;

		final byte[][] keys = new byte[MAX][];

		int count;

		Node(Object owner) {
			this.owner = owner;
		}

		final int search(byte[] key) {
			int low = 0;
			int high = this.count - 1;
			while (low <= high) {
				int middle = (low + high) >>> 1;
				int order = Arrays.compareUnsigned(this.keys[middle], key);
				if (order == 0) {
					return middle;
				}
				if (order < 0) {
					low = middle + 1;
				}
				else {
					high = middle - 1;
				}
			}
			return -low - 1;
		}

		/**
		 * This node with the content of its right neighbour behind its own.
		 */
		abstract Node append(Object owner, byte[] separator, Node right);

	}

	private static final class Leaf extends Node {

		final byte[][] values = new byte[MAX][];

		Leaf(Object owner) {
			super(owner);
		}

		Leaf owned(Object owner) {
			if (this.owner == owner) {
				return this;
			}
			Leaf copy = new Leaf(owner);
			System.arraycopy(this.keys, 0, copy.keys, 0, this.count);
			System.arraycopy(this.values, 0, copy.values, 0, this.count);
			copy.count = this.count;
			return copy;
		}

		void insert(int index, byte[] key, byte[] value) {
			System.arraycopy(this.keys, index, this.keys, index + 1, this.count - index);
			System.arraycopy(this.values, index, this.values, index + 1, this.count - index);
			this.keys[index] = key;
			this.values[index] = value;
			this.count++;
		}

		@SuppressWarnings("NullAway")
		void delete(int index) {
			System.arraycopy(this.keys, index + 1, this.keys, index, this.count - index - 1);
			System.arraycopy(this.values, index + 1, this.values, index, this.count - index - 1);
			this.count--;
			this.keys[this.count] = null;
			this.values[this.count] = null;
		}

		void moveTail(int kept, Leaf right) {
			right.count = this.count - kept;
			System.arraycopy(this.keys, kept, right.keys, 0, right.count);
			System.arraycopy(this.values, kept, right.values, 0, right.count);
			Arrays.fill(this.keys, kept, this.count, null);
			Arrays.fill(this.values, kept, this.count, null);
			this.count = kept;
		}

		@Override
		Node append(Object owner, byte[] separator, Node right) {
			Leaf joined = owned(owner);
			System.arraycopy(right.keys, 0, joined.keys, joined.count, right.count);
			System.arraycopy(((Leaf) right).values, 0, joined.values, joined.count, right.count);
			joined.count += right.count;
			return joined;
		}

	}

	/**
	 * Keys below child {@code i} are not lower than {@code keys[i]}; {@code keys[0]} says
	 * nothing.
	 */
	private static final class Branch extends Node {

		final Node[] children = new Node[MAX];

		Branch(Object owner) {
			super(owner);
		}

		int childIndex(byte[] key) {
			int low = 1;
			int high = this.count - 1;
			while (low <= high) {
				int middle = (low + high) >>> 1;
				if (Arrays.compareUnsigned(this.keys[middle], key) <= 0) {
					low = middle + 1;
				}
				else {
					high = middle - 1;
				}
			}
			return high;
		}

		Branch owned(Object owner) {
			if (this.owner == owner) {
				return this;
			}
			Branch copy = new Branch(owner);
			System.arraycopy(this.keys, 0, copy.keys, 0, this.count);
			System.arraycopy(this.children, 0, copy.children, 0, this.count);
			copy.count = this.count;
			return copy;
		}

		void insert(int index, byte[] key, Node child) {
			System.arraycopy(this.keys, index, this.keys, index + 1, this.count - index);
			System.arraycopy(this.children, index, this.children, index + 1, this.count - index);
			this.keys[index] = key;
			this.children[index] = child;
			this.count++;
		}

		@SuppressWarnings("NullAway")
		void delete(int index) {
			System.arraycopy(this.keys, index + 1, this.keys, index, this.count - index - 1);
			System.arraycopy(this.children, index + 1, this.children, index, this.count - index - 1);
			this.count--;
			this.keys[this.count] = null;
			this.children[this.count] = null;
		}

		void moveTail(int kept, Branch right) {
			right.count = this.count - kept;
			System.arraycopy(this.keys, kept, right.keys, 0, right.count);
			System.arraycopy(this.children, kept, right.children, 0, right.count);
			Arrays.fill(this.keys, kept, this.count, null);
			Arrays.fill(this.children, kept, this.count, null);
			this.count = kept;
		}

		@Override
		Node append(Object owner, byte[] separator, Node right) {
			Branch joined = owned(owner);
			int start = joined.count;
			System.arraycopy(right.keys, 0, joined.keys, start, right.count);
			System.arraycopy(((Branch) right).children, 0, joined.children, start, right.count);
			joined.keys[start] = separator;
			joined.count += right.count;
			return joined;
		}

	}

	private abstract static class Cursor implements EngineCursor {

		private final Branch[] path;

		private final int[] places;

		Leaf leaf;

		int index;

		Cursor(PersistentTree tree, byte @Nullable [] start, boolean last) {
			this.path = new Branch[tree.depth];
			this.places = new int[tree.depth];
			Node node = tree.root;
			for (int level = 0; level < tree.depth; level++) {
				Branch branch = (Branch) node;
				int place = (start != null) ? branch.childIndex(start) : (last ? branch.count - 1 : 0);
				this.path[level] = branch;
				this.places[level] = place;
				node = branch.children[place];
			}
			this.leaf = (Leaf) node;
		}

		/**
		 * Goes to the leaf beside the current one.
		 * @param step 1 for the next, -1 for the one before
		 * @return whether there is one
		 */
		final boolean move(int step) {
			int level = this.path.length - 1;
			while (level >= 0) {
				int place = this.places[level] + step;
				if (place >= 0 && place < this.path[level].count) {
					this.places[level] = place;
					Node node = this.path[level].children[place];
					for (int below = level + 1; below < this.path.length; below++) {
						Branch branch = (Branch) node;
						this.path[below] = branch;
						this.places[below] = (step > 0) ? 0 : branch.count - 1;
						node = branch.children[this.places[below]];
					}
					this.leaf = (Leaf) node;
					return true;
				}
				level--;
			}
			return false;
		}

		@Override
		public final byte[] key() {
			return this.leaf.keys[this.index];
		}

		@Override
		public final byte[] value() {
			return this.leaf.values[this.index];
		}

		@Override
		public final void close() {
		}

	}

	private static final class ForwardCursor extends Cursor {

		private final byte @Nullable [] to;

		private boolean ended;

		ForwardCursor(PersistentTree tree, byte @Nullable [] from, byte @Nullable [] to) {
			super(tree, from, false);
			this.to = to;
			int found = (from != null) ? this.leaf.search(from) : 0;
			this.index = ((found >= 0) ? found : -found - 1) - 1;
		}

		@Override
		public boolean next() {
			if (this.ended) {
				return false;
			}
			this.index++;
			while (this.index >= this.leaf.count) {
				if (!move(1)) {
					this.ended = true;
					return false;
				}
				this.index = 0;
			}
			this.ended = this.to != null && Arrays.compareUnsigned(key(), this.to) >= 0;
			return !this.ended;
		}

	}

	private static final class BackwardCursor extends Cursor {

		private final byte @Nullable [] from;

		private boolean ended;

		BackwardCursor(PersistentTree tree, byte @Nullable [] from, byte @Nullable [] to) {
			super(tree, to, true);
			this.from = from;
			int found = (to != null) ? this.leaf.search(to) : this.leaf.count;
			this.index = (found >= 0) ? found : -found - 1;
		}

		@Override
		public boolean next() {
			if (this.ended) {
				return false;
			}
			this.index--;
			while (this.index < 0) {
				if (!move(-1)) {
					this.ended = true;
					return false;
				}
				this.index = this.leaf.count - 1;
			}
			this.ended = this.from != null && Arrays.compareUnsigned(key(), this.from) < 0;
			return !this.ended;
		}

	}

}
