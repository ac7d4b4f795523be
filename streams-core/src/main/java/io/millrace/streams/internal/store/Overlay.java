package io.millrace.streams.internal.store;

import java.util.Arrays;
import java.util.Comparator;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * What a store was told since the last commit: a hash map in the order of first writes,
 * with an undo log. Keys are compared as objects or as bytes, whatever
 * {@link KeyValueTaskStore} chose for its serde. In steady state it allocates an entry
 * for each key and commit, and its arrays once a commit. Run by the task's thread.
 */
final class Overlay {

	private static final int SMALLEST = 64;

	/**
	 * New entries are put in their places one by one until so many times all others had
	 * to move.
	 */
	private static final int FEW = 8;

	private static final int FEWEST_UNDONE = 16;

	/** A longer array may be too large to begin among young objects. */
	private static final int LARGEST_YOUNG = 32 * 1024;

	/** In the undo log, in place of an old value: there was no entry before. */
	private static final Object ABSENT = new Object();

	private static final Comparator<OverlayEntry> BY_KEY = (one, other) -> Arrays.compareUnsigned(one.keyBytes,
			other.keyBytes);

	private @Nullable OverlayEntry[] table = new OverlayEntry[SMALLEST];

	/** In the order of first writes; behind {@link #count}, entries to be used again. */
	private @Nullable OverlayEntry[] order = new OverlayEntry[SMALLEST];

	private int count;

	private @Nullable OverlayEntry[] undoEntries = new OverlayEntry[FEWEST_UNDONE];

	private @Nullable Object[] undoValues = new Object[FEWEST_UNDONE];

	private long[] undoTimestamps = new long[FEWEST_UNDONE];

	private int undoCount;

	private final HeldUndo heldUndo = new HeldUndo();

	private int heldCount;

	private @Nullable OverlayEntry[] sorted = new OverlayEntry[0];

	private int sortedCount;

	private long bytes;

	private long structure;

	private long removals;

	int count() {
		return this.count;
	}

	long bytes() {
		return this.bytes;
	}

	/**
	 * A number that changes whenever an entry comes, goes or is handed out by
	 * {@link #unwritten}, which makes entries that were looked up before stale.
	 */
	long structure() {
		return this.structure;
	}

	/**
	 * A number that changes whenever an entry goes.
	 */
	long removals() {
		return this.removals;
	}

	@SuppressWarnings("NullAway")
	OverlayEntry entry(int index) {
		return this.order[index];
	}

	static int hash(int hash) {
		return hash ^ (hash >>> 16);
	}

	@Nullable OverlayEntry find(int hash, Object key) {
		OverlayEntry entry = this.table[hash & (this.table.length - 1)];
		while (entry != null && !(entry.hash == hash && key.equals(entry.key))) {
			entry = entry.next;
		}
		return entry;
	}

	@Nullable OverlayEntry find(int hash, byte[] key) {
		OverlayEntry entry = this.table[hash & (this.table.length - 1)];
		while (entry != null && !(entry.hash == hash && Arrays.equals(entry.keyBytes, key))) {
			entry = entry.next;
		}
		return entry;
	}

	/**
	 * As {@link #find(int, Object)}, of a window store.
	 */
	@Nullable OverlayEntry find(int hash, Object key, long windowStart, long windowEnd) {
		OverlayEntry entry = this.table[hash & (this.table.length - 1)];
		while (entry != null && !(entry.hash == hash && entry.windowStart == windowStart && entry.windowEnd == windowEnd
				&& key.equals(entry.key))) {
			entry = entry.next;
		}
		return entry;
	}

	/**
	 * An entry for a key that isn't there, to be filled and, if the key is written next,
	 * handed to {@link #write}. The next call hands out the same one again.
	 */
	OverlayEntry unwritten(int hash, @Nullable Object key, byte[] keyBytes) {
		if (this.count == this.order.length) {
			this.order = Arrays.copyOf(this.order, this.count * 2);
		}
		this.structure++;
		OverlayEntry entry = this.order[this.count];
		if (entry == null) {
			entry = new OverlayEntry();
			this.order[this.count] = entry;
		}
		entry.hash = hash;
		entry.key = key;
		entry.keyBytes = keyBytes;
		entry.value = null;
		entry.timestamp = -1;
		entry.serialized = null;
		entry.windowed = null;
		entry.windowStart = 0;
		entry.windowEnd = 0;
		entry.loaded = false;
		entry.unhold();
		return entry;
	}

	void write(OverlayEntry entry, @Nullable Object value, long timestamp) {
		if (entry.written) {
			log(entry, entry.value, entry.timestamp);
			this.bytes += size(value) - size(entry.value);
		}
		else {
			log(entry, ABSENT, 0);
			add(entry);
			this.bytes += size(entry) + size(value);
		}
		entry.value = value;
		entry.timestamp = timestamp;
		entry.serialized = null;
	}

	/**
	 * Writes an entry and holds the change back.
	 */
	void hold(OverlayEntry entry, @Nullable Object value, long timestamp, Headers headers,
			@Nullable TopicPartition partition, long offset) {
		Object before = entry.value;
		write(entry, value, timestamp);
		this.heldUndo.log(entry);
		if (!entry.held) {
			entry.held = true;
			entry.heldBefore = before;
			countHeld(entry, 1);
		}
		entry.heldHeaders = headers;
		entry.heldPartition = partition;
		entry.heldOffset = offset;
	}

	/**
	 * An entry's change is handed on, so it isn't held any more.
	 */
	void release(OverlayEntry entry) {
		countHeld(entry, -1);
		entry.unhold();
	}

	/**
	 * How many entries have a change that is held back.
	 */
	int heldCount() {
		return this.heldCount;
	}

	private void countHeld(OverlayEntry entry, int direction) {
		this.heldCount += direction;
		this.bytes += direction * size(entry.heldBefore);
	}

	private void add(OverlayEntry entry) {
		if (this.count >= this.table.length - this.table.length / 4) {
			grow();
		}
		int bucket = entry.hash & (this.table.length - 1);
		entry.next = this.table[bucket];
		this.table[bucket] = entry;
		entry.written = true;
		this.count++;
		this.structure++;
	}

	private void grow() {
		OverlayEntry[] larger = new OverlayEntry[this.table.length * 2];
		for (int i = 0; i < this.count; i++) {
			OverlayEntry entry = entry(i);
			int bucket = entry.hash & (larger.length - 1);
			entry.next = larger[bucket];
			larger[bucket] = entry;
		}
		this.table = larger;
	}

	private void log(OverlayEntry entry, @Nullable Object value, long timestamp) {
		if (this.undoCount == this.undoEntries.length) {
			int length = this.undoCount * 2;
			this.undoEntries = Arrays.copyOf(this.undoEntries, length);
			this.undoValues = Arrays.copyOf(this.undoValues, length);
			this.undoTimestamps = Arrays.copyOf(this.undoTimestamps, length);
		}
		this.undoEntries[this.undoCount] = entry;
		this.undoValues[this.undoCount] = value;
		this.undoTimestamps[this.undoCount] = timestamp;
		this.undoCount++;
	}

	void mark() {
		this.heldUndo.mark();
		this.undoCount = 0;
	}

	@SuppressWarnings({ "NullAway", "ReferenceEquality" })
	void rollback() {
		rollbackHeld();
		while (this.undoCount > 0) {
			this.undoCount--;
			OverlayEntry entry = this.undoEntries[this.undoCount];
			Object value = this.undoValues[this.undoCount];
			if (value == ABSENT) {
				this.bytes -= size(entry) + size(entry.value);
				removeLast(entry);
			}
			else {
				this.bytes += size(value) - size(entry.value);
				entry.value = value;
				entry.timestamp = this.undoTimestamps[this.undoCount];
			}
		}
	}

	private void rollbackHeld() {
		while (!this.heldUndo.isEmpty()) {
			OverlayEntry entry = this.heldUndo.last();
			if (entry.held) {
				countHeld(entry, -1);
			}
			this.heldUndo.undoLast();
			if (entry.held) {
				countHeld(entry, 1);
			}
		}
	}

	/**
	 * Takes out the entry that came last; undoing backwards, it is always that one.
	 */
	@SuppressWarnings({ "NullAway", "ReferenceEquality" })
	private void removeLast(OverlayEntry entry) {
		int bucket = entry.hash & (this.table.length - 1);
		if (this.table[bucket] == entry) {
			this.table[bucket] = entry.next;
		}
		else {
			OverlayEntry before = this.table[bucket];
			while (before.next != entry) {
				before = before.next;
			}
			before.next = entry.next;
		}
		entry.next = null;
		entry.written = false;
		entry.unlink();
		this.removals++;
		this.count--;
		this.structure++;
		this.sortedCount = 0;
	}

	/**
	 * Forgets everything.
	 */
	void clear() {
		this.removals++;
		this.heldUndo.clear();
		this.heldCount = 0;
		this.sortedCount = 0;
		if (this.count > 0) {
			renew();
		}
		this.undoCount = 0;
		this.count = 0;
		this.bytes = 0;
		this.structure++;
	}

	/**
	 * Has young objects for the next commit. To use these again would allocate less and
	 * cost more: what an old object refers to anew, a collector has to look after.
	 */
	private void renew() {
		// What a rare flood of keys needed is given back in a few commits.
		boolean flooded = this.order.length > 16 * SMALLEST && this.count < this.order.length / 8;
		this.order = cleared(this.order, flooded);
		this.table = cleared(this.table, flooded);
		this.sorted = cleared(this.sorted, flooded);
		this.undoEntries = new OverlayEntry[FEWEST_UNDONE];
		this.undoValues = new Object[FEWEST_UNDONE];
		this.undoTimestamps = new long[FEWEST_UNDONE];
	}

	/**
	 * An array without entries in place of one, a young one if that makes sense.
	 * @param array the array, which isn't used any more
	 * @param smaller whether one of half the length would do
	 */
	static @Nullable OverlayEntry[] cleared(@Nullable OverlayEntry[] array, boolean smaller) {
		int length = (smaller && array.length > SMALLEST) ? array.length / 2 : array.length;
		if (length < array.length || length <= LARGEST_YOUNG) {
			return new OverlayEntry[length];
		}
		Arrays.fill(array, null);
		return array;
	}

	/**
	 * A copy of the entries between two keys as they are now.
	 * @param from the lowest key, inclusive; null for no bound
	 * @param to the highest key, exclusive; null for no bound
	 */
	OverlaySnapshot snapshot(byte @Nullable [] from, byte @Nullable [] to) {
		sort();
		int start = (from != null) ? place(from) : 0;
		int end = (to != null) ? place(to) : this.sortedCount;
		return new OverlaySnapshot(this.sorted, start, Math.max(start, end));
	}

	/**
	 * How many entries are below a key. All are in order then, for {@link #inOrder}.
	 * @param key the key; null for one below all
	 */
	int below(byte @Nullable [] key) {
		sort();
		return (key != null) ? place(key) : 0;
	}

	/**
	 * An entry by its place in the order of keys.
	 * @return the entry, null behind the last one
	 */
	@Nullable OverlayEntry inOrder(int place) {
		return (place < this.sortedCount) ? sorted(place) : null;
	}

	private void sort() {
		// Where keys begin with a time, most new ones are behind all others.
		long moves = (long) FEW * this.sortedCount + SMALLEST;
		while (this.sortedCount < this.count && moves >= 0) {
			moves -= insert(entry(this.sortedCount));
		}
		if (this.sortedCount == this.count) {
			return;
		}
		int old = this.sortedCount;
		OverlayEntry[] added = new OverlayEntry[this.count - old];
		System.arraycopy(this.order, old, added, 0, added.length);
		Arrays.sort(added, BY_KEY);
		OverlayEntry[] merged = new OverlayEntry[this.count];
		int left = 0;
		int right = 0;
		for (int i = 0; i < merged.length; i++) {
			boolean takeLeft = right == added.length || (left < old && BY_KEY.compare(sorted(left), added[right]) < 0);
			merged[i] = takeLeft ? sorted(left++) : added[right++];
		}
		this.sorted = merged;
		this.sortedCount = merged.length;
	}

	/**
	 * Puts one entry in its place, as operators need it that write and scan in turn.
	 * @return how many others had to move
	 */
	private int insert(OverlayEntry entry) {
		if (this.sortedCount == this.sorted.length) {
			this.sorted = Arrays.copyOf(this.sorted, Math.max(SMALLEST, 2 * this.sortedCount));
		}
		int place = place(entry.keyBytes);
		System.arraycopy(this.sorted, place, this.sorted, place + 1, this.sortedCount - place);
		this.sorted[place] = entry;
		int moved = this.sortedCount - place;
		this.sortedCount++;
		return moved;
	}

	@SuppressWarnings("NullAway")
	private OverlayEntry sorted(int index) {
		return this.sorted[index];
	}

	/**
	 * How many entries are below a key.
	 */
	private int place(byte[] key) {
		int low = 0;
		int high = this.sortedCount;
		while (low < high) {
			int middle = (low + high) >>> 1;
			if (Arrays.compareUnsigned(sorted(middle).keyBytes, key) < 0) {
				low = middle + 1;
			}
			else {
				high = middle;
			}
		}
		return low;
	}

	private static long size(OverlayEntry entry) {
		return 96L + 16 + entry.keyBytes.length + ((entry.key instanceof String text) ? 56 + text.length() : 16);
	}

	private static long size(@Nullable Object value) {
		if (value instanceof byte[] bytes) {
			return 16L + bytes.length;
		}
		if (value instanceof String text) {
			return 56L + text.length();
		}
		return (value != null) ? 24 : 0;
	}

}
