package io.millrace.streams.internal.operator;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.processor.Cancellable;
import io.millrace.streams.processor.PunctuationType;
import io.millrace.streams.processor.Punctuator;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.api.ProcessingContext;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The task as a processor of the user sees it: only the stores it is connected with, and
 * the children of its operator. Headers are copied on the way out.
 */
class UserContext extends TaskFacts implements ProcessingContext {

	private final Operator operator;

	private final OperatorContext task;

	private final Set<String> connectedStores;

	private boolean forwarding;

	UserContext(Operator operator, OperatorContext task) {
		this(operator, operator.name(), task);
	}

	/**
	 * Makes a context.
	 * @param operator the operator that runs what the user wrote
	 * @param connected the name of the operator whose stores it may reach
	 * @param task the task
	 */
	UserContext(Operator operator, String connected, OperatorContext task) {
		super(task);
		this.operator = operator;
		this.task = task;
		this.connectedStores = task.connectedStores(connected);
	}

	/**
	 * Allows or forbids to forward: that is possible while a record or a punctuation is
	 * being processed.
	 */
	final void forwarding(boolean allowed) {
		this.forwarding = allowed;
	}

	final void send(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers,
			@Nullable String childName) {
		if (!this.forwarding) {
			throw new StreamsException("Processor " + this.operator.name()
					+ " forwards a record while it processes none; forward within process or a punctuation only.");
		}
		if (childName != null) {
			child(childName).accept(key, value, timestamp, new RecordHeaders(headers));
		}
		else {
			this.operator.forward(key, value, timestamp, new RecordHeaders(headers));
		}
	}

	private Operator child(String childName) {
		for (Operator child : this.operator.children()) {
			if (child.name().equals(childName)) {
				return child;
			}
		}
		throw new StreamsException("Processor " + this.operator.name() + " can't forward to " + childName
				+ ", which is no child of it; its children are "
				+ Arrays.stream(this.operator.children()).map(Operator::name).toList() + ".");
	}

	@Override
	@SuppressWarnings("unchecked")
	public @Nullable <S extends StateStore> S getStateStore(String name) {
		Objects.requireNonNull(name, "name of a store can't be null");
		if (!this.connectedStores.contains(name)) {
			StateStore global = this.task.globalStore(name);
			if (global != null) {
				return (S) global;
			}
			throw new StreamsException("Processor " + this.operator.name() + " isn't connected with store " + name
					+ ", but with " + this.connectedStores + "; add its name where the processor is added to the"
					+ " topology, connect them with connectProcessorAndStateStores, or return its builder from"
					+ " the supplier's stores().");
		}
		return (S) this.task.store(name);
	}

	@Override
	public Cancellable schedule(Duration interval, PunctuationType type, Punctuator callback) {
		return scheduleFrom(null, interval, type, callback);
	}

	@Override
	public Cancellable schedule(Instant startTime, Duration interval, PunctuationType type, Punctuator callback) {
		Objects.requireNonNull(startTime, "startTime can't be null");
		if (startTime.toEpochMilli() < 0) {
			throw new IllegalArgumentException("Processor " + this.operator.name() + " schedules a call from "
					+ startTime + " on; the time can't lie before 1970.");
		}
		return scheduleFrom(startTime.toEpochMilli(), interval, type, callback);
	}

	private Cancellable scheduleFrom(@Nullable Long startTime, Duration interval, PunctuationType type,
			Punctuator callback) {
		Objects.requireNonNull(interval, "interval can't be null");
		Objects.requireNonNull(type, "type can't be null");
		Objects.requireNonNull(callback, "callback can't be null");
		if (interval.compareTo(Duration.ofMillis(1)) < 0) {
			throw new IllegalArgumentException("Processor " + this.operator.name() + " schedules a call every "
					+ interval + "; the interval can't be shorter than a millisecond.");
		}
		return this.task.schedule(this.operator, startTime, interval, type, (timestamp) -> {
			this.forwarding = true;
			try {
				callback.punctuate(timestamp);
			}
			finally {
				this.forwarding = false;
			}
		});
	}

	@Override
	public void commit() {
		this.task.requestCommit();
	}

	@Override
	public long currentSystemTimeMs() {
		return this.task.wallClockTime();
	}

	@Override
	public long currentStreamTimeMs() {
		return this.task.streamTime();
	}

}
