package io.millrace.streams.benchmarks.engine;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.millrace.streams.StreamsConfig;
import io.millrace.streams.internal.store.CacheBudget;
import io.millrace.streams.internal.store.InMemoryStateEngineFactory;
import io.millrace.streams.internal.task.StreamTask;
import io.millrace.streams.internal.task.TaskCounters;
import io.millrace.streams.internal.task.TaskEnvironment;
import io.millrace.streams.internal.task.TaskProducer;
import io.millrace.streams.internal.topology.TopologyCompiler;
import io.millrace.streams.internal.topology.TopologyGraph;
import io.millrace.streams.processor.TaskId;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/**
 * One task without a broker, a consumer or a producer: what it sends is dropped.
 */
final class EngineTask {

	static final int BATCH = 1000;

	private static final long TIMESTAMP = 1_790_000_000_000L;

	private final StreamTask task;

	/** Where the compiler of the JVM can't see that nobody reads it. */
	private volatile Object sink = "";

	EngineTask(TopologyGraph graph) {
		TaskProducer producer = new TaskProducer() {

			@Override
			public void send(ProducerRecord<byte[], byte[]> record, Callback callback) {
				EngineTask.this.sink = record;
			}

			@Override
			public int partitionCount(String topic) {
				return 1;
			}

		};
		Map<String, Object> settings = Map.of("application.id", "engine", "bootstrap.servers", "none:9092");
		this.task = new StreamTask(new TaskId(0, 0), TopologyCompiler.compile(graph, "engine").subtopologies().get(0),
				new TaskEnvironment("engine", new StreamsConfig(settings), Path.of("unused"),
						new InMemoryStateEngineFactory(), producer, new CacheBudget(32 << 20), new TaskCounters(),
						System::currentTimeMillis));
		this.task.open();
		this.task.start(Map.of());
	}

	void enqueue(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records) {
		this.task.enqueue(partition, records);
	}

	void process(int records) {
		this.task.process(records, 1, (partition) -> 0);
	}

	void commit() {
		this.task.flushOperators();
		this.task.writeChangelogs();
		this.task.offsetsToCommit();
		this.task.publish();
	}

	/**
	 * Batches of records with values of 100 bytes, each record a millisecond after the
	 * one before, whose keys come by turns.
	 */
	static List<List<ConsumerRecord<byte[], byte[]>>> batches(String topic, int batches, int keys) {
		List<List<ConsumerRecord<byte[], byte[]>>> all = new ArrayList<>();
		for (int i = 0; i < batches; i++) {
			List<ConsumerRecord<byte[], byte[]>> batch = new ArrayList<>();
			for (int j = 0; j < BATCH; j++) {
				long index = (long) i * BATCH + j;
				byte[] key = ("key-" + (10_000_000 + index * 7919 % keys)).getBytes(StandardCharsets.UTF_8);
				batch.add(new ConsumerRecord<>(topic, 0, index, TIMESTAMP + index, TimestampType.CREATE_TIME,
						key.length, 100, key, new byte[100], new RecordHeaders(), Optional.empty()));
			}
			all.add(batch);
		}
		return all;
	}

}
