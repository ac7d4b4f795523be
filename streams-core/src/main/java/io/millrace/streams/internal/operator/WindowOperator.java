package io.millrace.streams.internal.operator;

import java.time.Duration;
import java.util.Objects;

import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.kstream.LateRecordHandler;
import io.millrace.streams.kstream.Window;
import io.millrace.streams.processor.PunctuationType;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * What windowed aggregations have in common: the clock by which windows close, what
 * becomes of late records, final results, and windows that close since nothing comes any
 * more. The subclasses know the windows and the store.
 */
abstract class WindowOperator extends HoldingOperator {

	private final WindowOptions options;

	private final long grace;

	private @Nullable OperatorContext context;

	private @Nullable WindowClock clock;

	private long lastSeen;

	/**
	 * The time of the latest record, which silence doesn't move: it moves the other clock
	 * by so much from there and no further, however often it is called silent.
	 */
	private @Nullable WindowClock records;

	WindowOperator(WindowOptions options, long grace) {
		this.options = options;
		this.grace = grace;
	}

	/**
	 * The store of the aggregates.
	 */
	abstract String storeName();

	/**
	 * From the time of the latest record to when all windows that it belongs to are
	 * closed, without the grace period.
	 */
	abstract long reach();

	/**
	 * Called before time moves on, or after work was undone, if final results are wanted.
	 */
	void prepareFinals() {
	}

	/**
	 * Gives the results of windows that have been closed.
	 * @param before the time of the clock when that was done last
	 */
	abstract void giveFinals(long before);

	@Override
	public void init(OperatorContext context) {
		this.context = context;
		String shared = this.options.clock();
		ClockName clockName = ClockName.of((shared != null) ? shared : name(), storeName());
		this.clock = context.windowClock(clockName, this.grace);
		if (this.options.idleMillis() > 0) {
			this.records = context.windowClock(clockName.ofRecords(), this.grace);
			context.watchSilence(this.options.idleMillis());
			this.lastSeen = context.silenceTime();
			context.schedule(this, null, Duration.ofMillis(Math.max(1, this.options.idleMillis() / 4)),
					PunctuationType.WALL_CLOCK_TIME, (now) -> closeIfIdle());
		}
	}

	final OperatorContext context() {
		return Objects.requireNonNull(this.context, "The operator takes records before it is readied");
	}

	final WindowClock clock() {
		return Objects.requireNonNull(this.clock, "The operator takes records before it is readied");
	}

	final boolean finalsOnly() {
		return this.options.finalsOnly();
	}

	/**
	 * Sees the time of a record. If it closes windows, their final results are given
	 * before the record is looked at.
	 */
	final void observe(long timestamp) {
		if (this.records != null) {
			this.lastSeen = context().silenceTime();
			this.records.observe(timestamp);
			clock().silent(false);
		}
		moveTo(timestamp);
	}

	private void moveTo(long timestamp) {
		WindowClock time = clock();
		if (this.options.finalsOnly()) {
			prepareFinals();
		}
		long before = time.now();
		time.observe(timestamp);
		if (this.options.finalsOnly() && time.now() > before) {
			giveFinals(before);
		}
	}

	private void closeIfIdle() {
		long latest = Objects.requireNonNull(this.records).now();
		// What waits, for a record of another input say, hasn't fallen silent.
		long heard = Math.max(this.lastSeen, context().busyAt());
		if (context().silenceTime() - heard < this.options.idleMillis()) {
			return;
		}
		clock().silent(true);
		if (latest < 0) {
			return;
		}
		long allClosed = WindowTimes.later(WindowTimes.later(latest, reach()), this.grace);
		if (allClosed > clock().now()) {
			moveTo(allClosed);
		}
	}

	/**
	 * A record comes too late for a window.
	 * @param window the window
	 * @param end when it closed, without the grace period
	 */
	final void late(Object key, @Nullable Object value, long timestamp, Headers headers, Window window, long end) {
		Drops.count(this.context, name(), DropReason.LATE);
		LateRecordHandler<?, ?> handler = this.options.late();
		if (handler != null) {
			LateRecords.tell(handler, context(), key, value, timestamp, headers, window,
					clock().now() - this.grace - end);
		}
	}

	/**
	 * Whether anybody wants to know of late records; if not, they need only be counted.
	 */
	final boolean tellsOfLateRecords() {
		return this.options.late() != null;
	}

}
