package io.millrace.streams.benchmarks.engine;

import java.util.List;
import java.util.concurrent.TimeUnit;

import io.millrace.streams.internal.operator.MapValuesOperator;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.topology.NodeSpec;
import io.millrace.streams.internal.topology.TopologyGraph;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What a record costs from the task's queue through some operators to the producer.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OperatorChainBenchmark {

	private static final TopicPartition INPUT = new TopicPartition("in", 0);

	/** The number of operators between source and sink. */
	@Param({ "0", "1", "10", "50" })
	public int operators;

	private EngineTask task;

	private List<ConsumerRecord<byte[], byte[]>> batch;

	@Setup
	public void setUp() {
		TopologyGraph graph = new TopologyGraph();
		graph.add(new NodeSpec.Source("in", List.of("in"), new ByteArrayDeserializer(), new ByteArrayDeserializer(),
				null, null));
		String last = "in";
		for (int i = 0; i < this.operators; i++) {
			String name = "operator-" + i;
			graph.add(new NodeSpec.Processing(name, List.of(last),
					() -> (Operator) new MapValuesOperator((value) -> value), "mapValues"));
			last = name;
		}
		graph.add(new NodeSpec.Sink("out", List.of(last), "out", null, new ByteArraySerializer(),
				new ByteArraySerializer(), null));
		this.task = new EngineTask(graph);
		this.batch = EngineTask.batches("in", 1, 1000).get(0);
	}

	@Benchmark
	@OperationsPerInvocation(EngineTask.BATCH)
	public void record() {
		this.task.enqueue(INPUT, this.batch);
		this.task.process(EngineTask.BATCH);
	}

	/**
	 * What no application can do without: the record to send, with its timestamp as an
	 * object. All that {@link #record} allocates beyond is the engine's own.
	 */
	@Benchmark
	@OperationsPerInvocation(EngineTask.BATCH)
	public void clientsShare(Blackhole sink) {
		for (ConsumerRecord<byte[], byte[]> record : this.batch) {
			sink.consume(new ProducerRecord<>("out", null, Long.valueOf(record.timestamp()), record.key(),
					record.value(), record.headers()));
		}
	}

}
