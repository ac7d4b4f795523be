package io.millrace.streams.internal.store;

import java.util.Arrays;

/**
 * A node of a {@link PersistentTree}. Its owner, an editor at work, may change it in
 * place; for everybody else it never changes.
 */
abstract sealed class TreeNode {

	/** How many entries or children a node has at most. */
	static final int MAX = 32;

	final Object owner;

	final byte[][] keys = new byte[MAX][];

	int count;

	TreeNode(Object owner) {
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
	abstract TreeNode append(Object owner, byte[] separator, TreeNode right);

	static final class Leaf extends TreeNode {

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

		/**
		 * Deletes entries from one index, inclusive, to another, exclusive.
		 */
		void delete(int from, int to) {
			System.arraycopy(this.keys, to, this.keys, from, this.count - to);
			System.arraycopy(this.values, to, this.values, from, this.count - to);
			int kept = this.count - (to - from);
			Arrays.fill(this.keys, kept, this.count, null);
			Arrays.fill(this.values, kept, this.count, null);
			this.count = kept;
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
		TreeNode append(Object owner, byte[] separator, TreeNode right) {
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
	static final class Branch extends TreeNode {

		final TreeNode[] children = new TreeNode[MAX];

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

		void insert(int index, byte[] key, TreeNode child) {
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
		TreeNode append(Object owner, byte[] separator, TreeNode right) {
			Branch joined = owned(owner);
			int start = joined.count;
			System.arraycopy(right.keys, 0, joined.keys, start, right.count);
			System.arraycopy(((Branch) right).children, 0, joined.children, start, right.count);
			joined.keys[start] = separator;
			joined.count += right.count;
			return joined;
		}

	}

}
