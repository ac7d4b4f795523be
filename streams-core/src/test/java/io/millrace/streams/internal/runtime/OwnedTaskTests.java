package io.millrace.streams.internal.runtime;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

import io.millrace.streams.StreamsConfig;
import io.millrace.streams.internal.store.CacheBudget;
import io.millrace.streams.internal.store.InMemoryStateEngineFactory;
import io.millrace.streams.internal.task.StreamTask;
import io.millrace.streams.internal.task.TaskCounters;
import io.millrace.streams.internal.task.TaskEnvironment;
import io.millrace.streams.internal.task.TaskProducer;
import io.millrace.streams.internal.topology.NodeSpec;
import io.millrace.streams.internal.topology.TopologyCompiler;
import io.millrace.streams.internal.topology.TopologyGraph;
import io.millrace.streams.processor.TaskId;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A task of two inputs, which waits for one of them.
 */
class OwnedTaskTests {

	private static final TopicPartition LEFT = new TopicPartition("left", 0);

	private static final TopicPartition RIGHT = new TopicPartition("right", 0);

	private static final int LIMIT = 10;

	private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");

	private final OwnedTask task = new OwnedTask(task(), Map.of());

	@BeforeEach
	void start() {
		this.consumer.assign(List.of(LEFT, RIGHT));
		this.task.task().open();
		this.task.task().start(Map.of());
	}

	@Test
	void aPartitionOfWhichTooManyRecordsWaitIsPausedUntilFewEnoughDo() {
		take(LEFT, 0, 25);
		round();
		assertThat(this.consumer.paused()).containsExactly(LEFT);
		take(RIGHT, 0, 5);
		round();
		assertThat(this.task.task().buffered(LEFT)).isBetween(LIMIT + 1, 21);
		assertThat(this.consumer.paused()).containsExactly(LEFT);
		take(RIGHT, 5, 12);
		round();
		assertThat(this.task.task().buffered(LEFT)).isBetween(1, LIMIT);
		assertThat(this.consumer.paused()).isEmpty();
	}

	@Test
	void aPartitionOfWhichManyAreProcessedAtOnceIsNotPaused() {
		take(LEFT, 0, 1_000);
		take(RIGHT, 0, 1_000);
		round();
		assertThat(this.consumer.paused()).isEmpty();
	}

	@Test
	void afterAnAbortNothingIsPaused() {
		take(LEFT, 0, 25);
		round();
		this.task.task().abort();
		round();
		assertThat(this.consumer.paused()).isEmpty();
	}

	private void take(TopicPartition partition, long from, int count) {
		this.task.task()
			.enqueue(partition,
					LongStream.range(from, from + count)
						.mapToObj((offset) -> new ConsumerRecord<>(partition.topic(), 0, offset, offset,
								TimestampType.CREATE_TIME, 1, 1, new byte[] { 'k' }, new byte[] { 'v' },
								new RecordHeaders(), Optional.empty()))
						.toList());
	}

	private void round() {
		this.task.task().process(10_000, 0, (partition) -> 1);
		this.task.holdBack(LIMIT, this.consumer);
	}

	private static StreamTask task() {
		TopologyGraph graph = new TopologyGraph();
		graph.add(new NodeSpec.Source("source", List.of("left", "right"), new StringDeserializer(),
				new StringDeserializer(), null, null));
		return new StreamTask(new TaskId(0, 0), TopologyCompiler.compile(graph, "app").subtopologies().get(0),
				new TaskEnvironment("app",
						new StreamsConfig(Map.of("application.id", "app", "bootstrap.servers", "none:1")),
						Path.of("unused"), new InMemoryStateEngineFactory(), new OnePartitionEach(), new CacheBudget(0),
						new TaskCounters(), () -> 0));
	}

	/**
	 * Knows the topics, and sends nothing.
	 */
	private static final class OnePartitionEach implements TaskProducer {

		@Override
		public void send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
			throw new AssertionError(record.topic());
		}

		@Override
		public int partitionCount(String topic) {
			return 1;
		}

	}

}
