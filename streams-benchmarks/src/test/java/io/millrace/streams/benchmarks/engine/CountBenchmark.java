package io.millrace.streams.benchmarks.engine;

import java.util.List;
import java.util.concurrent.TimeUnit;

import io.millrace.streams.internal.operator.CountOperator;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.TableToStreamOperator;
import io.millrace.streams.internal.topology.NodeSpec;
import io.millrace.streams.internal.topology.TopologyGraph;
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
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What a record costs that is counted by key in memory, with a commit after some ten
 * thousand of them.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CountBenchmark {

	private static final int BATCHES = 20;

	private static final TopicPartition INPUT = new TopicPartition("in", 0);

	/** The number of keys that records come with. */
	@Param({ "1000", "100000" })
	public int keys;

	private EngineTask task;

	private List<List<ConsumerRecord<byte[], byte[]>>> batches;

	private int next;

	@Setup
	public void setUp() {
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
		this.task = new EngineTask(graph);
		this.batches = EngineTask.batches("in", 100, this.keys);
	}

	@Benchmark
	@OperationsPerInvocation(BATCHES * EngineTask.BATCH)
	public void record() {
		for (int i = 0; i < BATCHES; i++) {
			this.task.enqueue(INPUT, this.batches.get(this.next));
			this.task.process(EngineTask.BATCH);
			this.next = (this.next + 1) % this.batches.size();
		}
		this.task.commit();
	}

}
