package io.millrace.streams.internal.operator;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

import io.millrace.streams.kstream.LateRecord;
import io.millrace.streams.kstream.LateRecordHandler;
import io.millrace.streams.kstream.Window;
import io.millrace.streams.processor.PunctuationType;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.processor.api.RecordMetadata;
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

	/** The time that silence has moved the clock to. */
	private long closedAt = -1;

	WindowOperator(WindowOptions options, long grace) {
		this.options = options;
		this.grace = grace;
	}

	/**
	 * From the time of the latest record to when all windows that it belongs to are
	 * closed, without the grace period.
	 */
	abstract long reach();

	/**
	 * Called before time moves on, if final results are wanted.
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
		this.clock = context.windowClock((shared != null) ? shared : name(), this.grace);
		if (this.options.idleMillis() > 0) {
			this.lastSeen = context.wallClockTime();
			context.schedule(this, null, Duration.ofMillis(Math.max(1, this.options.idleMillis() / 4)),
					PunctuationType.WALL_CLOCK_TIME, this::closeIfIdle);
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
		if (this.options.idleMillis() > 0) {
			this.lastSeen = context().wallClockTime();
			this.closedAt = -1;
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

	private void closeIfIdle(long now) {
		long seen = clock().now();
		if (seen < 0 || seen == this.closedAt || now - this.lastSeen < this.options.idleMillis()) {
			return;
		}
		moveTo(WindowTimes.later(WindowTimes.later(seen, reach()), this.grace));
		this.closedAt = clock().now();
	}

	/**
	 * A record comes too late for a window.
	 * @param window the window
	 * @param end when it closed, without the grace period
	 */
	final void late(Object key, @Nullable Object value, long timestamp, Headers headers, Window window, long end) {
		Drops.count(this.context, name(), Drops.LATE);
		LateRecordHandler<?, ?> handler = this.options.late();
		if (handler != null) {
			tell(handler, key, value, timestamp, headers, window, end);
		}
	}

	/**
	 * Whether anybody wants to know of late records; if not, they need only be counted.
	 */
	final boolean tellsOfLateRecords() {
		return this.options.late() != null;
	}

	@SuppressWarnings("unchecked")
	private void tell(LateRecordHandler<?, ?> handler, Object key, @Nullable Object value, long timestamp,
			Headers headers, Window window, long end) {
		OperatorContext task = context();
		String topic = task.topic();
		Optional<RecordMetadata> origin = (topic != null)
				? Optional.of(new Origin(topic, task.partition(), task.offset())) : Optional.empty();
		((LateRecordHandler<Object, @Nullable Object>) handler)
			.onLate(new LateRecord<>(new Record<>(key, value, timestamp, headers), window,
					Duration.ofMillis(clock().now() - this.grace - end), origin));
	}

	private record Origin(String topic, int partition, long offset) implements RecordMetadata {
	}

}
