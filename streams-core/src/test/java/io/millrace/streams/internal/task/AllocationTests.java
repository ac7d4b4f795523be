package io.millrace.streams.internal.task;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.sun.management.ThreadMXBean;
import io.millrace.streams.StreamsConfig;
import io.millrace.streams.internal.operator.Aggregation;
import io.millrace.streams.internal.operator.CountOperator;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.TableToStreamOperator;
import io.millrace.streams.internal.operator.WindowAggregationOperator;
import io.millrace.streams.internal.operator.WindowedKeyPartitioner;
import io.millrace.streams.internal.store.CacheBudget;
import io.millrace.streams.internal.store.InMemoryStateEngineFactory;
import io.millrace.streams.internal.topology.NodeSpec;
import io.millrace.streams.internal.topology.TopologyCompiler;
import io.millrace.streams.internal.topology.TopologyGraph;
import io.millrace.streams.kstream.TimeWindowedSerializer;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.internals.TimeWindow;
import io.millrace.streams.kstream.internals.WindowedSerializer;
import io.millrace.streams.processor.TaskId;
import io.millrace.streams.state.Stores;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the engine allocates for a record in steady state, beyond what the clients and the
 * serdes allocate for the same record. A wrapper or an iterator per record takes 16 bytes
 * at least, so it can't hide below the bound.
 */
class AllocationTests {

	private static final int BATCH = 1000;

	private static final int BATCHES = 100;

	private static final double BOUND = 1;

	private static final TopicPartition INPUT = new TopicPartition("in", 0);

	private static final long TIMESTAMP = 1790000000000L;

	private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	private static volatile @Nullable Object sink;

	private static volatile @Nullable Object kept;

	private final TaskProducer producer = new TaskProducer() {

		@Override
		public void send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
			sink = record;
		}

		@Override
		public int partitionCount(String topic) {
			return 1;
		}

	};

	@Test
	void passingThroughAllocatesNothingOfItsOwn() {
		TopologyGraph graph = new TopologyGraph();
		graph.add(new NodeSpec.Source("in", List.of("in"), new ByteArrayDeserializer(), new ByteArrayDeserializer(),
				null, null));
		graph.add(new NodeSpec.Sink("out", List.of("in"), "out", null, new ByteArraySerializer(),
				new ByteArraySerializer(), null));
		StreamTask task = task(graph);
		List<List<ConsumerRecord<byte[], byte[]>>> batches = batches();
		double theirs = perRecord(() -> batches.forEach((batch) -> batch.forEach(AllocationTests::produce)));
		double all = perRecord(() -> batches.forEach((batch) -> process(task, batch)));
		System.out.printf("pass-through: %.2f bytes per record, %.2f of them the clients'%n", all, theirs);
		assertThat(all - theirs).isLessThan(BOUND);
	}

	@Test
	void countingAllocatesNothingButTheCount() {
		TopologyGraph graph = new TopologyGraph();
		graph.add(new NodeSpec.Source("in", List.of("in"), new StringDeserializer(), new ByteArrayDeserializer(), null,
				null));
		graph.add(
				new NodeSpec.Processing("count", List.of("in"), () -> (Operator) new CountOperator("counts"), "count"));
		graph.addStore(Stores.timestampedKeyValueStoreBuilder(Stores.inMemoryKeyValueStore("counts"), Serdes.String(),
				Serdes.Long()), "count");
		graph.add(new NodeSpec.Processing("stream", List.of("count"), () -> (Operator) new TableToStreamOperator(),
				"to-stream"));
		graph.add(new NodeSpec.Sink("out", List.of("stream"), "out", null, new StringSerializer(), new LongSerializer(),
				null));
		StreamTask task = task(graph);
		List<List<ConsumerRecord<byte[], byte[]>>> batches = batches();
		StringDeserializer keys = new StringDeserializer();
		StringSerializer keysAgain = new StringSerializer();
		LongSerializer counts = new LongSerializer();
		long[] count = { 1000 };
		double theirs = perRecord(() -> batches.forEach((batch) -> batch.forEach((record) -> {
			String key = keys.deserialize("in", record.headers(), record.key());
			Long next = count[0]++;
			// A loop has to keep the count also.
			kept = next;
			produce(record, keysAgain.serialize("out", key), counts.serialize("out", next));
		})));
		double all = perRecord(() -> batches.forEach((batch) -> process(task, batch)));
		System.out.printf("count: %.2f bytes per record, %.2f of them the clients' and the serdes'%n", all, theirs);
		assertThat(all - theirs).isLessThan(BOUND);
	}

	@Test
	void holdingUpdatesAllocatesNothingButTheCount() {
		TopologyGraph graph = new TopologyGraph();
		graph.add(new NodeSpec.Source("in", List.of("in"), new StringDeserializer(), new ByteArrayDeserializer(), null,
				null));
		graph.add(
				new NodeSpec.Processing("count", List.of("in"), () -> (Operator) new CountOperator("counts"), "count"));
		graph.addStore(Stores
			.timestampedKeyValueStoreBuilder(Stores.inMemoryKeyValueStore("counts"), Serdes.String(), Serdes.Long())
			.withCachingEnabled(), "count");
		graph.add(new NodeSpec.Processing("stream", List.of("count"), () -> (Operator) new TableToStreamOperator(),
				"to-stream"));
		graph.add(new NodeSpec.Sink("out", List.of("stream"), "out", null, new StringSerializer(), new LongSerializer(),
				null));
		StreamTask task = task(graph);
		List<List<ConsumerRecord<byte[], byte[]>>> batches = batches();
		StringDeserializer keys = new StringDeserializer();
		long[] count = { 1000 };
		double theirs = perRecord(() -> batches.forEach((batch) -> batch.forEach((record) -> {
			sink = keys.deserialize("in", record.headers(), record.key());
			kept = (Long) count[0]++;
		})));
		// All in one transaction, in which nothing is forwarded.
		double all = perRecord(() -> batches.forEach((batch) -> process(task, batch)));
		System.out.printf("held count: %.2f bytes per record, %.2f of them the clients' and the serdes'%n", all,
				theirs);
		assertThat(all - theirs).isLessThan(BOUND);
	}

	@Test
	void countingByWindowsAllocatesNothingButTheCount() {
		TopologyGraph graph = new TopologyGraph();
		graph.add(new NodeSpec.Source("in", List.of("in"), new StringDeserializer(), new ByteArrayDeserializer(), null,
				null));
		TimeWindows windows = TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes(1));
		graph.add(new NodeSpec.Processing("count", List.of("in"),
				() -> (Operator) new WindowAggregationOperator("counts", windows, Aggregation.count()), "count"));
		graph.addStore(Stores.timestampedWindowStoreBuilder(
				Stores.inMemoryWindowStore("counts", Duration.ofMinutes(1), Duration.ofMinutes(1), false),
				Serdes.String(), Serdes.Long()), "count");
		graph.add(new NodeSpec.Processing("stream", List.of("count"), () -> (Operator) new TableToStreamOperator(),
				"to-stream"));
		WindowedSerializer<String> keysAgain = new TimeWindowedSerializer<>(new StringSerializer());
		graph.add(new NodeSpec.Sink("out", List.of("stream"), "out", null, keysAgain, new LongSerializer(),
				new WindowedKeyPartitioner(keysAgain)));
		StreamTask task = task(graph);
		List<List<ConsumerRecord<byte[], byte[]>>> batches = batches();
		StringDeserializer keys = new StringDeserializer();
		LongSerializer counts = new LongSerializer();
		long[] count = { 1000 };
		Windowed<String> row = new Windowed<>("key-10", new TimeWindow(60_000, 120_000));
		double theirs = perRecord(() -> batches.forEach((batch) -> batch.forEach((record) -> {
			sink = keys.deserialize("in", record.headers(), record.key());
			Long next = count[0]++;
			kept = next;
			sink = keysAgain.serializeBaseKey("out", record.headers(), row);
			produce(record, keysAgain.serialize("out", record.headers(), row), counts.serialize("out", next));
		})));
		double all = perRecord(() -> batches.forEach((batch) -> process(task, batch)));
		System.out.printf("windowed count: %.2f bytes per record, %.2f of them the clients' and the serdes'%n", all,
				theirs);
		assertThat(all - theirs).isLessThan(BOUND);
	}

	/**
	 * What a hand-written loop can't do without either: the record to send, with its
	 * timestamp as an object.
	 */
	private static void produce(ConsumerRecord<byte[], byte[]> record) {
		produce(record, record.key(), record.value());
	}

	private static void produce(ConsumerRecord<byte[], byte[]> record, byte[] key, byte[] value) {
		sink = new ProducerRecord<>("out", null, Long.valueOf(record.timestamp()), key, value, record.headers());
	}

	private static void process(StreamTask task, List<ConsumerRecord<byte[], byte[]>> batch) {
		task.enqueue(INPUT, batch);
		task.process(BATCH, 1, (partition) -> 0);
	}

	/**
	 * Runs the work until it is compiled, then measures it; the least of some rounds,
	 * since the compiler may still be at it in the first.
	 */
	private static double perRecord(Runnable work) {
		double least = Double.MAX_VALUE;
		for (int round = 0; round < 12; round++) {
			long before = THREADS.getCurrentThreadAllocatedBytes();
			work.run();
			long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
			least = Math.min(least, allocated / (double) (BATCH * BATCHES));
		}
		return least;
	}

	private static List<List<ConsumerRecord<byte[], byte[]>>> batches() {
		List<List<ConsumerRecord<byte[], byte[]>>> batches = new ArrayList<>();
		for (int i = 0; i < BATCHES; i++) {
			List<ConsumerRecord<byte[], byte[]>> batch = new ArrayList<>();
			for (int j = 0; j < BATCH; j++) {
				byte[] key = ("key-" + j % 100).getBytes(StandardCharsets.UTF_8);
				batch.add(new ConsumerRecord<>("in", 0, (long) i * BATCH + j, TIMESTAMP + j, TimestampType.CREATE_TIME,
						key.length, 100, key, new byte[100], new RecordHeaders(), Optional.empty()));
			}
			batches.add(batch);
		}
		return batches;
	}

	private StreamTask task(TopologyGraph graph) {
		StreamTask task = new StreamTask(new TaskId(0, 0),
				TopologyCompiler.compile(graph, "app").subtopologies().get(0),
				new TaskEnvironment("app",
						new StreamsConfig(Map.of("application.id", "app", "bootstrap.servers", "none:9092")),
						Path.of("unused"), new InMemoryStateEngineFactory(), this.producer, new CacheBudget(1 << 20),
						new TaskCounters(), System::currentTimeMillis));
		task.open();
		task.start(Map.of());
		return task;
	}

}
