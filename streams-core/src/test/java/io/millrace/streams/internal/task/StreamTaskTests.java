package io.millrace.streams.internal.task;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

import io.millrace.streams.StreamsConfig;
import io.millrace.streams.internal.operator.CountOperator;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.ProcessorOperator;
import io.millrace.streams.internal.operator.TableToStreamOperator;
import io.millrace.streams.internal.store.CacheBudget;
import io.millrace.streams.internal.store.InMemoryStateEngineFactory;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.internal.topology.NodeSpec;
import io.millrace.streams.internal.topology.TopologyCompiler;
import io.millrace.streams.internal.topology.TopologyGraph;
import io.millrace.streams.processor.PunctuationType;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.StreamPartitioner;
import io.millrace.streams.processor.TaskId;
import io.millrace.streams.processor.TimestampExtractor;
import io.millrace.streams.processor.api.Processor;
import io.millrace.streams.processor.api.ProcessorContext;
import io.millrace.streams.processor.api.ProcessorSupplier;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.query.Position;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.ValueAndTimestamp;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class StreamTaskTests {

	private static final TopicPartition LEFT = new TopicPartition("left", 1);

	private static final TopicPartition RIGHT = new TopicPartition("right", 1);

	private static final ToLongFunction<TopicPartition> AT_END = (partition) -> 0;

	private final RecordingProducer producer = new RecordingProducer();

	private final TaskCounters counters = new TaskCounters();

	private final Map<String, Object> settings = new java.util.HashMap<>(
			Map.of("application.id", "app", "bootstrap.servers", "none:9092"));

	@Test
	void takesRecordsInTheOrderOfTheirTimestamps() {
		StreamTask task = started(merging(), Map.of());
		task.enqueue(LEFT, List.of(record(LEFT, 0, 10, "a"), record(LEFT, 1, 30, "c")));
		task.enqueue(RIGHT, List.of(record(RIGHT, 0, 20, "b"), record(RIGHT, 1, 40, "d")));
		assertThat(task.process(100, 1, AT_END)).isEqualTo(4);
		assertThat(this.producer.values("out")).containsExactly("a", "b", "c", "d");
	}

	@Test
	void waitsForAPartitionThatHasMoreAtTheBroker() {
		StreamTask task = started(merging(), Map.of());
		task.enqueue(LEFT, List.of(record(LEFT, 0, 10, "a")));
		assertThat(task.process(100, 1, (partition) -> partition.equals(RIGHT) ? 5 : 0)).isZero();
		assertThat(task.process(100, 1, (partition) -> partition.equals(RIGHT) ? -1 : 0)).isZero();
		assertThat(task.process(100, 1, AT_END)).isEqualTo(1);
	}

	@Test
	void waitsAsLongAsMaxTaskIdleTellsForAPartitionThatIsAtItsEnd() {
		this.settings.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, 50);
		StreamTask task = started(merging(), Map.of());
		task.enqueue(LEFT, List.of(record(LEFT, 0, 10, "a")));
		assertThat(task.process(100, 1000, AT_END)).isZero();
		assertThat(task.process(100, 1049, AT_END)).isZero();
		assertThat(task.process(100, 1050, AT_END)).isEqualTo(1);
	}

	@Test
	void doesntWaitIfMaxTaskIdleIsNegative() {
		this.settings.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, -1);
		StreamTask task = started(merging(), Map.of());
		task.enqueue(LEFT, List.of(record(LEFT, 0, 10, "a")));
		assertThat(task.process(100, 1, (partition) -> 5)).isEqualTo(1);
	}

	@Test
	void commitsPositionsWithPartitionTime() {
		StreamTask task = started(merging(), Map.of());
		assertThat(task.commitNeeded()).isFalse();
		task.enqueue(LEFT, List.of(record(LEFT, 5, 10, "a"), record(LEFT, 7, 8, "b")));
		task.process(100, 1, AT_END);
		assertThat(task.commitNeeded()).isTrue();
		Map<TopicPartition, OffsetAndMetadata> offsets = task.offsetsToCommit();
		assertThat(offsets).containsOnlyKeys(LEFT);
		assertThat(offsets.get(LEFT).offset()).isEqualTo(8);
		assertThat(CommitMetadata.decode(offsets.get(LEFT).metadata()).partitionTime()).isEqualTo(10);
		commit(task);
		assertThat(task.commitNeeded()).isFalse();
		assertThat(task.offsetsToCommit()).isEmpty();
	}

	@Test
	void case23StreamTimeSurvivesARestart() {
		StreamTask task = started(merging(),
				Map.of(LEFT, new OffsetAndMetadata(5, new StreamTime().metadata(70)), RIGHT, new OffsetAndMetadata(9)));
		task.enqueue(LEFT, List.of(record(LEFT, 5, 60, "a")));
		task.process(1, 1, AT_END);
		assertThat(CommitMetadata.decode(task.offsetsToCommit().get(LEFT).metadata()).partitionTime()).isEqualTo(70);
	}

	@Test
	void anAbortGoesBackToTheLastCommitAndRestoresNothing() {
		StreamTask task = started(counting(), Map.of());
		task.enqueue(LEFT, List.of(record(LEFT, 3, 10, "a"), record(LEFT, 4, 11, "a")));
		task.process(1, 1, AT_END);
		commit(task);
		task.process(1, 1, AT_END);
		assertThat(count(task, "a")).isEqualTo(2);

		assertThat(task.abort()).containsExactly(Map.entry(LEFT, 4L));

		assertThat(count(task, "a")).isEqualTo(1);
		assertThat(task.commitNeeded()).isFalse();
		assertThat(task.buffered(LEFT)).isZero();
		task.enqueue(LEFT, List.of(record(LEFT, 4, 11, "a")));
		task.process(1, 1, AT_END);
		commit(task);
		assertThat(count(task, "a")).isEqualTo(2);
		assertThat(this.counters.restoredCount()).isZero();
	}

	@ParameterizedTest
	@EnumSource(PunctuationType.class)
	void aPunctuationThatIsUndoneIsDoneAgain(PunctuationType type) {
		StreamTask task = started(punctuating(type), Map.of(LEFT, new OffsetAndMetadata(3)));
		long now = System.currentTimeMillis() + 1000;
		task.enqueue(LEFT, List.of(record(LEFT, 3, 1000, "a")));
		task.process(1, now, AT_END);
		task.punctuate(now);
		assertThat(this.producer.values("out")).hasSize(1);
		task.abort();
		task.enqueue(LEFT, List.of(record(LEFT, 3, 1000, "a")));
		task.process(1, now, AT_END);
		task.punctuate(now);
		commit(task);
		assertThat(this.producer.values("out")).hasSize(2);
		task.abort();
		task.punctuate(now);
		assertThat(this.producer.values("out")).hasSize(2);
	}

	private static TopologyGraph punctuating(PunctuationType type) {
		TopologyGraph graph = new TopologyGraph();
		graph.add(new NodeSpec.Source("l", List.of("left"), new StringDeserializer(), new StringDeserializer(), null,
				null));
		ProcessorSupplier<String, String, String, String> supplier = () -> new Processor<>() {

			@Override
			public void init(ProcessorContext<String, String> context) {
				context.schedule(Duration.ofMillis(500), type,
						(time) -> context.forward(new Record<>("punctuated", "at", time)));
			}

			@Override
			public void process(Record<String, String> record) {
			}

		};
		graph.add(new NodeSpec.Processing("p", List.of("l"), ProcessorOperator.factory("p", supplier)::get, "p"));
		graph.add(new NodeSpec.Sink("s", List.of("p"), "out", null, new StringSerializer(), new StringSerializer(),
				null));
		return graph;
	}

	@Test
	void aDeadLetterHasTheHeadersOfTheTopicWhateverDeserialisersDoToThem() {
		this.settings.put(StreamsConfig.ON_ERROR_CONFIG, "dead-letter");
		this.settings.put("errors.dead.letter.queue.topic.name", "dead");
		StreamTask task = started(removingHeaders(), Map.of());
		ConsumerRecord<byte[], byte[]> unreadable = record(LEFT, 0, 10, "unreadable");
		ConsumerRecord<byte[], byte[]> failing = record(LEFT, 1, 11, "failing");
		unreadable.headers().add("type", new byte[] { 1 });
		failing.headers().add("type", new byte[] { 2 });
		task.enqueue(LEFT, List.of(unreadable, failing));
		task.process(2, 1, AT_END);
		assertThat(this.producer.sent).hasSize(2)
			.extracting((letter) -> letter.headers().lastHeader("type"))
			.containsExactly(new RecordHeader("type", new byte[] { 1 }), new RecordHeader("type", new byte[] { 2 }));
	}

	@Test
	void whatIsPassedOverIsCountedOnceHoweverOftenItIsUndone() {
		this.settings.put(StreamsConfig.ON_ERROR_CONFIG, "skip");
		this.settings.put(StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, NoTime.class);
		StreamTask task = started(removingHeaders(), Map.of(LEFT, new OffsetAndMetadata(0)));
		for (int i = 0; i < 2; i++) {
			task.enqueue(LEFT, List.of(record(LEFT, 0, 10, "untimely"), record(LEFT, 1, 11, "unreadable"),
					record(LEFT, 2, 12, "failing")));
			task.process(10, 1, AT_END);
			if (i == 0) {
				task.abort();
			}
		}
		commit(task);
		assertThat(this.counters.skippedCount()).isEqualTo(2);
		assertThat(this.counters.droppedCount()).isEqualTo(1);
		commit(task);
		assertThat(this.counters.skippedCount()).isEqualTo(2);
	}

	/** Has a time for each record but one. */
	public static final class NoTime implements TimestampExtractor {

		@Override
		public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
			return "untimely".equals(record.value()) ? -1 : record.timestamp();
		}

	}

	private static TopologyGraph removingHeaders() {
		Deserializer<String> deserializer = new StringDeserializer() {

			@Override
			public String deserialize(String topic, Headers headers, byte[] data) {
				headers.remove("type");
				String value = super.deserialize(topic, headers, data);
				if (value.equals("unreadable")) {
					throw new IllegalArgumentException(value);
				}
				return value;
			}

		};
		ProcessorSupplier<String, String, String, String> failing = () -> new Processor<>() {

			@Override
			public void process(Record<String, String> record) {
				throw new IllegalStateException(record.value());
			}

		};
		TopologyGraph graph = new TopologyGraph();
		graph.add(new NodeSpec.Source("l", List.of("left"), new StringDeserializer(), deserializer, null, null));
		graph.add(new NodeSpec.Processing("p", List.of("l"), ProcessorOperator.factory("p", failing)::get, "p"));
		return graph;
	}

	@Test
	void aRecordIsNotPassedOverBecauseNoBrokerTellsTheNumberOfPartitions() {
		this.settings.put(StreamsConfig.ON_ERROR_CONFIG, "skip");
		StreamTask task = started(partitioning(), Map.of());
		task.enqueue(LEFT, List.of(record(LEFT, 3, 10, "a")));
		this.producer.failure = new TimeoutException("injected");
		assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> task.process(1, 1, AT_END))
			.isSameAs(this.producer.failure);
		assertThat(this.counters.skippedCount()).isZero();
		assertThat(task.abort()).containsExactly(Map.entry(LEFT, 3L));

		this.producer.failure = null;
		task.enqueue(LEFT, List.of(record(LEFT, 3, 10, "a")));
		task.process(1, 1, AT_END);
		assertThat(this.producer.values("out")).containsExactly("a");
	}

	@Test
	void anAbortBeforeAnyCommitGoesBackToTheFirstRecord() {
		StreamTask task = started(counting(), Map.of());
		assertThat(task.abort()).isEmpty();
		task.enqueue(LEFT, List.of(record(LEFT, 3, 10, "a")));
		task.process(1, 1, AT_END);
		assertThat(task.abort()).containsExactly(Map.entry(LEFT, 3L));
	}

	@Test
	void writesEachKeyOncePerCommitToTheChangelogAndKeepsItsOffset() {
		StreamTask task = started(counting(), Map.of());
		task.enqueue(LEFT, List.of(record(LEFT, 0, 10, "a"), record(LEFT, 1, 11, "b"), record(LEFT, 2, 12, "a")));
		task.process(100, 1, AT_END);
		commit(task);
		assertThat(this.producer.sent).filteredOn((record) -> record.topic().equals("app-counts-changelog"))
			.extracting((record) -> new String(record.key()))
			.containsExactlyInAnyOrder("a", "b");
		assertThat(task.changelogs()).singleElement()
			.satisfies((changelog) -> assertThat(changelog.offset()).hasValue(2));
	}

	@Test
	void restoresFromAChangelogBeforeItStarts() {
		StreamTask first = started(counting(), Map.of());
		first.enqueue(LEFT, List.of(record(LEFT, 0, 10, "a"), record(LEFT, 1, 11, "a")));
		first.process(100, 1, AT_END);
		commit(first);
		TopicPartition changelog = new TopicPartition("app-counts-changelog", 1);
		List<ConsumerRecord<byte[], byte[]>> records = this.producer.sent.stream()
			.filter((record) -> record.topic().equals(changelog.topic()))
			.map((record) -> new ConsumerRecord<>(changelog.topic(), 1, 0, record.timestamp(),
					TimestampType.CREATE_TIME, record.key().length, record.value().length, record.key(), record.value(),
					(Headers) new RecordHeaders(), Optional.empty()))
			.toList();

		StreamTask second = task(counting());
		second.open();
		second.restore(changelog, records, 1);
		assertThat(readable(second)).isNull();
		second.start(Map.of());
		second.enqueue(LEFT, List.of(record(LEFT, 2, 12, "a")));
		second.process(100, 1, AT_END);
		commit(second);
		assertThat(count(second, "a")).isEqualTo(3);
		assertThat(this.counters.restoredCount()).isEqualTo(1);
	}

	@Test
	void showsCommittedDataOnlyToReaders() {
		StreamTask task = started(counting(), Map.of());
		task.enqueue(LEFT, List.of(record(LEFT, 0, 10, "a")));
		task.process(100, 1, AT_END);
		assertThat(committed(task, "a")).isNull();
		commit(task);
		assertThat(committed(task, "a")).isEqualTo(ValueAndTimestamp.make(1L, 10));
	}

	@Test
	void positionIsThatOfTheLastRecordThatIsThrough() {
		StreamTask task = started(countingBoth(), Map.of(RIGHT, new OffsetAndMetadata(9)));
		StateStore store = task.store("counts");
		StateStore view = readable(task);
		Position start = Position.emptyPosition().withComponent("right", 1, 8);
		assertThat(store.getPosition()).isEqualTo(start);
		assertThat(view.getPosition()).isEqualTo(start);
		task.enqueue(LEFT, List.of(record(LEFT, 3, 10, "a"), record(LEFT, 5, 11, "a"), record(LEFT, 6, 12, "a")));
		task.process(2, 1, AT_END);
		Position two = start.copy().withComponent("left", 1, 5);
		assertThat(store.getPosition()).isEqualTo(two);
		assertThat(view.getPosition()).isEqualTo(start);
		commit(task);
		assertThat(view.getPosition()).isEqualTo(two);
		task.process(2, 1, AT_END);
		assertThat(store.getPosition()).isEqualTo(two.copy().withComponent("left", 1, 6));
		task.abort();
		assertThat(store.getPosition()).isEqualTo(two);
		assertThat(view.getPosition()).isEqualTo(two);
	}

	@Test
	void positionOfARestartedTaskIsThatOfTheCommittedOffsets() {
		StreamTask task = started(counting(), Map.of(LEFT, new OffsetAndMetadata(7)));
		assertThat(readable(task).getPosition()).isEqualTo(Position.emptyPosition().withComponent("left", 1, 6));
		StreamTask fresh = started(counting(), Map.of(LEFT, new OffsetAndMetadata(0)));
		assertThat(readable(fresh).getPosition()).isEqualTo(Position.emptyPosition());
	}

	@SuppressWarnings("unchecked")
	private static @Nullable ValueAndTimestamp<Long> committed(StreamTask task, String key) {
		return ((ReadOnlyKeyValueStore<String, ValueAndTimestamp<Long>>) readable(task)).get(key);
	}

	private static @Nullable StateStore readable(StreamTask task) {
		return task.readableStore("counts", IsolationLevel.READ_COMMITTED, null);
	}

	@SuppressWarnings("unchecked")
	private static long count(StreamTask task, String key) {
		return ((KeyValueStore<String, ValueAndTimestamp<Long>>) task.store("counts")).get(key).value();
	}

	private static void commit(StreamTask task) {
		task.flushOperators();
		task.writeChangelogs();
		task.publish();
	}

	private StreamTask started(TopologyGraph graph, Map<TopicPartition, OffsetAndMetadata> committed) {
		StreamTask task = task(graph);
		task.open();
		task.start(committed);
		return task;
	}

	private StreamTask task(TopologyGraph graph) {
		CompiledTopology compiled = TopologyCompiler.compile(graph, "app");
		return new StreamTask(new TaskId(0, 1), compiled.subtopologies().get(0),
				new TaskEnvironment("app", new StreamsConfig(this.settings), Path.of("unused"),
						new InMemoryStateEngineFactory(), this.producer, new CacheBudget(1 << 16), this.counters,
						System::currentTimeMillis));
	}

	private static TopologyGraph merging() {
		TopologyGraph graph = new TopologyGraph();
		graph.add(new NodeSpec.Source("l", List.of("left"), new StringDeserializer(), new StringDeserializer(), null,
				null));
		graph.add(new NodeSpec.Source("r", List.of("right"), new StringDeserializer(), new StringDeserializer(), null,
				null));
		graph.add(new NodeSpec.Sink("s", List.of("l", "r"), "out", null, new StringSerializer(), new StringSerializer(),
				null));
		return graph;
	}

	private static TopologyGraph partitioning() {
		TopologyGraph graph = new TopologyGraph();
		graph.add(new NodeSpec.Source("l", List.of("left"), new StringDeserializer(), new StringDeserializer(), null,
				null));
		StreamPartitioner<String, String> last = (topic, key, value, partitions) -> Optional.of(Set.of(partitions - 1));
		graph.add(new NodeSpec.Sink("s", List.of("l"), "out", null, new StringSerializer(), new StringSerializer(),
				last));
		return graph;
	}

	private static TopologyGraph countingBoth() {
		TopologyGraph graph = new TopologyGraph();
		graph.add(new NodeSpec.Source("r", List.of("right"), new StringDeserializer(), new StringDeserializer(), null,
				null));
		return counting(graph, List.of("l", "r"));
	}

	private static TopologyGraph counting() {
		return counting(new TopologyGraph(), List.of("l"));
	}

	private static TopologyGraph counting(TopologyGraph graph, List<String> counted) {
		graph.add(new NodeSpec.Source("l", List.of("left"), new StringDeserializer(), new StringDeserializer(), null,
				null));
		graph.add(new NodeSpec.Processing("count", counted, () -> (Operator) new CountOperator("counts"), "count"));
		graph.addStore(Stores.timestampedKeyValueStoreBuilder(Stores.inMemoryKeyValueStore("counts"), Serdes.String(),
				Serdes.Long()), "count");
		graph.add(new NodeSpec.Processing("stream", List.of("count"), () -> (Operator) new TableToStreamOperator(),
				"to-stream"));
		graph.add(new NodeSpec.Sink("s", List.of("stream"), "out", null, new StringSerializer(), new LongSerializer(),
				null));
		return graph;
	}

	private static ConsumerRecord<byte[], byte[]> record(TopicPartition partition, long offset, long timestamp,
			String key) {
		return new ConsumerRecord<>(partition.topic(), partition.partition(), offset, timestamp,
				TimestampType.CREATE_TIME, key.length(), key.length(), key.getBytes(), key.getBytes(),
				new RecordHeaders(), Optional.empty());
	}

}
