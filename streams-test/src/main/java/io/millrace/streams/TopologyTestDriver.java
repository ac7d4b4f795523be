package io.millrace.streams;

import java.io.Closeable;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

import io.millrace.streams.internal.store.CacheBudget;
import io.millrace.streams.internal.store.HeldRowException;
import io.millrace.streams.internal.store.InMemoryStateEngineFactory;
import io.millrace.streams.internal.task.Changelog;
import io.millrace.streams.internal.task.StreamTask;
import io.millrace.streams.internal.task.TaskCounters;
import io.millrace.streams.internal.task.TaskEnvironment;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.TaskId;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.SessionStore;
import io.millrace.streams.state.TimestampedKeyValueStore;
import io.millrace.streams.state.TimestampedWindowStore;
import io.millrace.streams.state.ValueAndTimestamp;
import io.millrace.streams.state.VersionedKeyValueStore;
import io.millrace.streams.state.WindowStore;
import io.millrace.streams.test.TestRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a topology without a broker: the operators and stores are those of the runtime,
 * every topic has one partition, and the test moves the wall clock. A record piped in is
 * processed, also behind repartition topics, and committed before the call returns, so
 * the results can be read at once. State lives in memory. Not thread-safe.
 */
public class TopologyTestDriver implements Closeable {

	private final DriverTime time;

	private final CapturingProducer producer = new CapturingProducer();

	private final TaskCounters counters = new TaskCounters();

	private final Map<String, StreamTask> tasksByTopic = new HashMap<>();

	private final Map<String, StreamTask> tasksByStore = new LinkedHashMap<>();

	private final Map<Integer, StreamTask> tasks = new LinkedHashMap<>();

	private final GlobalStoresUnderTest globalStores;

	private final UncommittedInput input = new UncommittedInput();

	private final Map<String, Long> inputOffsets = new HashMap<>();

	/**
	 * Runs a topology with the default settings, the wall clock at the current time.
	 * @param topology the topology
	 */
	public TopologyTestDriver(Topology topology) {
		this(topology, new Properties());
	}

	/**
	 * Runs a topology, the wall clock at the current time.
	 * @param topology the topology
	 * @param config the settings of the application; id and broker may be left out
	 */
	public TopologyTestDriver(Topology topology, Properties config) {
		this(topology, config, null);
	}

	/**
	 * Runs a topology with the default settings.
	 * @param topology the topology
	 * @param initialWallClockTime where the wall clock stands at first
	 */
	public TopologyTestDriver(Topology topology, Instant initialWallClockTime) {
		this(topology, new Properties(), initialWallClockTime);
	}

	/**
	 * Runs a topology.
	 * @param topology the topology
	 * @param config the settings of the application; id and broker may be left out
	 * @param initialWallClockTime where the wall clock stands at first; null for the
	 * current time
	 */
	public TopologyTestDriver(Topology topology, Properties config, @Nullable Instant initialWallClockTime) {
		this.time = new DriverTime(
				(initialWallClockTime != null) ? initialWallClockTime.toEpochMilli() : System.currentTimeMillis());
		Map<Object, Object> settings = new HashMap<>(config);
		settings.putIfAbsent(StreamsConfig.APPLICATION_ID_CONFIG, "topology-test-driver");
		settings.putIfAbsent(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:9092");
		StreamsConfig streamsConfig = new StreamsConfig(settings);
		CompiledTopology compiled = topology.compile(streamsConfig);
		TaskEnvironment environment = new TaskEnvironment(streamsConfig.applicationId(), streamsConfig,
				Path.of(System.getProperty("java.io.tmpdir"), streamsConfig.applicationId()),
				new InMemoryStateEngineFactory(), this.producer, new CacheBudget(streamsConfig.stateCacheMaxBytes()),
				this.counters, this.time::milliseconds, this::globalStore);
		this.globalStores = new GlobalStoresUnderTest(compiled.globalStores(), environment);
		this.globalStores.open();
		compiled.subtopologies().forEach((subtopology) -> start(subtopology, environment));
		this.tasks.values().forEach((task) -> task.punctuate(this.time.milliseconds()));
		settle();
	}

	private @Nullable StateStore globalStore(String name) {
		return this.globalStores.view(name);
	}

	private void start(CompiledTopology.Subtopology subtopology, TaskEnvironment environment) {
		StreamTask task = new StreamTask(new TaskId(subtopology.id(), 0), subtopology, environment);
		this.tasks.put(subtopology.id(), task);
		task.inputPartitions().forEach((partition) -> this.tasksByTopic.put(partition.topic(), task));
		subtopology.stores().forEach((store) -> this.tasksByStore.put(store.name(), task));
		task.open();
		for (Changelog changelog : task.changelogs()) {
			task.restore(changelog.partition(), List.of(), 0);
			task.restoreProgress(changelog.partition(), 0, 0);
		}
		task.start(Map.of());
	}

	/**
	 * What was counted so far: {@code dropped-records-total} in the group
	 * {@code stream-task-metrics}, over all tasks.
	 * @return an unmodifiable map of this moment's values
	 */
	public Map<MetricName, ? extends Metric> metrics() {
		Metric dropped = new CountedMetric(new MetricName("dropped-records-total", "stream-task-metrics",
				"Records dropped on the way, of all tasks", Map.of()), this.counters.droppedCount());
		return Map.of(dropped.metricName(), dropped);
	}

	/**
	 * Moves the wall clock and calls the punctuations that become due, each once.
	 * @param advance how far
	 */
	public void advanceWallClockTime(Duration advance) {
		Objects.requireNonNull(advance, "advance can't be null");
		this.time.advance(advance);
		this.tasks.values().forEach((task) -> task.punctuate(this.time.milliseconds()));
		settle();
	}

	/**
	 * Makes the means to pipe records into a topic, its time starting at the wall clock.
	 * @param topicName a topic that the topology reads
	 * @param keySerializer writes keys
	 * @param valueSerializer writes values
	 * @param <K> the type of keys
	 * @param <V> the type of values
	 * @return the input topic
	 */
	public final <K extends @Nullable Object, V extends @Nullable Object> TestInputTopic<K, V> createInputTopic(
			String topicName, Serializer<K> keySerializer, Serializer<V> valueSerializer) {
		return new TestInputTopic<>(this, topicName, keySerializer, valueSerializer,
				Instant.ofEpochMilli(this.time.milliseconds()), Duration.ZERO);
	}

	/**
	 * Makes the means to pipe records into a topic.
	 * @param topicName a topic that the topology reads
	 * @param keySerializer writes keys
	 * @param valueSerializer writes values
	 * @param startTimestamp the timestamp of the first record
	 * @param autoAdvance by how much the timestamp grows from record to record
	 * @param <K> the type of keys
	 * @param <V> the type of values
	 * @return the input topic
	 */
	public final <K extends @Nullable Object, V extends @Nullable Object> TestInputTopic<K, V> createInputTopic(
			String topicName, Serializer<K> keySerializer, Serializer<V> valueSerializer, Instant startTimestamp,
			Duration autoAdvance) {
		return new TestInputTopic<>(this, topicName, keySerializer, valueSerializer, startTimestamp, autoAdvance);
	}

	/**
	 * Makes the means to read what the topology wrote to a topic.
	 * @param topicName the topic, an internal one by its full name
	 * @param keyDeserializer reads keys
	 * @param valueDeserializer reads values
	 * @param <K> the type of keys
	 * @param <V> the type of values
	 * @return the output topic
	 */
	public final <K extends @Nullable Object, V extends @Nullable Object> TestOutputTopic<K, V> createOutputTopic(
			String topicName, Deserializer<K> keyDeserializer, Deserializer<V> valueDeserializer) {
		return new TestOutputTopic<>(this, topicName, keyDeserializer, valueDeserializer);
	}

	/**
	 * The topics written so far, internal ones among them.
	 * @return an unmodifiable set
	 */
	public final Set<String> producedTopicNames() {
		return this.producer.topics();
	}

	/**
	 * All stores by name.
	 * @return the stores as processors see them
	 */
	public Map<String, StateStore> getAllStateStores() {
		Map<String, StateStore> stores = new LinkedHashMap<>();
		this.tasksByStore.forEach((name, task) -> stores.put(name, task.store(name)));
		this.globalStores.names().forEach((name) -> stores.put(name, this.globalStores.store(name)));
		return stores;
	}

	/**
	 * A store.
	 * @param name the store's name
	 * @return the store as processors see it, or null if there is none of that name
	 */
	public @Nullable StateStore getStateStore(String name) {
		StreamTask task = this.tasksByStore.get(name);
		return (task != null) ? task.store(name) : this.globalStores.store(name);
	}

	/**
	 * A key-value store; of a timestamped one the values alone.
	 * @param name the store's name
	 * @param <K> the type of keys
	 * @param <V> the type of values
	 * @return the store, or null if there is no key-value store of that name
	 */
	@SuppressWarnings("unchecked")
	public <K, V> @Nullable KeyValueStore<K, V> getKeyValueStore(String name) {
		StateStore store = getStateStore(name);
		if (store instanceof TimestampedKeyValueStore<?, ?> timestamped) {
			return new PlainValues<>((TimestampedKeyValueStore<K, V>) timestamped, this.time::milliseconds);
		}
		return (store instanceof KeyValueStore<?, ?> plain) ? (KeyValueStore<K, V>) plain : null;
	}

	/**
	 * A timestamped key-value store.
	 * @param name the store's name
	 * @param <K> the type of keys
	 * @param <V> the type of values
	 * @return the store, or null if there is no timestamped key-value store of that name
	 */
	@SuppressWarnings("unchecked")
	public <K, V> @Nullable KeyValueStore<K, ValueAndTimestamp<V>> getTimestampedKeyValueStore(String name) {
		return (getStateStore(name) instanceof TimestampedKeyValueStore<?, ?> store)
				? (KeyValueStore<K, ValueAndTimestamp<V>>) store : null;
	}

	/**
	 * A window store that keeps timestamps, such as those of windowed aggregates.
	 * @param name the store's name
	 * @param <K> the type of keys
	 * @param <V> the type of values
	 * @return the store, or null if there is no timestamped window store of that name
	 */
	@SuppressWarnings("unchecked")
	public <K, V> @Nullable WindowStore<K, ValueAndTimestamp<V>> getTimestampedWindowStore(String name) {
		return (getStateStore(name) instanceof TimestampedWindowStore<?, ?> store)
				? (WindowStore<K, ValueAndTimestamp<V>>) store : null;
	}

	/**
	 * A window store without timestamps.
	 * @param name the store's name
	 * @param <K> the type of keys
	 * @param <V> the type of values
	 * @return the store, or null if there is no window store of that name
	 * @throws IllegalArgumentException if the store has timestamps; that is what
	 * {@link #getTimestampedWindowStore} is for
	 */
	@SuppressWarnings("unchecked")
	public <K, V> @Nullable WindowStore<K, V> getWindowStore(String name) {
		StateStore store = getStateStore(name);
		if (store instanceof TimestampedWindowStore<?, ?>) {
			throw new IllegalArgumentException(
					"Store " + name + " keeps timestamps; ask for it with getTimestampedWindowStore.");
		}
		return (store instanceof WindowStore<?, ?> plain) ? (WindowStore<K, V>) plain : null;
	}

	/**
	 * A versioned key-value store.
	 * @param name the store's name
	 * @param <K> the type of keys
	 * @param <V> the type of values
	 * @return the store, or null if there is no versioned key-value store of that name
	 */
	@SuppressWarnings("unchecked")
	public <K, V> @Nullable VersionedKeyValueStore<K, V> getVersionedKeyValueStore(String name) {
		return (getStateStore(name) instanceof VersionedKeyValueStore<?, ?> store)
				? (VersionedKeyValueStore<K, V>) store : null;
	}

	/**
	 * A session store.
	 * @param name the store's name
	 * @param <K> the type of keys
	 * @param <V> the type of aggregates
	 * @return the store, or null if there is no session store of that name
	 */
	@SuppressWarnings("unchecked")
	public <K, V> @Nullable SessionStore<K, V> getSessionStore(String name) {
		return (getStateStore(name) instanceof SessionStore<?, ?> store) ? (SessionStore<K, V>) store : null;
	}

	/**
	 * Ends the run: processors and stores are closed, all state is gone.
	 */
	@Override
	public void close() {
		this.tasks.values().forEach(StreamTask::close);
		this.tasks.clear();
		this.globalStores.close();
	}

	<K extends @Nullable Object, V extends @Nullable Object> void pipe(String topic, TestRecord<K, V> record,
			Serializer<K> keySerializer, Serializer<V> valueSerializer, Instant time) {
		long timestamp = (record.timestamp() != null) ? record.timestamp() : time.toEpochMilli();
		byte[] key = keySerializer.serialize(topic, record.headers(), record.key());
		byte[] value = valueSerializer.serialize(topic, record.headers(), record.value());
		if (!reads(topic)) {
			Set<String> topics = new TreeSet<>(this.tasksByTopic.keySet());
			topics.addAll(this.globalStores.topics());
			throw new IllegalArgumentException(
					"The topology doesn't read topic " + topic + "; it reads " + topics + ".");
		}
		enqueue(topic, key, value, timestamp, record.headers());
		settle();
	}

	private boolean reads(String topic) {
		return this.tasksByTopic.containsKey(topic) || this.globalStores.topics().contains(topic);
	}

	/**
	 * Gives a record to the task that reads its topic; a global store takes it in at
	 * once.
	 */
	private void enqueue(String topic, byte @Nullable [] key, byte @Nullable [] value, long timestamp,
			Headers headers) {
		TopicPartition partition = new TopicPartition(topic, 0);
		long offset = this.inputOffsets.merge(topic, 1L, Long::sum) - 1;
		ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>(topic, partition.partition(), offset, timestamp,
				TimestampType.CREATE_TIME, (key != null) ? key.length : -1, (value != null) ? value.length : -1, key,
				value, headers, Optional.empty());
		StreamTask task = this.tasksByTopic.get(topic);
		if (task != null) {
			this.input.give(task, partition, record);
		}
		else {
			this.globalStores.take(partition, record);
		}
	}

	/**
	 * Processes and commits until nothing is left to do.
	 */
	private void settle() {
		// The test may have written to a store itself.
		this.globalStores.show();
		boolean busy = true;
		while (busy) {
			busy = false;
			for (StreamTask task : this.tasks.values()) {
				while (task.process(1, this.time.milliseconds(), (partition) -> 0) > 0) {
					busy = true;
					commit(task);
				}
				busy |= !commit(task);
			}
			busy |= passOn();
		}
	}

	/**
	 * Commits what a task did.
	 * @return false if that is undone instead, and has to be done again
	 */
	private boolean commit(StreamTask task) {
		if (!task.commitNeeded()) {
			return true;
		}
		try {
			task.flushOperators();
		}
		catch (HeldRowException ex) {
			this.producer.abort();
			task.abort();
			this.input.aborted(task);
			return false;
		}
		task.writeChangelogs();
		task.publish();
		this.input.committed(task);
		this.producer.commit();
		return true;
	}

	private boolean passOn() {
		boolean any = false;
		ProducerRecord<byte[], byte[]> record = this.producer.pollFresh();
		while (record != null) {
			if (reads(record.topic())) {
				long timestamp = (record.timestamp() != null) ? record.timestamp() : this.time.milliseconds();
				enqueue(record.topic(), record.key(), record.value(), timestamp, record.headers());
				any = true;
			}
			record = this.producer.pollFresh();
		}
		return any;
	}

	<K extends @Nullable Object, V extends @Nullable Object> TestRecord<K, V> read(String topic,
			Deserializer<K> keyDeserializer, Deserializer<V> valueDeserializer) {
		ProducerRecord<byte[], byte[]> record = this.producer.poll(topic);
		if (record == null) {
			throw new NoSuchElementException(this.producer.knows(topic) ? "Topic " + topic + " is read to its end."
					: "Nothing was written to topic " + topic + "; written were " + producedTopicNames() + ".");
		}
		K key = keyDeserializer.deserialize(topic, record.headers(), record.key());
		V value = valueDeserializer.deserialize(topic, record.headers(), record.value());
		return new TestRecord<>(key, value, record.headers(), record.timestamp());
	}

	/**
	 * How many records operators have dropped by their semantics.
	 */
	long dropped() {
		return this.counters.droppedCount();
	}

	/**
	 * How many of them for one reason.
	 */
	long dropped(String reason) {
		return this.counters.droppedCounts().getOrDefault(reason, 0L);
	}

	int size(String topic) {
		return this.producer.size(topic);
	}

}
