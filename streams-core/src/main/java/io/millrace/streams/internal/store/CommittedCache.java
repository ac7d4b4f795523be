package io.millrace.streams.internal.store;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * Entries of a store's engine that were read or written lately, with the key's bytes and
 * the value in the form of the {@link Overlay}: a key that comes again costs no look into
 * the engine and no serde. Holds nothing but what the engine holds, null for a key that
 * it doesn't have; the store tells it of each commit. When its share of the
 * {@link CacheBudget} is used up, an entry that wasn't asked for since the last look at
 * it makes room for a key that comes more often, and its object is used again. Run by the
 * task's thread.
 */
final class CommittedCache {

	private static final int SMALLEST = 64;

	/** An entry's own fields, its place in the two arrays, headers of arrays. */
	private static final int ENTRY_BYTES = 128;

	/** In place of a value that is in {@link Entry#number}. */
	private static final Object NUMBER = new Object();

	private final CacheBudget budget;

	private @Nullable Entry[] table = new Entry[SMALLEST];

	/** All entries in the order in which they are looked at for one to be dropped. */
	private @Nullable Entry[] ring = new Entry[SMALLEST];

	private int count;

	/** Once there was no room for a key. */
	private @Nullable KeyFrequency frequency;

	private int hand;

	private long bytes;

	CommittedCache(CacheBudget budget) {
		this.budget = budget;
	}

	/**
	 * Looks a key up by what it is, or by its bytes if keys aren't compared as objects.
	 * @return the entry, which the next call of {@link #keep} may use for another key
	 */
	@Nullable Entry find(int hash, @Nullable Object key, byte[] keyBytes, long windowStart, long windowEnd) {
		Entry entry = this.table[hash & (this.table.length - 1)];
		while (entry != null && !entry.is(hash, key, keyBytes, windowStart, windowEnd)) {
			entry = entry.next;
		}
		if (entry != null) {
			entry.used = true;
		}
		return entry;
	}

	/**
	 * Keeps what the engine has for a key now.
	 * @param from the key and what the engine has
	 */
	void keep(OverlayEntry from) {
		if (!this.budget.any()) {
			return;
		}
		Entry entry = find(from.hash, from.key, from.keyBytes, from.windowStart, from.windowEnd);
		if (this.frequency != null) {
			this.frequency.add(from.hash);
		}
		if (entry != null) {
			this.bytes += size(from.value) - size(entry.value);
			entry.setValue(from.value);
			entry.timestamp = from.timestamp;
			shrink();
			return;
		}
		if (this.count == 0) {
			this.budget.join();
		}
		long size = ENTRY_BYTES + size(from.key) + from.keyBytes.length + size(from.value);
		if (size > this.budget.share()) {
			if (this.count == 0) {
				this.budget.leave();
			}
			return;
		}
		if (!worthItsPlace(from.hash, size)) {
			shrink();
			return;
		}
		Entry free = makeRoom(size);
		if (free == null) {
			free = append();
		}
		free.fill(from);
		this.bytes += size;
		int bucket = from.hash & (this.table.length - 1);
		free.next = this.table[bucket];
		this.table[bucket] = free;
	}

	/**
	 * Stays within a share that may have become smaller.
	 */
	private void shrink() {
		while (this.bytes > this.budget.share() && this.count > 1) {
			remove(dropNext());
		}
	}

	/**
	 * Whether there is room for a key, or it came more often than the one that would have
	 * to make room. Otherwise a stream of keys that don't come again soon would only have
	 * everything replaced, and leave work for the collector.
	 */
	private boolean worthItsPlace(int hash, long size) {
		if (this.count == 0 || this.bytes + size <= this.budget.share()) {
			return true;
		}
		KeyFrequency known = this.frequency;
		if (known == null || this.count > known.keys()) {
			this.frequency = new KeyFrequency(2 * this.count);
			return true;
		}
		return known.of(hash) > known.of(victim().hash);
	}

	/**
	 * Drops entries until there is room for another.
	 * @return the last one that was dropped, which keeps its place in the ring; null if
	 * there is room enough
	 */
	private @Nullable Entry makeRoom(long size) {
		long limit = this.budget.share() - size;
		Entry dropped = null;
		while (this.bytes > limit && this.count > ((dropped != null) ? 1 : 0)) {
			if (dropped != null) {
				remove(dropped);
			}
			dropped = dropNext();
		}
		return dropped;
	}

	private Entry dropNext() {
		Entry entry = victim();
		unlink(entry);
		this.hand++;
		return entry;
	}

	/**
	 * The entry that is to make room next.
	 */
	@SuppressWarnings("NullAway")
	private Entry victim() {
		while (true) {
			if (this.hand >= this.count) {
				this.hand = 0;
			}
			Entry entry = this.ring[this.hand];
			if (!entry.used) {
				return entry;
			}
			entry.used = false;
			this.hand++;
		}
	}

	@SuppressWarnings({ "NullAway", "ReferenceEquality" })
	private void unlink(Entry entry) {
		this.bytes -= ENTRY_BYTES + size(entry.key) + entry.keyBytes.length + size(entry.value);
		int bucket = entry.hash & (this.table.length - 1);
		if (this.table[bucket] == entry) {
			this.table[bucket] = entry.next;
		}
		else {
			Entry before = this.table[bucket];
			while (before.next != entry) {
				before = before.next;
			}
			before.next = entry.next;
		}
	}

	/**
	 * Takes an entry that is unlinked out of the ring; the last one takes its place.
	 */
	@SuppressWarnings("NullAway")
	private void remove(Entry entry) {
		this.count--;
		Entry last = this.ring[this.count];
		this.ring[this.count] = null;
		if (last != entry) {
			this.ring[entry.place] = last;
			last.place = entry.place;
		}
	}

	private Entry append() {
		if (this.count == this.ring.length) {
			this.ring = Arrays.copyOf(this.ring, 2 * this.count);
			grow();
		}
		Entry entry = new Entry();
		entry.place = this.count;
		this.ring[this.count++] = entry;
		return entry;
	}

	@SuppressWarnings("NullAway")
	private void grow() {
		Entry[] larger = new Entry[this.table.length * 2];
		for (int i = 0; i < this.count; i++) {
			Entry entry = this.ring[i];
			int bucket = entry.hash & (larger.length - 1);
			entry.next = larger[bucket];
			larger[bucket] = entry;
		}
		this.table = larger;
	}

	/**
	 * Forgets everything.
	 */
	void clear() {
		if (this.count > 0) {
			this.budget.leave();
		}
		this.table = new Entry[SMALLEST];
		this.ring = new Entry[SMALLEST];
		this.count = 0;
		this.frequency = null;
		this.hand = 0;
		this.bytes = 0;
	}

	int count() {
		return this.count;
	}

	long bytes() {
		return this.bytes;
	}

	private static long size(@Nullable Object object) {
		if (object instanceof byte[] array) {
			return 16L + array.length;
		}
		if (object instanceof String text) {
			return 56L + text.length();
		}
		return (object != null) ? 24 : 0;
	}

	/**
	 * A key and what the engine has for it.
	 */
	static final class Entry {

		private int hash;

		@Nullable Object key;

		byte[] keyBytes = OverlayEntry.NO_BYTES;

		private long windowStart;

		private long windowEnd;

		/** The value, or {@link #NUMBER}. */
		private @Nullable Object value;

		private long number;

		long timestamp;

		private boolean used;

		private int place;

		private @Nullable Entry next;

		private boolean is(int hash, @Nullable Object key, byte[] keyBytes, long windowStart, long windowEnd) {
			return this.hash == hash && this.windowStart == windowStart && this.windowEnd == windowEnd
					&& ((key != null) ? key.equals(this.key) : Arrays.equals(keyBytes, this.keyBytes));
		}

		@Nullable Object value() {
			return (this.value == NUMBER) ? (Object) this.number : this.value;
		}

		/**
		 * A number, which may change all the time, becomes no object that an old one
		 * refers to.
		 */
		private void setValue(@Nullable Object changed) {
			Object before = this.value;
			if (changed instanceof Long number) {
				this.number = number;
				if (before != NUMBER) {
					this.value = NUMBER;
				}
			}
			else {
				this.value = changed;
			}
		}

		private void fill(OverlayEntry from) {
			this.hash = from.hash;
			this.key = from.key;
			this.keyBytes = from.keyBytes;
			this.windowStart = from.windowStart;
			this.windowEnd = from.windowEnd;
			setValue(from.value);
			this.timestamp = from.timestamp;
			this.used = false;
		}

	}

}
