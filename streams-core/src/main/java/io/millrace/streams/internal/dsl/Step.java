package io.millrace.streams.internal.dsl;

import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

import io.millrace.streams.AutoOffsetReset;
import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.internal.operator.BranchOperator;
import io.millrace.streams.internal.operator.ChangeSerde;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.WindowedKeyPartitioner;
import io.millrace.streams.internal.topology.GlobalStoreSpec;
import io.millrace.streams.internal.topology.NodeSpec;
import io.millrace.streams.internal.topology.RepartitionSpec;
import io.millrace.streams.internal.topology.SerdeHints;
import io.millrace.streams.internal.topology.TopologyGraph;
import io.millrace.streams.kstream.internals.WindowedSerializer;
import io.millrace.streams.processor.FailOnInvalidTimestamp;
import io.millrace.streams.processor.StreamPartitioner;
import io.millrace.streams.processor.TopicNameExtractor;
import io.millrace.streams.state.StoreBuilder;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * One step of a program as it was declared. A step knows the steps before it and writes
 * its nodes to the graph when the program is built; what it needs besides nodes (stores
 * that others declare, co-partitioning) it adds once all nodes are there.
 */
sealed interface Step permits Step.Source, Step.GlobalStore, Step.Sink, Step.Stateless, Step.Table, Step.Join,
		Step.Stored, Step.Processor, Step.WithStores, Step.Split, RepartitionStep, Step.Through {

	/**
	 * The name of the node that later steps follow.
	 */
	String output();

	/**
	 * The steps whose records come to this one.
	 */
	List<Step> parents();

	/**
	 * What it does to the records of a stream, as far as that decides where repartition
	 * topics can be.
	 */
	default Effect effect() {
		return Effect.NONE;
	}

	/**
	 * Adds the nodes of this step, whose parents are there already.
	 * @param plan knows what it follows
	 */
	void write(TopologyGraph graph, ProgramPlan plan);

	/**
	 * Connects what has been added.
	 */
	default void connect(TopologyGraph graph, ProgramPlan plan) {
	}

	/**
	 * What a step does to the records of a stream.
	 */
	enum Effect {

		/** Neither keys nor values get another type. */
		NONE,

		/** Values are others, keys aren't. */
		NEW_VALUES,

		/** Keys are others, and values may be. */
		NEW_KEYS,

		/** Two streams become one. */
		MERGE

	}

	private static void connect(TopologyGraph graph, String operator, List<String> stores) {
		for (String store : stores) {
			if (!graph.hasStore(store)) {
				Set<String> known = new TreeSet<>();
				graph.stores().forEach((declared) -> known.add(declared.name()));
				throw new TopologyException(
						"Processor " + operator + " names store " + store + ", which isn't declared; known are " + known
								+ ". Add it with addStateStore, or return its builder from the supplier's stores().");
			}
			graph.connect(operator, store);
		}
	}

	/**
	 * Reads topics.
	 */
	record Source(String name, List<String> topics, Declared.Input<?, ?> input) implements Step {

		@Override
		public List<Step> parents() {
			return List.of();
		}

		@Override
		public String output() {
			return this.name;
		}

		@Override
		public void write(TopologyGraph graph, ProgramPlan plan) {
			graph.add(node());
			graph.serdeHints().ofNode(this.name, hint());
		}

		SerdeHints.Hint hint() {
			return this.input.serdes().hint("Consumed.with");
		}

		NodeSpec.Source node() {
			return new NodeSpec.Source(this.name, this.topics, this.input.serdes().keyDeserializer(),
					this.input.serdes().valueDeserializer(), this.input.timestampExtractor(), this.input.offsetReset());
		}

	}

	/**
	 * A store that every instance has in full, with what fills it.
	 *
	 * @param name the processor that writes it
	 * @param source reads its topic
	 * @param store makes its builder, the last time when the program is built
	 * @param hint what is known of the serdes of the store; null if it's the user's own
	 */
	record GlobalStore(String name, Source source, Supplier<? extends Operator> factory, String kind,
			Supplier<StoreBuilder<?>> store, SerdeHints.@Nullable Hint hint) implements Step {

		@Override
		public List<Step> parents() {
			return List.of();
		}

		@Override
		public String output() {
			return this.name;
		}

		@Override
		public void write(TopologyGraph graph, ProgramPlan plan) {
			GlobalStoreSpec filled = new GlobalStoreSpec(this.store.get(), this.source.node(),
					new NodeSpec.Processing(this.name, List.of(this.source.name()), this.factory, this.kind));
			graph.addGlobalStore(filled);
			graph.serdeHints().ofNode(this.source.name(), this.source.hint());
			if (this.hint != null) {
				graph.serdeHints().ofStore(filled.name(), this.hint);
			}
		}

	}

	/**
	 * Writes to a topic, fixed or chosen by the extractor.
	 */
	record Sink(String name, Step parent, @Nullable String topic, @Nullable TopicNameExtractor<?, ?> topicExtractor,
			Declared.Output<?, ?> settings) implements Step {

		@Override
		public List<Step> parents() {
			return List.of(this.parent);
		}

		@Override
		public String output() {
			return this.name;
		}

		@Override
		public void write(TopologyGraph graph, ProgramPlan plan) {
			graph.add(new NodeSpec.Sink(this.name, plan.parentsOf(this), this.topic, this.topicExtractor,
					this.settings.serdes().keySerializer(), this.settings.serdes().valueSerializer(), partitioner()));
			graph.serdeHints().ofNode(this.name, this.settings.serdes().hint("Produced.with"));
		}

		private @Nullable StreamPartitioner<?, ?> partitioner() {
			return (this.settings.partitioner() == null
					&& this.settings.serdes().keySerializer() instanceof WindowedSerializer<?> serializer)
							? new WindowedKeyPartitioner(serializer) : this.settings.partitioner();
		}

	}

	/**
	 * An operator that needs nothing but what comes in.
	 */
	record Stateless(String name, List<Step> parents, Supplier<? extends Operator> factory, String kind,
			Effect effect) implements Step {

		Stateless(String name, List<Step> parents, Supplier<? extends Operator> factory, String kind) {
			this(name, parents, factory, kind, Effect.NONE);
		}

		@Override
		public String output() {
			return this.name;
		}

		@Override
		public void write(TopologyGraph graph, ProgramPlan plan) {
			graph.add(new NodeSpec.Processing(this.name, plan.parentsOf(this), this.factory, this.kind));
		}

	}

	/**
	 * An operator whose result is a table. What it is made with is fixed when the program
	 * is built: until then, a later operator may demand a store.
	 */
	record Table(String name, List<Step> parents, Supplier<? extends Supplier<? extends Operator>> plan, String kind,
			@Nullable TableStorage storage, @Nullable RowWindows windows) implements Step {

		Table(String name, List<Step> parents, Supplier<? extends Supplier<? extends Operator>> plan, String kind,
				@Nullable TableStorage storage) {
			this(name, parents, plan, kind, storage, null);
		}

		@Override
		public String output() {
			return this.name;
		}

		@Override
		public void write(TopologyGraph graph, ProgramPlan plan) {
			graph.add(new NodeSpec.Processing(this.name, plan.parentsOf(this), this.plan.get(), this.kind));
			if (this.storage != null && this.storage.required()) {
				this.storage.addTo(graph, this.name, plan);
			}
		}

	}

	/**
	 * An operator that looks records up in a table; what feeds the two has to be
	 * partitioned alike. What it is made with is fixed when the program is built.
	 */
	record Join(String name, Step parent, Supplier<? extends Supplier<? extends Operator>> plan, String kind,
			TableView table, Set<Step> sources) implements Step {

		@Override
		public List<Step> parents() {
			return List.of(this.parent);
		}

		@Override
		public String output() {
			return this.name;
		}

		@Override
		public void write(TopologyGraph graph, ProgramPlan plan) {
			graph.add(new NodeSpec.Processing(this.name, plan.parentsOf(this), this.plan.get(), this.kind));
		}

		@Override
		public void connect(TopologyGraph graph, ProgramPlan plan) {
			this.table.storages().forEach((storage) -> graph.connect(this.name, storage.name()));
			graph.copartition(plan.sources(this.sources));
		}

	}

	/**
	 * An operator with stores of its own and others that later steps or those before it
	 * declare; what feeds them all is partitioned alike.
	 */
	record Stored(String name, List<Step> parents, Supplier<? extends Operator> factory, String kind,
			List<TableStorage> own, List<TableStorage> others, Set<Step> sources) implements Step {

		@Override
		public String output() {
			return this.name;
		}

		@Override
		public void write(TopologyGraph graph, ProgramPlan plan) {
			graph.add(new NodeSpec.Processing(this.name, plan.parentsOf(this), this.factory, this.kind));
			this.own.forEach((storage) -> storage.addTo(graph, this.name, plan));
		}

		@Override
		public void connect(TopologyGraph graph, ProgramPlan plan) {
			this.others.forEach((storage) -> graph.connect(this.name, storage.name()));
			if (!this.sources.isEmpty()) {
				graph.copartition(plan.sources(this.sources));
			}
		}

	}

	/**
	 * A processor of the user, with the stores that it names and those that its supplier
	 * brings.
	 */
	record Processor(String name, Step parent, Supplier<? extends Operator> factory, String kind,
			List<String> storeNames, Collection<StoreBuilder<?>> ownStores, Effect effect) implements Step {

		Processor(String name, Step parent, Supplier<? extends Operator> factory, String kind, List<String> storeNames,
				Collection<StoreBuilder<?>> ownStores) {
			this(name, parent, factory, kind, storeNames, ownStores, Effect.NONE);
		}

		@Override
		public List<Step> parents() {
			return List.of(this.parent);
		}

		@Override
		public String output() {
			return this.name;
		}

		@Override
		public void write(TopologyGraph graph, ProgramPlan plan) {
			graph.add(new NodeSpec.Processing(this.name, plan.parentsOf(this), this.factory, this.kind));
			for (StoreBuilder<?> store : this.ownStores) {
				graph.addStore(store, this.name);
			}
		}

		@Override
		public void connect(TopologyGraph graph, ProgramPlan plan) {
			Step.connect(graph, this.name, this.storeNames);
		}

	}

	/**
	 * A step with stores that the user names besides, and those that its supplier brings.
	 */
	record WithStores(Step step, List<String> storeNames, Collection<StoreBuilder<?>> ownStores) implements Step {

		@Override
		public List<Step> parents() {
			return this.step.parents();
		}

		@Override
		public Effect effect() {
			return this.step.effect();
		}

		@Override
		public String output() {
			return this.step.output();
		}

		@Override
		public void write(TopologyGraph graph, ProgramPlan plan) {
			this.step.write(graph, plan);
			for (StoreBuilder<?> store : this.ownStores) {
				graph.addStore(store, output());
			}
		}

		@Override
		public void connect(TopologyGraph graph, ProgramPlan plan) {
			this.step.connect(graph, plan);
			Step.connect(graph, output(), this.storeNames);
		}

	}

	/**
	 * Splits a stream; the branches are steps of their own and follow it.
	 */
	record Split(String name, Step parent, List<BranchOperator.Branch> branches) implements Step {

		@Override
		public List<Step> parents() {
			return List.of(this.parent);
		}

		@Override
		public String output() {
			return this.name;
		}

		@Override
		public void write(TopologyGraph graph, ProgramPlan plan) {
			List<BranchOperator.Branch> all = List.copyOf(this.branches);
			graph
				.add(new NodeSpec.Processing(this.name, plan.parentsOf(this), () -> new BranchOperator(all), "branch"));
		}

	}

	/**
	 * Sends what operators on tables tell each other through an internal topic.
	 *
	 * @param topic the topic, without the application's prefix
	 * @param sink the node that writes it
	 * @param source the node that reads it
	 * @param serdesNamedWith what a user names the serdes with
	 */
	record Through(String topic, String sink, String source, List<Step> parents, SerdePair<?, ?> keys,
			Serializer<?> valueSerializer, Deserializer<?> valueDeserializer,
			@Nullable StreamPartitioner<?, ?> partitioner, String serdesNamedWith) implements Step {

		/**
		 * A repartition topic for the changes of a table.
		 */
		static Through ofChanges(String topic, String sink, String source, Step parent, SerdePair<?, ?> serdes) {
			return new Through(topic, sink, source, List.of(parent), serdes,
					ChangeSerde.serializer(serdes.valueSerializer()),
					ChangeSerde.deserializer(serdes.valueDeserializer()), null, "Grouped.with");
		}

		@Override
		public String output() {
			return this.source;
		}

		@Override
		public void write(TopologyGraph graph, ProgramPlan plan) {
			graph.addRepartitionTopic(new RepartitionSpec(this.topic, OptionalInt.empty()));
			graph.add(new NodeSpec.Sink(this.sink, plan.parentsOf(this), this.topic, null, this.keys.keySerializer(),
					this.valueSerializer, this.partitioner));
			graph.serdeHints().ofNode(this.sink, this.keys.hint(this.serdesNamedWith));
			graph.add(new NodeSpec.Source(this.source, List.of(this.topic), this.keys.keyDeserializer(),
					this.valueDeserializer, new FailOnInvalidTimestamp(), AutoOffsetReset.earliest()));
		}

	}

}
