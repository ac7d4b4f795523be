package io.millrace.streams.internal.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

/**
 * The keys of a suppression's buffer by the time of their place, in memory, and how many
 * bytes their rows come to. Remembers what changed since a mark, to undo it. Owned by
 * {@link SuppressionTaskStore}.
 */
final class SuppressionIndex {

	private static final long ABSENT = -1;

	private static final int SMALLEST = 64;

	private @Nullable Place[] table = new Place[SMALLEST];

	private int rows;

	private final TreeSet<Place> order = new TreeSet<>();

	private final List<Place> changed = new ArrayList<>();

	private long[] sizesBefore = new long[16];

	private long bytes;

	/**
	 * Puts a key, or changes the size of its row.
	 * @param time the time of its place if it isn't there yet
	 */
	void put(byte[] key, long time, long size) {
		int hash = Overlay.hash(Arrays.hashCode(key));
		Place place = find(key, hash);
		if (place == null) {
			place = new Place(key, hash, time);
			remember(place, ABSENT);
			insert(place);
		}
		else {
			remember(place, place.size);
		}
		this.bytes += size - place.size;
		place.size = size;
	}

	private @Nullable Place find(byte[] key, int hash) {
		Place place = this.table[hash & (this.table.length - 1)];
		while (place != null && !(place.hash == hash && Arrays.equals(place.key, key))) {
			place = place.next;
		}
		return place;
	}

	byte[] removeEarliest() {
		Place place = this.order.first();
		remember(place, place.size);
		remove(place);
		return place.key;
	}

	private void remember(Place place, long size) {
		int count = this.changed.size();
		if (count == this.sizesBefore.length) {
			this.sizesBefore = Arrays.copyOf(this.sizesBefore, 2 * count);
		}
		this.sizesBefore[count] = size;
		this.changed.add(place);
	}

	private void insert(Place place) {
		if (this.rows > this.table.length - this.table.length / 4) {
			grow();
		}
		link(place);
		this.rows++;
		this.order.add(place);
		place.size = 0;
	}

	private void link(Place place) {
		int bucket = place.hash & (this.table.length - 1);
		place.next = this.table[bucket];
		this.table[bucket] = place;
	}

	private void grow() {
		this.table = new Place[2 * this.table.length];
		this.order.forEach(this::link);
	}

	@SuppressWarnings({ "NullAway", "ReferenceEquality" })
	private void remove(Place place) {
		int bucket = place.hash & (this.table.length - 1);
		if (this.table[bucket] == place) {
			this.table[bucket] = place.next;
		}
		else {
			Place before = this.table[bucket];
			while (before.next != place) {
				before = before.next;
			}
			before.next = place.next;
		}
		place.next = null;
		this.rows--;
		this.order.remove(place);
		this.bytes -= place.size;
	}

	int rows() {
		return this.rows;
	}

	long bytes() {
		return this.bytes;
	}

	long earliest() {
		return this.order.isEmpty() ? Long.MAX_VALUE : this.order.first().time;
	}

	void mark() {
		if (!this.changed.isEmpty()) {
			this.changed.clear();
		}
	}

	@SuppressWarnings("ReferenceEquality")
	void rollback() {
		for (int i = this.changed.size() - 1; i >= 0; i--) {
			Place place = this.changed.get(i);
			long before = this.sizesBefore[i];
			if (before == ABSENT) {
				remove(place);
			}
			else {
				if (find(place.key, place.hash) != place) {
					insert(place);
				}
				this.bytes += before - place.size;
				place.size = before;
			}
		}
		mark();
	}

	void clear() {
		this.table = new Place[SMALLEST];
		this.rows = 0;
		this.order.clear();
		this.bytes = 0;
		mark();
	}

	private static final class Place implements Comparable<Place> {

		private final byte[] key;

		private final int hash;

		private final long time;

		private long size;

		private @Nullable Place next;

		private Place(byte[] key, int hash, long time) {
			this.key = key;
			this.hash = hash;
			this.time = time;
		}

		@Override
		public int compareTo(Place other) {
			int order = Long.compare(this.time, other.time);
			return (order != 0) ? order : Arrays.compareUnsigned(this.key, other.key);
		}

		@Override
		public boolean equals(@Nullable Object other) {
			return other instanceof Place place && compareTo(place) == 0;
		}

		@Override
		public int hashCode() {
			return this.hash;
		}

	}

}
