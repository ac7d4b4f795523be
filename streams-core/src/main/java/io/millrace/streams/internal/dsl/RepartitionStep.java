package io.millrace.streams.internal.dsl;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

import io.millrace.streams.AutoOffsetReset;
import io.millrace.streams.internal.operator.RepartitionFilterOperator;
import io.millrace.streams.internal.topology.NodeSpec;
import io.millrace.streams.internal.topology.RepartitionSpec;
import io.millrace.streams.internal.topology.TopologyGraph;
import io.millrace.streams.processor.FailOnInvalidTimestamp;
import io.millrace.streams.processor.StreamPartitioner;
import org.jspecify.annotations.Nullable;

/**
 * Sends a stream through a repartition topic. Declared by whatever needs a stream to be
 * partitioned by its keys.
 */
final class RepartitionStep implements Step {

	private final RepartitionNames names;

	private final String operator;

	private final Step parent;

	private final SerdePair<?, ?> serdes;

	private final OptionalInt partitions;

	private final @Nullable StreamPartitioner<?, ?> partitioner;

	private final boolean mergeable;

	private boolean nullKeysPass;

	/**
	 * Makes the step.
	 * @param mergeable whether several of them may be merged to one
	 */
	RepartitionStep(RepartitionNames names, String operator, Step parent, SerdePair<?, ?> serdes,
			OptionalInt partitions, @Nullable StreamPartitioner<?, ?> partitioner, boolean mergeable) {
		this.mergeable = mergeable;
		this.names = names;
		this.operator = operator;
		this.parent = parent;
		this.serdes = serdes;
		this.partitions = partitions;
		this.partitioner = partitioner;
	}

	RepartitionNames names() {
		return this.names;
	}

	boolean mergeable() {
		return this.mergeable;
	}

	boolean nullKeysPass() {
		return this.nullKeysPass;
	}

	/**
	 * What serdes lack, filled in with those of this topic.
	 */
	@SuppressWarnings("unchecked")
	SerdePair<Object, Object> serdesAfter(SerdePair<Object, Object> others) {
		return others.orElse((SerdePair<Object, Object>) this.serdes);
	}

	/**
	 * The operator that needs the topic.
	 */
	String operator() {
		return this.operator;
	}

	void passNullKeys() {
		this.nullKeysPass = true;
	}

	/**
	 * Lets records without a key through all repartition topics on the way to a join that
	 * gives a result for them, whoever else reads those topics.
	 * @param joined the steps that the join takes records from
	 */
	static void passNullKeys(List<Step> joined) {
		Deque<Step> waiting = new ArrayDeque<>(joined);
		Set<Step> seen = Collections.newSetFromMap(new IdentityHashMap<>());
		while (!waiting.isEmpty()) {
			Step step = waiting.remove();
			if (seen.add(step)) {
				if (step instanceof RepartitionStep through) {
					through.passNullKeys();
				}
				waiting.addAll(step.parents());
			}
		}
	}

	@Override
	public List<Step> parents() {
		return List.of(this.parent);
	}

	@Override
	public String output() {
		return this.names.source();
	}

	@Override
	public void write(TopologyGraph graph, ProgramPlan plan) {
		boolean passing = this.nullKeysPass;
		graph.addRepartitionTopic(new RepartitionSpec(this.names.topic(), this.partitions));
		graph.add(new NodeSpec.Processing(this.names.filter(), plan.parentsOf(this),
				() -> new RepartitionFilterOperator(passing), "repartition-filter"));
		graph.add(new NodeSpec.Sink(this.names.sink(), List.of(this.names.filter()), this.names.topic(), null,
				this.serdes.keySerializer(), this.serdes.valueSerializer(), this.partitioner));
		graph.serdeHints()
			.ofNode(this.names.sink(), this.serdes
				.hint("the Grouped, Joined, StreamJoined, Repartitioned or Materialized of " + this.operator));
		// The timestamp was settled when the record was written, and none may be
		// missed.
		graph.add(new NodeSpec.Source(this.names.source(), List.of(this.names.topic()), this.serdes.keyDeserializer(),
				this.serdes.valueDeserializer(), new FailOnInvalidTimestamp(), AutoOffsetReset.earliest()));
	}

}
