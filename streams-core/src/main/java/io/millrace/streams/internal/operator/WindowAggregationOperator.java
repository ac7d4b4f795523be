package io.millrace.streams.internal.operator;

import java.util.Map;
import java.util.Objects;

import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.internal.store.WindowAccess;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.UnlimitedWindows;
import io.millrace.streams.kstream.Window;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.Windows;
import io.millrace.streams.kstream.internals.TimeWindow;
import io.millrace.streams.kstream.internals.UnlimitedWindow;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.ValueAndTimestamp;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates the records of each key by the windows that their time falls into. A record
 * changes one row of the table for each of its windows that isn't closed; for each that
 * is, it counts as dropped. A row's timestamp is the highest of all records that went
 * into it.
 */
public final class WindowAggregationOperator extends WindowOperator {

	private final String storeName;

	private final Windows<?> windows;

	private final Aggregation aggregation;

	/** So many times what it needs a scan may read to find the windows that close. */
	private static final long TOLERABLE_EXCESS = 8;

	/** So many windows a key may have open for them to be remembered on the heap. */
	private static final long FEW_WINDOWS = 256;

	/** By the start of the windows; used if a scan would read too much. */
	private final ClosingIndex closing = new ClosingIndex();

	private boolean indexed;

	private final boolean windowsAreFixed;

	private final long size;

	private final long advance;

	private @Nullable WindowAccess store;

	private @Nullable FinalResults finals;

	private boolean oldValueMatters;

	/**
	 * Makes an operator that gives results at every change.
	 * @param storeName the store of the aggregates
	 * @param windows the windows of a time
	 * @param aggregation adds a value to an aggregate
	 */
	public WindowAggregationOperator(String storeName, Windows<?> windows, Aggregation aggregation) {
		this(storeName, windows, aggregation, WindowOptions.DEFAULT);
	}

	/**
	 * Makes the operator.
	 * @param storeName the store of the aggregates
	 * @param windows the windows of a time
	 * @param aggregation adds a value to an aggregate
	 * @param options what else can be chosen
	 */
	public WindowAggregationOperator(String storeName, Windows<?> windows, Aggregation aggregation,
			WindowOptions options) {
		super(options, windows.gracePeriodMs());
		this.storeName = storeName;
		this.windows = windows;
		this.aggregation = aggregation;
		TimeWindows fixed = (windows instanceof TimeWindows times) ? times : null;
		this.windowsAreFixed = fixed != null;
		this.size = windows.size();
		this.advance = (fixed != null) ? fixed.advanceMs : 0;
	}

	/**
	 * Whether windows are so short that each close would scan a multiple of what it
	 * needs: a store finds windows of all keys by stretches of time, not one by one.
	 */
	private boolean worthAnIndex(WindowAccess store) {
		long open = WindowTimes.later(this.size, this.windows.gracePeriodMs());
		return store.scannedMillis() / this.advance >= TOLERABLE_EXCESS && open / this.advance <= FEW_WINDOWS;
	}

	@Override
	public void init(OperatorContext context) {
		super.init(context);
		this.store = TableStores.findWindows(context, name(), this.storeName);
		this.indexed = this.windowsAreFixed && finalsOnly() && worthAnIndex(this.store);
		this.finals = new FinalResults(context, (key, value, timestamp, headers) -> TableStores.forward(this, rows(),
				key, value, null, timestamp, headers));
		if ((this.windowsAreFixed || this.windows instanceof UnlimitedWindows) && !finalsOnly()) {
			// The store doesn't know windows of the user's own making.
			holdIn(context, this.store);
		}
		for (Operator child : children()) {
			this.oldValueMatters |= this.aggregation.runsUserCode() && !(child instanceof TableToStreamOperator);
		}
	}

	@Override
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		if (key == null) {
			Drops.count(context(), name(), DropReason.NULL_KEY);
			return;
		}
		observe(timestamp);
		if (!this.windowsAreFixed) {
			for (Map.Entry<Long, ? extends Window> window : this.windows.windowsFor(timestamp).entrySet()) {
				long start = window.getKey();
				add(key, value, start, window.getValue().end(), window.getValue(), timestamp, headers);
			}
			return;
		}
		if (timestamp < 0) {
			// No window starts before 1970.
			return;
		}
		// Counting up to the time itself would go around at the end of all time.
		long last = timestamp - timestamp % this.advance;
		long first = Math.max(0, timestamp - this.size + this.advance) / this.advance * this.advance;
		for (long back = last - first; back >= 0; back -= this.advance) {
			long start = last - back;
			long end = start + this.size;
			add(key, value, start, (end < 0) ? Long.MAX_VALUE : end, null, timestamp, headers);
		}
	}

	private void add(Object key, @Nullable Object value, long start, long end, @Nullable Window window, long timestamp,
			Headers headers) {
		if (clock().closed(end)) {
			if (tellsOfLateRecords()) {
				late(key, value, timestamp, headers, (window != null) ? window : new TimeWindow(start, end), end);
			}
			else {
				Drops.count(context(), name(), DropReason.LATE);
			}
			return;
		}
		WindowAccess rows = rows();
		// An aggregator may change the aggregate that it is given, so who looks at the
		// old value gets one of its own.
		Object old = this.oldValueMatters ? rows.find(key, start, end) : null;
		Object before = rows.find(key, start, end);
		long latest = Math.max(timestamp, rows.foundTimestamp());
		Object now = this.aggregation.add(key, value, before);
		if (now == null && before == null) {
			return;
		}
		if (hold(now, latest, headers)) {
			return;
		}
		rows.update(now, latest);
		if (finalsOnly()) {
			if (this.indexed && before == null) {
				expect(key, start);
			}
			return;
		}
		TableStores.forward(this, rows, (window != null) ? new Windowed<>(key, window) : rows.foundKey(), now,
				this.oldValueMatters ? old : before, latest, headers);
	}

	@Override
	Object given(Object key) {
		return (this.windowsAreFixed || !(key instanceof Windowed<?> windowed)) ? key
				: new Windowed<>(windowed.key(), new UnlimitedWindow(windowed.window().start()));
	}

	private WindowAccess rows() {
		return Objects.requireNonNull(this.store, "The operator takes records before it is readied");
	}

	@Override
	String storeName() {
		return this.storeName;
	}

	@Override
	long reach() {
		return this.size;
	}

	private void expect(Object key, long start) {
		this.closing.expect(rows().identity(key), key, start);
	}

	@Override
	void prepareFinals() {
		if (!this.indexed) {
			return;
		}
		this.closing.begin(clock());
		if (this.closing.incomplete()) {
			try (KeyValueIterator<Windowed<Object>, ValueAndTimestamp<Object>> windows = TableStores.ranges(rows())
				.all()) {
				while (windows.hasNext()) {
					Windowed<Object> window = windows.next().key;
					if (!clock().closed(window.window().end())) {
						expect(Objects.requireNonNull(window.key()), window.window().start());
					}
				}
			}
			this.closing.completed();
		}
	}

	@Override
	public void onAbort() {
		this.closing.forget();
	}

	@Override
	void giveFinals(long before) {
		FinalResults results = Objects.requireNonNull(this.finals);
		results.begin();
		if (this.indexed) {
			findExpected(results);
		}
		else {
			scan(before, results);
		}
		results.give(false);
	}

	private void findExpected(FinalResults results) {
		WindowAccess rows = rows();
		Object key = this.closing.take(clock(), this.size);
		while (key != null) {
			long start = this.closing.time();
			Object value = rows.find(key, start, ClosingIndex.end(start, this.size));
			if (value != null) {
				results.take(rows.foundKey(), value, rows.foundTimestamp());
			}
			key = this.closing.take(clock(), this.size);
		}
	}

	/**
	 * Windows whose end the clock has passed are those whose start lies in a stretch of
	 * time, which mostly is too short to hold any.
	 */
	private void scan(long before, FinalResults results) {
		long closed = clock().now() - this.windows.gracePeriodMs();
		long closedBefore = (before >= 0) ? before - this.windows.gracePeriodMs() : -1;
		if (closed < this.size) {
			return;
		}
		long from = (closedBefore < this.size) ? 0 : closedBefore - this.size + 1;
		long to = closed - this.size;
		if (this.windowsAreFixed && to - to % this.advance < from) {
			return;
		}
		rows().forEach(from, to, results);
	}

}
