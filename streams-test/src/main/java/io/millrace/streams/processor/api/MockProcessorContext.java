package io.millrace.streams.processor.api;

import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

import io.millrace.streams.StreamsConfig;
import io.millrace.streams.StreamsMetrics;
import io.millrace.streams.internal.task.TaskMetrics;
import io.millrace.streams.processor.Cancellable;
import io.millrace.streams.processor.PunctuationType;
import io.millrace.streams.processor.Punctuator;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.StateStoreContext;
import io.millrace.streams.processor.TaskId;
import io.millrace.streams.state.StoreBuilder;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.CumulativeCount;
import org.apache.kafka.common.metrics.stats.Rate;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * Stands in for the task in a test of one processor: notes what the processor forwards,
 * schedules and asks for, and has the time, the origin of the record and the stores that
 * the test gives it. Nothing is processed further; {@code TopologyTestDriver} runs whole
 * topologies. Not thread-safe.
 *
 * @param <KForward> the type of keys that are forwarded
 * @param <VForward> the type of values that are forwarded
 */
public class MockProcessorContext<KForward extends @Nullable Object, VForward extends @Nullable Object>
		implements ProcessorContext<KForward, VForward> {

	private final StreamsConfig config;

	private final TaskId taskId;

	private final @Nullable File stateDir;

	private final TaskMetrics metrics = new TaskMetrics(Sensor.RecordingLevel.TRACE);

	private final MockStores stores;

	private final List<CapturedPunctuator> punctuators = new ArrayList<>();

	private final List<CapturedForward<? extends KForward, ? extends VForward>> forwards = new ArrayList<>();

	private @Nullable RecordMetadata recordMetadata;

	private @Nullable Long systemTime;

	private @Nullable Long streamTime;

	private boolean committed;

	/**
	 * Makes a context with the default settings, for task 0_0, without a directory.
	 */
	public MockProcessorContext() {
		this(new Properties());
	}

	/**
	 * Makes a context for task 0_0, without a directory.
	 * @param config the settings of the application; id and broker may be left out
	 */
	public MockProcessorContext(Properties config) {
		this(config, new TaskId(0, 0), null);
	}

	/**
	 * Makes a context.
	 * @param config the settings of the application; id and broker may be left out
	 * @param taskId the task
	 * @param stateDir the directory of the task's state, which isn't created; null if the
	 * processor asks for none
	 * @throws org.apache.kafka.common.config.ConfigException if a setting is invalid
	 */
	public MockProcessorContext(Properties config, TaskId taskId, @Nullable File stateDir) {
		Map<Object, Object> settings = new LinkedHashMap<>(config);
		settings.putIfAbsent(StreamsConfig.APPLICATION_ID_CONFIG, "mock-processor-context");
		settings.putIfAbsent(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:9092");
		this.config = new StreamsConfig(settings);
		this.taskId = Objects.requireNonNull(taskId, "taskId can't be null");
		this.stateDir = stateDir;
		this.stores = new MockStores(this, droppedRecords());
	}

	private Sensor droppedRecords() {
		String group = "stream-task-metrics";
		Map<String, String> tags = Map.of("thread-id", Thread.currentThread().getName(), "task-id",
				this.taskId.toString());
		Sensor dropped = this.metrics.addSensor("dropped-records", Sensor.RecordingLevel.INFO);
		dropped.add(new MetricName("dropped-records-rate", group, "", tags), new Rate(TimeUnit.SECONDS));
		dropped.add(new MetricName("dropped-records-total", group, "", tags), new CumulativeCount());
		return dropped;
	}

	@Override
	public String applicationId() {
		return this.config.applicationId();
	}

	@Override
	public TaskId taskId() {
		return this.taskId;
	}

	@Override
	public Map<String, Object> appConfigs() {
		return this.config.originals();
	}

	@Override
	public Map<String, Object> appConfigsWithPrefix(String prefix) {
		return Collections.unmodifiableMap(this.config.originalsWithPrefix(prefix));
	}

	/**
	 * The time that {@link #setCurrentSystemTimeMs} set.
	 * @return milliseconds since the epoch
	 * @throws IllegalStateException if none was set
	 */
	@Override
	public long currentSystemTimeMs() {
		if (this.systemTime == null) {
			throw new IllegalStateException(
					"The context has no system time yet; set one with setCurrentSystemTimeMs before it is asked for.");
		}
		return this.systemTime;
	}

	/**
	 * The time that {@link #setCurrentStreamTimeMs} set.
	 * @return milliseconds since the epoch
	 * @throws IllegalStateException if none was set
	 */
	@Override
	public long currentStreamTimeMs() {
		if (this.streamTime == null) {
			throw new IllegalStateException(
					"The context has no stream time yet; set one with setCurrentStreamTimeMs before it is asked for.");
		}
		return this.streamTime;
	}

	@Override
	public Serde<?> keySerde() {
		return this.config.defaultKeySerde();
	}

	@Override
	public Serde<?> valueSerde() {
		return this.config.defaultValueSerde();
	}

	/**
	 * The directory that the constructor was given.
	 * @return the directory
	 * @throws NullPointerException if it was given none
	 */
	@Override
	public File stateDir() {
		return Objects.requireNonNull(this.stateDir,
				"The context has no state directory; give it one with the constructor that takes stateDir.");
	}

	@Override
	public StreamsMetrics metrics() {
		return this.metrics;
	}

	/**
	 * Says where the record came from that is processed next.
	 * @param topic the topic
	 * @param partition the partition
	 * @param offset the offset
	 */
	public void setRecordMetadata(String topic, int partition, long offset) {
		this.recordMetadata = new MockRecordMetadata(topic, partition, offset);
	}

	/**
	 * Sets the time of the machine. It stays there until it's set again.
	 * @param currentSystemTimeMs milliseconds since the epoch
	 */
	public void setCurrentSystemTimeMs(long currentSystemTimeMs) {
		this.systemTime = currentSystemTimeMs;
	}

	/**
	 * Sets stream time. It stays there until it's set again, and calls no punctuator.
	 * @param currentStreamTimeMs milliseconds since the epoch
	 */
	public void setCurrentStreamTimeMs(long currentStreamTimeMs) {
		this.streamTime = currentStreamTimeMs;
	}

	@Override
	public Optional<RecordMetadata> recordMetadata() {
		return Optional.ofNullable(this.recordMetadata);
	}

	@Override
	@SuppressWarnings("unchecked")
	public @Nullable <S extends StateStore> S getStateStore(String name) {
		return (S) this.stores.store(name);
	}

	/**
	 * Gives the context a store. One that registers itself with
	 * {@link #getStateStoreContext()} is there already.
	 * @param stateStore the store, in the place of an earlier one of its name
	 * @param <S> the type of the store
	 */
	public <S extends StateStore> void addStateStore(S stateStore) {
		this.stores.add(stateStore);
	}

	/**
	 * Makes a store and gives it to the context, ready to be used. It lives in memory,
	 * wherever the builder wants it, and has no changelog. The same as
	 * {@code builder.build()} and {@code init} with {@link #getStateStoreContext()}.
	 * @param builder what declares the store
	 * @param <S> the type of the store
	 * @return the store
	 * @throws io.millrace.streams.errors.TopologyException if the builder declares what
	 * can't be run
	 */
	public <S extends StateStore> S addStateStore(StoreBuilder<S> builder) {
		return this.stores.make(builder);
	}

	@Override
	public Cancellable schedule(Duration interval, PunctuationType type, Punctuator callback) {
		return capture(new CapturedPunctuator(null, interval, type, callback));
	}

	@Override
	public Cancellable schedule(Instant startTime, Duration interval, PunctuationType type, Punctuator callback) {
		Objects.requireNonNull(startTime, "startTime can't be null");
		if (startTime.toEpochMilli() < 0) {
			throw new IllegalArgumentException(
					"A call is scheduled from " + startTime + " on; the time can't lie before 1970.");
		}
		return capture(new CapturedPunctuator(startTime, interval, type, callback));
	}

	private Cancellable capture(CapturedPunctuator punctuator) {
		this.punctuators.add(punctuator);
		return punctuator::cancel;
	}

	/**
	 * What the processor scheduled so far, cancelled or not. No clock calls it; a test
	 * does, by {@link CapturedPunctuator#getPunctuator()}.
	 * @return a copy, in the order of the calls
	 */
	public List<CapturedPunctuator> scheduledPunctuators() {
		return new ArrayList<>(this.punctuators);
	}

	@Override
	public <K extends KForward, V extends VForward> void forward(Record<K, V> record) {
		this.forwards.add(new CapturedForward<>(record));
	}

	@Override
	public <K extends KForward, V extends VForward> void forward(Record<K, V> record, @Nullable String childName) {
		this.forwards.add(new CapturedForward<>(record, Optional.ofNullable(childName)));
	}

	/**
	 * What the processor forwarded since it was last reset.
	 * @return a copy, in the order of the calls
	 */
	public List<CapturedForward<? extends KForward, ? extends VForward>> forwarded() {
		return new ArrayList<>(this.forwards);
	}

	/**
	 * What a child got since it was last reset: what was forwarded to it by name, and
	 * what was forwarded to all.
	 * @param childName the child's name
	 * @return a copy, in the order of the calls
	 */
	public List<CapturedForward<? extends KForward, ? extends VForward>> forwarded(String childName) {
		Objects.requireNonNull(childName, "childName can't be null");
		List<CapturedForward<? extends KForward, ? extends VForward>> found = new ArrayList<>();
		for (CapturedForward<? extends KForward, ? extends VForward> forward : this.forwards) {
			if (forward.childName().isEmpty() || forward.childName().get().equals(childName)) {
				found.add(forward);
			}
		}
		return found;
	}

	/**
	 * Forgets what was forwarded.
	 */
	public void resetForwards() {
		this.forwards.clear();
	}

	@Override
	public void commit() {
		this.committed = true;
	}

	/**
	 * Whether the processor asked for a commit since it was last reset.
	 * @return true if so
	 */
	public boolean committed() {
		return this.committed;
	}

	/**
	 * Forgets that the processor asked for a commit.
	 */
	public void resetCommit() {
		this.committed = false;
	}

	/**
	 * What a store is readied with that the test makes itself:
	 * {@code store.init(context.getStateStoreContext(), store)}. A store that registers
	 * itself is known to this context from then on; nothing is restored.
	 * @return the task as its stores see it
	 */
	public StateStoreContext getStateStoreContext() {
		return this.stores;
	}

	/**
	 * A record that a processor forwarded.
	 *
	 * @param <K> the type of the key
	 * @param <V> the type of the value
	 */
	public static final class CapturedForward<K extends @Nullable Object, V extends @Nullable Object> {

		private final Record<K, V> record;

		private final Optional<String> childName;

		/**
		 * A record that was forwarded to all children.
		 * @param record the record
		 */
		public CapturedForward(Record<K, V> record) {
			this(record, Optional.empty());
		}

		/**
		 * A record that was forwarded.
		 * @param record the record
		 * @param childName the child that it was forwarded to, empty for all
		 */
		public CapturedForward(Record<K, V> record, Optional<String> childName) {
			this.record = Objects.requireNonNull(record, "record can't be null");
			this.childName = Objects.requireNonNull(childName, "childName can't be null");
		}

		/**
		 * The child that it was forwarded to.
		 * @return the child's name, empty for all children
		 */
		public Optional<String> childName() {
			return this.childName;
		}

		/**
		 * The record, the very one that was forwarded.
		 * @return the record
		 */
		public Record<K, V> record() {
			return this.record;
		}

		@Override
		public boolean equals(@Nullable Object other) {
			return other instanceof CapturedForward<?, ?> forward && this.record.equals(forward.record)
					&& this.childName.equals(forward.childName);
		}

		@Override
		public int hashCode() {
			return Objects.hash(this.record, this.childName);
		}

		@Override
		public String toString() {
			return "CapturedForward[record=" + this.record + ", childName=" + this.childName.orElse("all") + "]";
		}

	}

	/**
	 * A call that a processor scheduled.
	 */
	public static final class CapturedPunctuator {

		private final @Nullable Instant startTime;

		private final Duration interval;

		private final PunctuationType type;

		private final Punctuator punctuator;

		private boolean cancelled;

		private CapturedPunctuator(@Nullable Instant startTime, Duration interval, PunctuationType type,
				Punctuator punctuator) {
			this.startTime = startTime;
			this.interval = Objects.requireNonNull(interval, "interval can't be null");
			this.type = Objects.requireNonNull(type, "type can't be null");
			this.punctuator = Objects.requireNonNull(punctuator, "callback can't be null");
			if (interval.compareTo(Duration.ofMillis(1)) < 0) {
				throw new IllegalArgumentException("A call is scheduled every " + interval
						+ "; the interval can't be shorter than a millisecond.");
			}
		}

		/**
		 * When it is due first.
		 * @return the time, or null if none was given
		 */
		public @Nullable Instant getStartTime() {
			return this.startTime;
		}

		/**
		 * The time between two calls.
		 * @return the interval
		 */
		public Duration getInterval() {
			return this.interval;
		}

		/**
		 * Which clock it follows.
		 * @return the type
		 */
		public PunctuationType getType() {
			return this.type;
		}

		/**
		 * What is to be called, for the test to call.
		 * @return the callback
		 */
		public Punctuator getPunctuator() {
			return this.punctuator;
		}

		/**
		 * Cancels it, as the processor may.
		 */
		public void cancel() {
			this.cancelled = true;
		}

		/**
		 * Whether it was cancelled.
		 * @return true if so
		 */
		public boolean cancelled() {
			return this.cancelled;
		}

	}

	private record MockRecordMetadata(String topic, int partition, long offset) implements RecordMetadata {
	}

}
