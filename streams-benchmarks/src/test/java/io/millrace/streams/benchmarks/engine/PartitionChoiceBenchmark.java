package io.millrace.streams.benchmarks.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.millrace.streams.internal.topology.NodeSpec;
import io.millrace.streams.internal.topology.TopologyGraph;
import org.apache.kafka.clients.consumer.ConsumerRecord;
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

/**
 * What a record costs in a task with several input partitions, whose records are taken in
 * the order of their timestamps.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PartitionChoiceBenchmark {

	private static final int RECORDS = 16 * EngineTask.BATCH;

	/** The number of partitions; they get as many records in all, whatever it is. */
	@Param({ "1", "2", "4", "16" })
	public int partitions;

	private EngineTask task;

	private final List<TopicPartition> inputs = new ArrayList<>();

	private final List<List<ConsumerRecord<byte[], byte[]>>> batches = new ArrayList<>();

	@Setup
	public void setUp() {
		List<String> topics = IntStream.range(0, this.partitions).mapToObj((number) -> "in-" + number).toList();
		TopologyGraph graph = new TopologyGraph();
		graph.add(new NodeSpec.Source("in", topics, new ByteArrayDeserializer(), new ByteArrayDeserializer(), null,
				null));
		graph.add(new NodeSpec.Sink("out", List.of("in"), "out", null, new ByteArraySerializer(),
				new ByteArraySerializer(), null));
		this.task = new EngineTask(graph);
		for (String topic : topics) {
			this.inputs.add(new TopicPartition(topic, 0));
			List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
			EngineTask.batches(topic, 16 / this.partitions, 1000).forEach(all::addAll);
			this.batches.add(all);
		}
	}

	@Benchmark
	@OperationsPerInvocation(RECORDS)
	public void record() {
		for (int i = 0; i < this.inputs.size(); i++) {
			this.task.enqueue(this.inputs.get(i), this.batches.get(i));
		}
		this.task.process(RECORDS);
	}

}
