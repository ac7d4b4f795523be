package io.millrace.streams.internal.operator;

import java.util.Objects;

import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.internal.store.WindowAccess;
import io.millrace.streams.internal.store.WindowRows;
import io.millrace.streams.kstream.SlidingWindows;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.internals.TimeWindow;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.ValueAndTimestamp;
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

	private static final int NONE = -1;

	private final String storeName;

	private final long difference;

	private final Aggregation aggregation;

	/** By the start of the windows. */
	private final ClosingIndex closing = new ClosingIndex();

	/** The windows that were there before the record. */
	private final WindowRows windows = new WindowRows();

	private @Nullable WindowAccess store;

	private @Nullable FinalResults finals;

	/** The time of the latest record before this one, if a window tells it. */
	private long before;

	/** The place of the latest window that ends before the record. */
	private int left;

	/**
	 * The place of the latest window that spans the record, or holds nothing but later
	 * ones.
	 */
	private int right;

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
			Drops.count(context(), name(), (key == null) ? DropReason.NULL_KEY : DropReason.NULL_VALUE);
			return;
		}
		observe(timestamp);
		if (closed(timestamp)) {
			// Even the last window that it belongs to.
			late(key, value, timestamp, headers, timestamp);
			return;
		}
		this.before = NONE;
		this.left = NONE;
		this.right = NONE;
		if (timestamp < this.difference) {
			addEarly(key, value, timestamp, headers);
		}
		else {
			add(key, value, timestamp, headers);
		}
		this.windows.clear();
	}

	private void add(Object key, Object value, long timestamp, Headers headers) {
		boolean endsWithIt = false;
		rows().collect(key, Math.max(0, timestamp - 2 * this.difference), later(timestamp, 1), this.difference,
				this.windows);
		for (int i = this.windows.count() - 1; i >= 0; i--) {
			long start = this.windows.start(i);
			long end = start + this.difference;
			if (start > timestamp) {
				continue;
			}
			if (end < timestamp) {
				this.left = i;
				this.before = this.windows.timestamp(i);
				break;
			}
			if (end > timestamp && this.right == NONE) {
				this.right = i;
			}
			update(key, value, start, i, timestamp, headers);
			if (end == timestamp) {
				endsWithIt = true;
				if (this.windows.timestamp(i) == timestamp) {
					// A record of the same time has brought its windows about already.
					return;
				}
				this.before = this.windows.timestamp(i);
			}
		}
		if (this.before != NONE && this.before + 1 + this.difference >= timestamp) {
			addBehindThePrevious(key, value, timestamp, headers);
		}
		if (!endsWithIt) {
			boolean reached = this.before != NONE && this.before >= timestamp - this.difference;
			update(key, value, timestamp - this.difference, reached ? this.left : NONE, timestamp, headers);
		}
		addBehind(key, timestamp, headers);
	}

	private void addEarly(Object key, Object value, long timestamp, Headers headers) {
		int first = NONE;
		rows().collect(key, 0, timestamp + 1, this.difference, this.windows);
		for (int i = 0; i < this.windows.count(); i++) {
			long start = this.windows.start(i);
			if (start == 0) {
				first = i;
				if (this.windows.timestamp(i) < timestamp) {
					this.before = this.windows.timestamp(i);
				}
			}
			else if (start <= timestamp) {
				this.right = i;
				update(key, value, start, i, timestamp, headers);
			}
		}
		if (this.right == NONE && first != NONE && this.windows.timestamp(first) > timestamp) {
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
		if (!this.windows.hasStart(this.before + 1)) {
			update(key, value, this.before + 1, NONE, timestamp, headers);
		}
	}

	/**
	 * Makes the window behind this record of what is there of later records, without this
	 * one.
	 */
	private void addBehind(Object key, long timestamp, Headers headers) {
		if (this.right != NONE && this.windows.timestamp(this.right) > timestamp
				&& !this.windows.hasStart(timestamp + 1)) {
			write(key, timestamp + 1, this.windows.value(this.right), this.windows.timestamp(this.right), headers);
		}
	}

	/**
	 * Writes a window with the record.
	 * @param aggregate the place of the one with what it holds without the record; none
	 * for nothing
	 */
	private void update(Object key, Object value, long start, int aggregate, long timestamp, Headers headers) {
		if (closed(start)) {
			late(key, value, timestamp, headers, start);
			return;
		}
		if (aggregate == NONE) {
			write(key, start, this.aggregation.add(key, value, null), timestamp, headers);
		}
		else {
			write(key, start, this.aggregation.add(key, value, this.windows.value(aggregate)),
					Math.max(this.windows.timestamp(aggregate), timestamp), headers);
		}
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
			Drops.count(context(), name(), DropReason.LATE);
		}
	}

	@Override
	String storeName() {
		return this.storeName;
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
				results.take(rows.foundKey(), value, rows.foundTimestamp());
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
