package io.millrace.streams.internal.operator;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.millrace.streams.errors.ProcessorStateException;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.internal.store.SuppressionBuffer;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.processor.PunctuationType;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Keeps changes of a table in a buffer, the last of each row, and passes them on once
 * their time has come: when the window of the row is closed, after which there are no
 * further changes, or some time after the first change. What is passed on has the origin,
 * the time and the headers of the row's last change, and as old value the one that was
 * passed on before.
 */
public final class SuppressOperator extends Operator {

	private final String storeName;

	private final Limits limits;

	private @Nullable SuppressionBuffer buffer;

	private WindowClock[] clocks = {};

	private @Nullable OperatorContext context;

	private final PassedOn passedOn = new PassedOn();

	/** Where the last change that was passed on is from; mostly the next one's also. */
	private @Nullable TopicPartition origin;

	/**
	 * Makes the operator.
	 * @param storeName the store of the buffer
	 * @param limits how long and how much is buffered
	 */
	public SuppressOperator(String storeName, Limits limits) {
		this.storeName = storeName;
		this.limits = limits;
	}

	@Override
	public void init(OperatorContext context) {
		this.context = context;
		// Those of the aggregations before are there already.
		List<String> names = this.limits.clocks().isEmpty() ? List.of(name()) : this.limits.clocks();
		this.clocks = names.stream()
			.map((clock) -> context.windowClock(ClockName.of(clock, this.storeName), this.limits.waitMillis()))
			.toArray(WindowClock[]::new);
		if (!(context.store(this.storeName) instanceof SuppressionBuffer found)) {
			throw new StreamsException("Store " + this.storeName + " of operator " + name() + " is missing in task "
					+ context.taskId() + ", or of another kind.");
		}
		this.buffer = found;
		if (this.limits.idleMillis() > 0) {
			// After the aggregation before, which moves the clock on.
			context.schedule(this, null, Duration.ofMillis(Math.max(1, this.limits.idleMillis() / 4)),
					PunctuationType.WALL_CLOCK_TIME, (now) -> {
						goOnWithoutSilent();
						passOnWhatIsDue(found, context);
					});
		}
	}

	/**
	 * Changes that are held back come in another order than they were made in, so a
	 * window's last one might come after the window is closed.
	 */
	@Override
	boolean takesEveryChange() {
		return true;
	}

	@Override
	public void onChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		OperatorContext task = Objects.requireNonNull(this.context, "The operator takes changes before it is readied");
		SuppressionBuffer rows = Objects.requireNonNull(this.buffer);
		if (this.limits.clocks().isEmpty()) {
			this.clocks[0].observe(timestamp);
		}
		rows.put(this.limits.untilWindowCloses() ? ((Windowed<?>) key).window().end() : timestamp, key, newValue,
				oldValue, timestamp, headers, task.topic(), task.partition(), task.offset());
		passOnWhatIsDue(rows, task);
		while (rows.rows() > this.limits.maxRecords() || rows.bytes() > this.limits.maxBytes()) {
			if (!this.limits.emitEarly()) {
				throw full(rows, task);
			}
			passOn(rows, task);
		}
	}

	/**
	 * Moves the time of aggregations that have fallen silent on to that of the others,
	 * which would wait for them for good otherwise.
	 */
	private void goOnWithoutSilent() {
		long earliest = Long.MAX_VALUE;
		long latest = -1;
		for (WindowClock clock : this.clocks) {
			latest = Math.max(latest, clock.now());
			earliest = clock.silent() ? earliest : Math.min(earliest, clock.now());
		}
		long time = (earliest < Long.MAX_VALUE) ? earliest : latest;
		for (WindowClock clock : this.clocks) {
			if (clock.silent()) {
				clock.observe(time);
			}
		}
	}

	private void passOnWhatIsDue(SuppressionBuffer rows, OperatorContext task) {
		while (rows.rows() > 0 && closed(rows.earliest())) {
			passOn(rows, task);
		}
	}

	private boolean closed(long end) {
		long closing = WindowTimes.later(end, this.limits.beyondEnd());
		for (WindowClock clock : this.clocks) {
			if (!clock.closed(closing)) {
				return false;
			}
		}
		return true;
	}

	private void passOn(SuppressionBuffer rows, OperatorContext task) {
		SuppressionBuffer.Change change = rows.takeEarliest();
		if (change.newValue() == null && (this.limits.untilWindowCloses() || change.prior() == null)) {
			return;
		}
		this.passedOn.change = change;
		task.onBehalfOf(originOf(change), change.offset(), change.timestamp(), this.passedOn);
		this.passedOn.change = null;
	}

	private @Nullable TopicPartition originOf(SuppressionBuffer.Change change) {
		String topic = change.topic();
		if (topic == null) {
			return null;
		}
		TopicPartition known = this.origin;
		if (known == null || known.partition() != change.partition() || !known.topic().equals(topic)) {
			known = new TopicPartition(topic, change.partition());
			this.origin = known;
		}
		return known;
	}

	/**
	 * Fails the task whatever the error policy: no record is to blame.
	 */
	private ProcessorStateException full(SuppressionBuffer rows, OperatorContext task) {
		return new ProcessorStateException("The buffer " + this.storeName + " of operator " + name() + " in task "
				+ task.taskId() + " is full: it holds " + rows.rows() + " records of " + this.limits.maxRecords()
				+ " at most, and " + rows.bytes() + " bytes of " + this.limits.maxBytes()
				+ " at most. Give it more room, or let it pass rows on early with emitEarlyWhenFull.");
	}

	/**
	 * Passes one change on.
	 */
	private final class PassedOn implements Runnable {

		private SuppressionBuffer.@Nullable Change change;

		@Override
		public void run() {
			SuppressionBuffer.Change taken = Objects.requireNonNull(this.change);
			TableStores.forward(SuppressOperator.this, Objects.requireNonNull(SuppressOperator.this.buffer),
					taken.key(), taken.newValue(), taken.prior(), taken.timestamp(), taken.headers());
		}

	}

	/**
	 * How long and how much is buffered.
	 *
	 * @param untilWindowCloses whether rows are kept until their window closes, and
	 * deletes aren't passed on
	 * @param clocks the names of the clocks that all have to say that a window is closed;
	 * none for one of the operator's own, that sees the changes
	 * @param waitMillis how long rows are kept, after the end of their window or after
	 * their first change, in milliseconds
	 * @param beyondEnd how far behind what a window gives as its end no record can be
	 * added any more, in milliseconds
	 * @param maxRecords how many rows are buffered at most
	 * @param maxBytes how many bytes are buffered at most
	 * @param emitEarly whether the oldest rows are passed on when there are more
	 * @param idleMillis after how much silence windows are closed by the wall clock, 0
	 * for never
	 */
	public record Limits(boolean untilWindowCloses, List<String> clocks, long waitMillis, long beyondEnd,
			long maxRecords, long maxBytes, boolean emitEarly, long idleMillis) {
	}

}
