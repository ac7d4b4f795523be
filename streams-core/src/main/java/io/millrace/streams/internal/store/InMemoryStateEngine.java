package io.millrace.streams.internal.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

import io.millrace.streams.errors.StateStoreMigratedException;
import org.jspecify.annotations.Nullable;

/**
 * A task's committed state in memory. All content is one immutable version behind one
 * volatile field: {@link #write} makes the next version and swaps it in, so a batch shows
 * up as a whole and readers on other threads neither wait nor are waited for. Opened by
 * {@link InMemoryStateEngineFactory}, written by the task's thread.
 */
final class InMemoryStateEngine implements StateEngine {

	private static final long NO_OFFSET = -1;

	private final Map<String, Integer> indexes = new HashMap<>();

	private final String owner;

	private volatile @Nullable Version version;

	InMemoryStateEngine(String owner, Set<String> stores) {
		this.owner = owner;
		for (String store : stores) {
			this.indexes.put(store, this.indexes.size());
		}
		PersistentTree[] trees = new PersistentTree[this.indexes.size()];
		Arrays.fill(trees, PersistentTree.EMPTY);
		long[] offsets = new long[trees.length];
		Arrays.fill(offsets, NO_OFFSET);
		this.version = new Version(trees, offsets, 0);
	}

	@Override
	public byte @Nullable [] get(String store, byte[] key) {
		return tree(store).get(key);
	}

	@Override
	public EngineCursor scan(String store, byte @Nullable [] from, byte @Nullable [] to, boolean reverse) {
		return tree(store).scan(from, to, reverse);
	}

	@Override
	public long version(String store) {
		return current().number;
	}

	@Override
	public EngineCursor scan(String store, byte @Nullable [] from, byte @Nullable [] to, boolean reverse,
			@Nullable EngineCursor again) {
		return tree(store).scan(from, to, reverse, again);
	}

	@Override
	public long approximateEntries(String store) {
		return tree(store).size();
	}

	@Override
	public OptionalLong changelogOffset(String store) {
		long offset = current().offsets[index(store)];
		return (offset != NO_OFFSET) ? OptionalLong.of(offset) : OptionalLong.empty();
	}

	@Override
	public EngineBatch batch() {
		return new Batch(this);
	}

	@Override
	public void write(EngineBatch batch) {
		Batch changes = (Batch) batch;
		Version base = current();
		PersistentTree[] trees = base.trees.clone();
		long[] offsets = base.offsets.clone();
		for (int i = 0; i < trees.length; i++) {
			StoreChanges store = changes.stores[i];
			if (store != null) {
				trees[i] = store.apply(trees[i]);
				offsets[i] = (store.offset != NO_OFFSET) ? store.offset : offsets[i];
			}
		}
		this.version = new Version(trees, offsets, base.number + 1);
	}

	/**
	 * Puts the changes in the order of their keys first: in that order the content takes
	 * them in for much less, and changelogs are long.
	 */
	@Override
	public void load(EngineBatch batch) {
		for (StoreChanges store : ((Batch) batch).stores) {
			if (store != null) {
				store.sort();
			}
		}
		write(batch);
	}

	@Override
	public void clear(String store) {
		Version base = current();
		int index = index(store);
		PersistentTree[] trees = base.trees.clone();
		long[] offsets = base.offsets.clone();
		trees[index] = PersistentTree.EMPTY;
		offsets[index] = NO_OFFSET;
		this.version = new Version(trees, offsets, base.number + 1);
	}

	@Override
	public boolean persistent() {
		return false;
	}

	@Override
	public void close() {
		this.version = null;
	}

	private PersistentTree tree(String store) {
		return current().trees[index(store)];
	}

	private Version current() {
		Version current = this.version;
		if (current == null) {
			throw new StateStoreMigratedException(
					"The state of task " + this.owner + " is closed. Ask for the store again.");
		}
		return current;
	}

	private int index(String store) {
		Integer index = this.indexes.get(store);
		if (index == null) {
			throw new IllegalArgumentException("Task " + this.owner + " has no store " + store + ".");
		}
		return index;
	}

	private static final class Version {

		private final PersistentTree[] trees;

		private final long[] offsets;

		private final long number;

		private Version(PersistentTree[] trees, long[] offsets, long number) {
			this.trees = trees;
			this.offsets = offsets;
			this.number = number;
		}

	}

	private static final class Batch implements EngineBatch {

		private final InMemoryStateEngine engine;

		private final @Nullable StoreChanges[] stores;

		private Batch(InMemoryStateEngine engine) {
			this.engine = engine;
			this.stores = new StoreChanges[engine.indexes.size()];
		}

		@Override
		public void put(String store, byte[] key, byte[] value) {
			changes(store).add(key, value);
		}

		@Override
		public void delete(String store, byte[] key) {
			changes(store).add(key, null);
		}

		@Override
		public void deleteRange(String store, byte[] from, byte[] to) {
			changes(store).ranges.add(new byte[][] { from, to });
		}

		@Override
		public void changelogOffset(String store, long offset) {
			changes(store).offset = offset;
		}

		private StoreChanges changes(String store) {
			int index = this.engine.index(store);
			StoreChanges changes = this.stores[index];
			if (changes == null) {
				changes = new StoreChanges();
				this.stores[index] = changes;
			}
			return changes;
		}

	}

	/**
	 * Changes of one store in the order they were made: keys and values in turn.
	 */
	private static final class StoreChanges {

		private byte[][] changes = new byte[32][];

		private int count;

		/** Ranges to delete before anything else: pairs of bounds. */
		private final List<byte[][]> ranges = new ArrayList<>(0);

		private long offset = NO_OFFSET;

		@SuppressWarnings("NullAway")
		private void add(byte[] key, byte @Nullable [] value) {
			if (this.count == this.changes.length) {
				this.changes = Arrays.copyOf(this.changes, this.count * 2);
			}
			this.changes[this.count++] = key;
			this.changes[this.count++] = value;
		}

		/**
		 * Changes of a key stay in their order.
		 */
		private void sort() {
			Integer[] order = new Integer[this.count / 2];
			Arrays.setAll(order, (i) -> 2 * i);
			byte[][] unsorted = this.changes;
			Arrays.sort(order, (one, other) -> Arrays.compareUnsigned(unsorted[one], unsorted[other]));
			byte[][] sorted = new byte[this.count][];
			int next = 0;
			for (int at : order) {
				sorted[next++] = unsorted[at];
				sorted[next++] = unsorted[at + 1];
			}
			this.changes = sorted;
		}

		@SuppressWarnings("NullAway")
		private PersistentTree apply(PersistentTree tree) {
			if (this.count == 0 && this.ranges.isEmpty()) {
				return tree;
			}
			PersistentTree.Editor editor = tree.edit();
			for (byte[][] range : this.ranges) {
				editor.removeRange(range[0], range[1]);
			}
			for (int i = 0; i < this.count; i += 2) {
				byte[] value = this.changes[i + 1];
				if (value != null) {
					editor.put(this.changes[i], value);
				}
				else {
					editor.remove(this.changes[i]);
				}
			}
			return editor.done();
		}

	}

}
