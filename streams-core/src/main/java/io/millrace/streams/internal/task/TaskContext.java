package io.millrace.streams.internal.task;

import java.io.File;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

import io.millrace.streams.StreamsMetrics;
import io.millrace.streams.internal.operator.ClockName;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.OperatorContext;
import io.millrace.streams.internal.operator.RecordOutput;
import io.millrace.streams.internal.operator.WindowClock;
import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.internal.store.HoldingStore;
import io.millrace.streams.processor.Cancellable;
import io.millrace.streams.processor.PunctuationType;
import io.millrace.streams.processor.Punctuator;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.TaskId;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * The task as its operators see it, and the record being processed. Made by
 * {@link StreamTask}, which moves it from record to record.
 */
class TaskContext implements OperatorContext {

	private final TaskId id;

	private final TaskEnvironment environment;

	private final OperatedStores state;

	private final RecordOutput output;

	private final BadRecords badRecords;

	private final TaskMetrics metrics;

	private final StreamTime streamTime = new StreamTime();

	private final Punctuations byStreamTime = new Punctuations(true, this::requestCommit);

	private final Punctuations byWallClock = new Punctuations(false, this::requestCommit);

	private @Nullable ConsumerRecord<byte[], byte[]> record;

	private @Nullable TopicPartition partition;

	private long offset = -1;

	private SendFailures.Kind kind = SendFailures.Kind.PUNCTUATION;

	private boolean holding;

	private final DueResults dueResults = new DueResults();

	private long timestamp = StreamTime.UNKNOWN;

	private long wallClock;

	private final Silence silence = new Silence();

	private boolean commitRequested;

	TaskContext(TaskId id, TaskEnvironment environment, OperatedStores state, RecordOutput output,
			BadRecords badRecords) {
		this.id = id;
		this.environment = environment;
		this.state = state;
		this.output = output;
		this.badRecords = badRecords;
		this.metrics = new TaskMetrics(Sensor.RecordingLevel.INFO);
		this.wallClock = environment.wallClock().getAsLong();
	}

	void close() {
		this.metrics.close();
	}

	/**
	 * Moves on to a record, or to a punctuation.
	 * @param record the record, null for none
	 * @param partition where it is from
	 * @param timestamp its time
	 */
	void enter(@Nullable ConsumerRecord<byte[], byte[]> record, @Nullable TopicPartition partition, long timestamp) {
		this.record = record;
		this.partition = partition;
		this.offset = (record != null) ? record.offset() : -1;
		this.timestamp = timestamp;
		this.kind = (record != null) ? SendFailures.Kind.RECORD : SendFailures.Kind.PUNCTUATION;
	}

	/**
	 * What a sink sends now is of.
	 */
	SendFailures.Origin origin(String sink) {
		FailureContext where = (this.record != null) ? FailureContext.of(this.id, sink, this.record)
				: FailureContext.of(this.id, sink, this.partition, this.offset, this.timestamp);
		return new SendFailures.Origin(this.kind, where,
				(this.kind == SendFailures.Kind.PUNCTUATION) ? runningPunctuation() : null);
	}

	private Punctuations.@Nullable Call runningPunctuation() {
		Punctuations.Call call = this.byStreamTime.running();
		return (call != null) ? call : this.byWallClock.running();
	}

	/**
	 * The results that are given on behalf of records before.
	 */
	DueResults dueResults() {
		return this.dueResults;
	}

	/**
	 * Moves on to no record.
	 */
	void leave(long timestamp) {
		enter(null, null, timestamp);
	}

	@Override
	public void enterHeld(@Nullable TopicPartition partition, long offset, long timestamp) {
		this.kind = SendFailures.Kind.HELD;
		this.record = null;
		this.partition = partition;
		this.offset = offset;
		this.timestamp = timestamp;
	}

	@Override
	public void onBehalfOf(@Nullable TopicPartition other, long otherOffset, long otherTimestamp, Runnable work) {
		if (this.dueResults.next()) {
			give(other, otherOffset, otherTimestamp, work);
		}
	}

	private void give(@Nullable TopicPartition other, long otherOffset, long otherTimestamp, Runnable work) {
		int number = this.dueResults.number();
		ConsumerRecord<byte[], byte[]> currentRecord = this.record;
		TopicPartition currentPartition = this.partition;
		long currentOffset = this.offset;
		long currentTimestamp = this.timestamp;
		SendFailures.Kind currentKind = this.kind;
		enterHeld(other, otherOffset, otherTimestamp);
		this.kind = SendFailures.Kind.DUE;
		try {
			work.run();
		}
		catch (RuntimeException ex) {
			// The context stays where it happened, until the next record.
			this.dueResults.failed(number, otherTimestamp);
			throw ex;
		}
		this.record = currentRecord;
		this.partition = currentPartition;
		this.offset = currentOffset;
		this.timestamp = currentTimestamp;
		this.kind = currentKind;
	}

	/**
	 * Says whether changes of rows may be held back from now on.
	 */
	void holding(boolean holding) {
		this.holding = holding;
	}

	@Override
	public boolean hold(HoldingStore row, @Nullable Object value, long timestamp, Headers headers) {
		if (!this.holding) {
			return false;
		}
		// Headers that come from user code may be changed by it later.
		Headers kept = (this.record != null && headers == this.record.headers()) ? headers : new RecordHeaders(headers);
		return row.hold(value, timestamp, kept, this.partition, this.offset);
	}

	/**
	 * Where the record being processed is from, null if there is none.
	 */
	@Nullable TopicPartition inputPartition() {
		return this.partition;
	}

	/**
	 * The time of the record or the punctuation being processed.
	 */
	long timestamp() {
		return this.timestamp;
	}

	StreamTime time() {
		return this.streamTime;
	}

	Punctuations punctuations(PunctuationType type) {
		return (type == PunctuationType.STREAM_TIME) ? this.byStreamTime : this.byWallClock;
	}

	/**
	 * The punctuations called since the last commit are committed.
	 */
	void keepPunctuations() {
		this.byStreamTime.keep();
		this.byWallClock.keep();
	}

	/**
	 * The punctuations called since the last commit are undone.
	 */
	void repeatPunctuations() {
		this.byStreamTime.repeat();
		this.byWallClock.repeat();
	}

	void wallClock(long wallClock) {
		this.wallClock = wallClock;
		this.silence.wallClock(wallClock);
	}

	Silence silence() {
		return this.silence;
	}

	boolean commitRequested() {
		return this.commitRequested;
	}

	void commitDone() {
		this.commitRequested = false;
	}

	@Override
	public String applicationId() {
		return this.environment.applicationId();
	}

	@Override
	public TaskId taskId() {
		return this.id;
	}

	@Override
	public Map<String, Object> settings() {
		return this.environment.config().originals();
	}

	@Override
	public Serde<?> defaultKeySerde() {
		return this.environment.config().defaultKeySerde();
	}

	@Override
	public Serde<?> defaultValueSerde() {
		return this.environment.config().defaultValueSerde();
	}

	@Override
	public File stateDirectory() {
		return this.environment.stateDirectory().resolve(this.id.toString()).toFile();
	}

	@Override
	public StreamsMetrics metrics() {
		return this.metrics;
	}

	@Override
	public @Nullable StateStore store(String name) {
		return this.state.facade(name);
	}

	@Override
	public @Nullable StateStore globalStore(String name) {
		return this.environment.globalStores().apply(name);
	}

	@Override
	public Set<String> connectedStores(String operator) {
		return this.state.connectedWith(operator);
	}

	@Override
	public long streamTime() {
		return this.streamTime.now();
	}

	@Override
	public WindowClock windowClock(ClockName name, long graceMillis) {
		return this.streamTime.clock(name, graceMillis, () -> latestTime(name));
	}

	private long latestTime(ClockName name) {
		long latest = StreamTime.UNKNOWN;
		for (String store : name.stores()) {
			latest = Math.max(latest, this.state.latestTime(store));
		}
		return latest;
	}

	@Override
	public long wallClockTime() {
		return this.wallClock;
	}

	@Override
	public void watchSilence(long millis) {
		this.silence.watch(millis);
	}

	@Override
	public long silenceTime() {
		return this.silence.now();
	}

	@Override
	public long busyAt() {
		return this.silence.busyAt();
	}

	@Override
	public @Nullable String topic() {
		return (this.partition != null) ? this.partition.topic() : null;
	}

	@Override
	public int partition() {
		return (this.partition != null) ? this.partition.partition() : -1;
	}

	@Override
	public long offset() {
		return this.offset;
	}

	@Override
	public Cancellable schedule(Operator operator, @Nullable Long startTime, Duration interval, PunctuationType type,
			Punctuator callback) {
		long millis = interval.toMillis();
		if (millis < 1) {
			throw new IllegalArgumentException(
					"The interval of a punctuation of operator " + operator.name() + " is below one millisecond.");
		}
		long first = (type == PunctuationType.STREAM_TIME) ? 0 : this.wallClock + millis;
		return punctuations(type).add(operator, (startTime != null) ? startTime : first, millis, callback);
	}

	@Override
	public void requestCommit() {
		this.commitRequested = true;
	}

	@Override
	public RecordOutput output() {
		return this.output;
	}

	@Override
	public void dropped(String operator, DropReason reason) {
		this.badRecords.dropped(operator, reason);
	}

}
