package io.millrace.streams.internal.operator;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

import io.millrace.streams.KeyValue;
import io.millrace.streams.internal.store.WindowAccess;
import io.millrace.streams.kstream.SlidingWindows;
import io.millrace.streams.state.ValueAndTimestamp;
import io.millrace.streams.state.WindowStoreIterator;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates the records of each key by sliding windows. Of all windows only those are
 * kept that differ in what they hold: for each record the one that ends with it and, if
 * there are later records within reach, the one that starts behind it. A window's
 * timestamp is that of its latest record, which tells what a window holds without keeping
 * the records.
 * <p>
 * A record is added to the windows that are there and span it; then the windows that it
 * brings about are made of those: one behind the record before it, one that ends with it,
 * one behind it. Records so early that a window would start before 1970 share the window
 * that starts there.
 */
public final class SlidingAggregationOperator extends HoldingOperator {

	private static final long NONE = -1;

	private final String storeName;

	private final long difference;

	private final long grace;

	private final Aggregation aggregation;

	/** The starts of the windows that were found for the record. */
	private final Set<Long> starts = new HashSet<>();

	private @Nullable WindowAccess store;

	private @Nullable WindowClock clock;

	private @Nullable OperatorContext context;

	/** The time of the latest record before this one, if a window tells it. */
	private long before;

	/** What the latest window holds that ends before the record. */
	private @Nullable ValueAndTimestamp<Object> left;

	/** What the latest window holds that spans the record, without the record. */
	private @Nullable ValueAndTimestamp<Object> right;

	/**
	 * Makes the operator.
	 * @param storeName the store of the aggregates
	 * @param windows the time difference and the grace period
	 * @param aggregation adds a value to an aggregate
	 */
	public SlidingAggregationOperator(String storeName, SlidingWindows windows, Aggregation aggregation) {
		this.storeName = storeName;
		this.difference = windows.timeDifferenceMs();
		this.grace = windows.gracePeriodMs();
		this.aggregation = aggregation;
	}

	@Override
	public void init(OperatorContext context) {
		this.context = context;
		this.store = TableStores.findWindows(context, name(), this.storeName);
		this.clock = context.windowClock(name(), this.grace);
		holdIn(context, this.store);
	}

	@Override
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		if (key == null || value == null) {
			Drops.count(this.context, name(), (key == null) ? Drops.NULL_KEY : Drops.NULL_VALUE);
			return;
		}
		WindowClock time = Objects.requireNonNull(this.clock);
		time.observe(timestamp);
		if (time.closed(later(timestamp, this.difference + 1))) {
			Drops.count(this.context, name(), Drops.LATE);
			return;
		}
		this.starts.clear();
		this.before = NONE;
		this.left = null;
		this.right = null;
		if (timestamp < this.difference) {
			addEarly(key, value, timestamp, headers);
		}
		else {
			add(key, value, timestamp, headers);
		}
	}

	private void add(Object key, Object value, long timestamp, Headers headers) {
		boolean endsWithIt = false;
		try (WindowStoreIterator<ValueAndTimestamp<Object>> windows = TableStores.ranges(rows())
			.backwardFetch(key, Math.max(0, timestamp - 2 * this.difference), later(timestamp, 1))) {
			while (windows.hasNext()) {
				KeyValue<Long, ValueAndTimestamp<Object>> window = windows.next();
				long start = window.key;
				long end = start + this.difference;
				this.starts.add(start);
				if (start > timestamp) {
					continue;
				}
				if (end < timestamp) {
					this.left = window.value;
					this.before = window.value.timestamp();
					break;
				}
				if (end > timestamp && this.right == null) {
					this.right = window.value;
				}
				update(key, value, start, window.value, timestamp, headers);
				if (end == timestamp) {
					endsWithIt = true;
					if (window.value.timestamp() == timestamp) {
						// A record of the same time has brought its windows about
						// already.
						return;
					}
					this.before = window.value.timestamp();
				}
			}
		}
		if (this.before != NONE && this.before + 1 + this.difference >= timestamp) {
			addBehindThePrevious(key, value, timestamp, headers);
		}
		if (!endsWithIt) {
			boolean reached = this.before != NONE && this.before >= timestamp - this.difference;
			update(key, value, timestamp - this.difference, reached ? this.left : null, timestamp, headers);
		}
		addBehind(key, timestamp, headers);
	}

	private void addEarly(Object key, Object value, long timestamp, Headers headers) {
		ValueAndTimestamp<Object> first = null;
		try (WindowStoreIterator<ValueAndTimestamp<Object>> windows = TableStores.ranges(rows())
			.fetch(key, 0, timestamp + 1)) {
			while (windows.hasNext()) {
				KeyValue<Long, ValueAndTimestamp<Object>> window = windows.next();
				long start = window.key;
				this.starts.add(start);
				if (start == 0) {
					first = window.value;
					if (first.timestamp() < timestamp) {
						this.before = first.timestamp();
					}
				}
				else if (start <= timestamp) {
					this.right = window.value;
					update(key, value, start, window.value, timestamp, headers);
				}
			}
		}
		if (this.right == null && first != null && first.timestamp() > timestamp) {
			// The window from 1970 on holds nothing but later records.
			this.right = first;
		}
		addBehind(key, timestamp, headers);
		if (this.before != NONE) {
			addBehindThePrevious(key, value, timestamp, headers);
		}
		update(key, value, 0, first, timestamp, headers);
	}

	/**
	 * Makes the window behind the record before this one: it holds this one alone, unless
	 * it is there already.
	 */
	private void addBehindThePrevious(Object key, Object value, long timestamp, Headers headers) {
		if (!this.starts.contains(this.before + 1)) {
			update(key, value, this.before + 1, null, timestamp, headers);
		}
	}

	/**
	 * Makes the window behind this record of what is there of later records.
	 */
	private void addBehind(Object key, long timestamp, Headers headers) {
		ValueAndTimestamp<Object> later = this.right;
		if (later != null && later.timestamp() > timestamp && !this.starts.contains(timestamp + 1)) {
			write(key, timestamp + 1, later.value(), later.timestamp(), headers);
		}
	}

	private void update(Object key, Object value, long start, @Nullable ValueAndTimestamp<Object> aggregate,
			long timestamp, Headers headers) {
		if (closed(start)) {
			Drops.count(this.context, name(), Drops.LATE);
			return;
		}
		Object now = this.aggregation.add(key, value, (aggregate != null) ? aggregate.value() : null);
		write(key, start, now, (aggregate != null) ? Math.max(aggregate.timestamp(), timestamp) : timestamp, headers);
	}

	private void write(Object key, long start, @Nullable Object now, long timestamp, Headers headers) {
		if (closed(start)) {
			return;
		}
		WindowAccess rows = rows();
		Object old = rows.find(key, start, later(start, this.difference));
		if (now == null && old == null) {
			return;
		}
		if (!hold(now, timestamp, headers)) {
			rows.update(now, timestamp);
			forwardChange(rows.foundKey(), now, old, timestamp, headers);
		}
	}

	private boolean closed(long start) {
		return Objects.requireNonNull(this.clock).closed(later(start, this.difference + 1));
	}

	private WindowAccess rows() {
		return Objects.requireNonNull(this.store, "The operator takes records before it is readied");
	}

	private static long later(long time, long millis) {
		long later = time + millis;
		return (later < 0) ? Long.MAX_VALUE : later;
	}

}
