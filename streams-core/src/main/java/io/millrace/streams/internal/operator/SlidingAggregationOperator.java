package io.millrace.streams.internal.operator;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

import io.millrace.streams.KeyValue;
import io.millrace.streams.internal.store.WindowAccess;
import io.millrace.streams.kstream.SlidingWindows;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.internals.TimeWindow;
import io.millrace.streams.state.KeyValueIterator;
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
public final class SlidingAggregationOperator extends WindowOperator {

	private static final long NONE = -1;

	private final String storeName;

	private final long difference;

	private final Aggregation aggregation;

	/** By the start of the windows. */
	private final ClosingIndex closing = new ClosingIndex();

	/** The starts of the windows that were found for the record. */
	private final Set<Long> starts = new HashSet<>();

	private @Nullable WindowAccess store;

	private @Nullable FinalResults finals;

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
	 * @param options what else can be chosen
	 */
	public SlidingAggregationOperator(String storeName, SlidingWindows windows, Aggregation aggregation,
			WindowOptions options) {
		super(options, windows.gracePeriodMs());
		this.storeName = storeName;
		this.difference = windows.timeDifferenceMs();
		this.aggregation = aggregation;
	}

	@Override
	public void init(OperatorContext context) {
		super.init(context);
		this.store = TableStores.findWindows(context, name(), this.storeName);
		this.finals = new FinalResults(context, (window, value, timestamp, headers) -> TableStores.forward(this, rows(),
				window, value, null, timestamp, headers));
		if (!finalsOnly()) {
			holdIn(context, this.store);
		}
	}

	@Override
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		if (key == null || value == null) {
			Drops.count(context(), name(), (key == null) ? Drops.NULL_KEY : Drops.NULL_VALUE);
			return;
		}
		observe(timestamp);
		if (closed(timestamp)) {
			// Even the last window that it belongs to.
			late(key, value, timestamp, headers, timestamp);
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
			late(key, value, timestamp, headers, start);
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
			if (!finalsOnly()) {
				TableStores.forward(this, rows, rows.foundKey(), now, old, timestamp, headers);
			}
			else if (old == null) {
				expect(key, start);
			}
		}
	}

	private void expect(Object key, long start) {
		this.closing.expect(rows().identity(key), key, start);
	}

	private boolean closed(long start) {
		return clock().closed(later(start, this.difference + 1));
	}

	private void late(Object key, Object value, long timestamp, Headers headers, long start) {
		if (tellsOfLateRecords()) {
			late(key, value, timestamp, headers, new TimeWindow(start, later(start, this.difference)),
					later(start, this.difference + 1));
		}
		else {
			Drops.count(context(), name(), Drops.LATE);
		}
	}

	@Override
	long reach() {
		return this.difference + 2;
	}

	@Override
	void prepareFinals() {
		this.closing.begin(clock());
		if (this.closing.incomplete()) {
			try (KeyValueIterator<Windowed<Object>, ValueAndTimestamp<Object>> windows = TableStores.ranges(rows())
				.all()) {
				while (windows.hasNext()) {
					Windowed<Object> window = windows.next().key;
					if (!closed(window.window().start())) {
						expect(Objects.requireNonNull(window.key()), window.window().start());
					}
				}
			}
			this.closing.completed();
		}
	}

	@Override
	void giveFinals(long before) {
		FinalResults results = Objects.requireNonNull(this.finals);
		results.begin();
		Object key = this.closing.take(clock(), this.difference + 1);
		while (key != null) {
			long start = this.closing.time();
			WindowAccess rows = rows();
			Object value = rows.find(key, start, later(start, this.difference));
			if (value != null) {
				results.add(rows.foundKey(), value, rows.foundTimestamp());
			}
			key = this.closing.take(clock(), this.difference + 1);
		}
		results.give(false);
	}

	@Override
	public void onAbort() {
		this.closing.forget();
	}

	private WindowAccess rows() {
		return Objects.requireNonNull(this.store, "The operator takes records before it is readied");
	}

	private static long later(long time, long millis) {
		return WindowTimes.later(time, millis);
	}

}
