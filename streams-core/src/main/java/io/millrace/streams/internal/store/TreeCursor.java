package io.millrace.streams.internal.store;

import java.util.Arrays;

import io.millrace.streams.internal.store.TreeNode.Branch;
import io.millrace.streams.internal.store.TreeNode.Leaf;
import org.jspecify.annotations.Nullable;

/**
 * Walks a {@link PersistentTree}, which never changes, so the walk is a snapshot.
 */
abstract sealed class TreeCursor implements EngineCursor {

	private static final Leaf NOTHING = new Leaf(new Object());

	private final Branch[] path;

	private final int[] places;

	Leaf leaf;

	int index;

	boolean ended;

	TreeCursor(TreeNode root, int depth, byte @Nullable [] start, boolean last) {
		this.path = new Branch[depth];
		this.places = new int[depth];
		this.leaf = descend(root, depth, start, last);
	}

	/**
	 * Whether it goes from the highest to the lowest key.
	 */
	abstract boolean reverse();

	/**
	 * Goes to where a walk starts.
	 */
	abstract void begin(byte @Nullable [] from, byte @Nullable [] to);

	/**
	 * Starts anew.
	 * @return false if the tree has another depth
	 */
	final boolean start(TreeNode root, int depth, byte @Nullable [] from, byte @Nullable [] to) {
		if (this.path.length != depth) {
			return false;
		}
		this.leaf = descend(root, depth, reverse() ? to : from, reverse());
		begin(from, to);
		return true;
	}

	/**
	 * Goes to the leaf where a walk starts.
	 */
	final Leaf descend(TreeNode root, int depth, byte @Nullable [] start, boolean last) {
		TreeNode node = root;
		for (int level = 0; level < depth; level++) {
			Branch branch = (Branch) node;
			int place = (start != null) ? branch.childIndex(start) : (last ? branch.count - 1 : 0);
			this.path[level] = branch;
			this.places[level] = place;
			node = branch.children[place];
		}
		return (Leaf) node;
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
				TreeNode node = this.path[level].children[place];
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

	/**
	 * Lets go of the tree, of which later versions may have replaced most.
	 */
	@Override
	@SuppressWarnings("NullAway")
	public final void close() {
		this.ended = true;
		Arrays.fill(this.path, null);
		this.leaf = NOTHING;
		this.index = 0;
	}

	static final class Forward extends TreeCursor {

		private byte @Nullable [] to;

		Forward(TreeNode root, int depth, byte @Nullable [] from, byte @Nullable [] to) {
			super(root, depth, from, false);
			begin(from, to);
		}

		@Override
		boolean reverse() {
			return false;
		}

		@Override
		void begin(byte @Nullable [] from, byte @Nullable [] end) {
			this.to = end;
			this.ended = false;
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

	static final class Backward extends TreeCursor {

		private byte @Nullable [] from;

		Backward(TreeNode root, int depth, byte @Nullable [] from, byte @Nullable [] to) {
			super(root, depth, to, true);
			begin(from, to);
		}

		@Override
		boolean reverse() {
			return true;
		}

		@Override
		void begin(byte @Nullable [] first, byte @Nullable [] to) {
			this.from = first;
			this.ended = false;
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
