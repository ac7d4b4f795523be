package io.millrace.streams.benchmarks.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.millrace.streams.internal.operator.Aggregation;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.TableToStreamOperator;
import io.millrace.streams.internal.operator.WindowAggregationOperator;
import io.millrace.streams.internal.operator.WindowedKeyPartitioner;
import io.millrace.streams.internal.topology.NodeSpec;
import io.millrace.streams.internal.topology.TopologyGraph;
import io.millrace.streams.kstream.TimeWindowedSerializer;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.internals.WindowedSerializer;
import io.millrace.streams.state.Stores;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What a record costs that is counted by key and tumbling window in memory, with a commit
 * after some ten thousand of them.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WindowBenchmark {

	private static final int BATCHES = 20;

	private static final TopicPartition INPUT = new TopicPartition("in", 0);

	private EngineTask task;

	private List<List<ConsumerRecord<byte[], byte[]>>> batches;

	@Setup
	public void setUp() {
		TimeWindows windows = TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes(1));
		TopologyGraph graph = new TopologyGraph();
		graph.add(new NodeSpec.Source("in", List.of("in"), new StringDeserializer(), new ByteArrayDeserializer(), null,
				null));
		graph.add(new NodeSpec.Processing("count", List.of("in"),
				() -> (Operator) new WindowAggregationOperator("counts", windows, Aggregation.count()), "count"));
		graph.addStore(Stores.timestampedWindowStoreBuilder(
				Stores.inMemoryWindowStore("counts", Duration.ofMinutes(1), Duration.ofMinutes(1), false),
				Serdes.String(), Serdes.Long()), "count");
		graph.add(new NodeSpec.Processing("stream", List.of("count"), () -> (Operator) new TableToStreamOperator(),
				"to-stream"));
		WindowedSerializer<String> keys = new TimeWindowedSerializer<>(new StringSerializer());
		graph.add(new NodeSpec.Sink("out", List.of("stream"), "out", null, keys, new LongSerializer(),
				new WindowedKeyPartitioner(keys)));
		this.task = new EngineTask(graph);
		this.batches = EngineTask.batches("in", BATCHES, 1000);
	}

	@Benchmark
	@OperationsPerInvocation(BATCHES * EngineTask.BATCH)
	public void record() {
		for (List<ConsumerRecord<byte[], byte[]>> batch : this.batches) {
			this.task.enqueue(INPUT, batch);
			this.task.process(EngineTask.BATCH);
		}
		this.task.commit();
	}

}
