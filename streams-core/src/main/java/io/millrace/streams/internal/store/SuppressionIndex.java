package io.millrace.streams.internal.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a suppression's buffer by the time of their place, in memory, and how many
 * bytes their rows come to. Remembers what changed since a mark, to undo it. Owned by
 * {@link SuppressionTaskStore}.
 */
final class SuppressionIndex {

	private static final long ABSENT = -1;

	private final Map<Bytes, Place> places = new HashMap<>();

	private final TreeSet<Place> order = new TreeSet<>();

	private final List<Place> changed = new ArrayList<>();

	private final List<Long> sizesBefore = new ArrayList<>();

	private long bytes;

	/**
	 * Puts a key, or changes the size of its row.
	 * @param time the time of its place if it isn't there yet
	 */
	void put(byte[] key, long time, long size) {
		Bytes wrapped = Bytes.wrap(key);
		Place place = this.places.get(wrapped);
		if (place == null) {
			place = new Place(wrapped, time);
			remember(place, ABSENT);
			insert(place);
		}
		else {
			remember(place, place.size);
		}
		this.bytes += size - place.size;
		place.size = size;
	}

	byte[] removeEarliest() {
		Place place = this.order.first();
		remember(place, place.size);
		remove(place);
		return place.key.get();
	}

	private void remember(Place place, long size) {
		this.changed.add(place);
		this.sizesBefore.add(size);
	}

	private void insert(Place place) {
		this.places.put(place.key, place);
		this.order.add(place);
		place.size = 0;
	}

	private void remove(Place place) {
		this.places.remove(place.key);
		this.order.remove(place);
		this.bytes -= place.size;
	}

	int rows() {
		return this.places.size();
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
			this.sizesBefore.clear();
		}
	}

	@SuppressWarnings("ReferenceEquality")
	void rollback() {
		for (int i = this.changed.size() - 1; i >= 0; i--) {
			Place place = this.changed.get(i);
			long before = this.sizesBefore.get(i);
			if (before == ABSENT) {
				remove(place);
			}
			else {
				if (this.places.get(place.key) != place) {
					insert(place);
				}
				this.bytes += before - place.size;
				place.size = before;
			}
		}
		mark();
	}

	void clear() {
		this.places.clear();
		this.order.clear();
		this.bytes = 0;
		mark();
	}

	private static final class Place implements Comparable<Place> {

		private final Bytes key;

		private final long time;

		private long size;

		private Place(Bytes key, long time) {
			this.key = key;
			this.time = time;
		}

		@Override
		public int compareTo(Place other) {
			int order = Long.compare(this.time, other.time);
			return (order != 0) ? order : Arrays.compareUnsigned(this.key.get(), other.key.get());
		}

		@Override
		public boolean equals(@Nullable Object other) {
			return other instanceof Place place && compareTo(place) == 0;
		}

		@Override
		public int hashCode() {
			return this.key.hashCode();
		}

	}

}
