package io.millrace.streams.internal.dsl;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.internal.operator.TableSourceOperator;
import io.millrace.streams.internal.topology.LegalName;
import io.millrace.streams.internal.topology.SerdeHints;
import io.millrace.streams.internal.topology.TopologyGraph;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.LateRecordHandler;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.processor.ConnectedStoreProvider;
import io.millrace.streams.processor.StreamPartitioner;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.processor.api.FixedKeyProcessorSupplier;
import io.millrace.streams.processor.api.ProcessorSupplier;
import io.millrace.streams.processor.api.ProcessorWrapper;
import io.millrace.streams.state.DslStoreSuppliers;
import io.millrace.streams.state.StoreSupplier;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.VersionedBytesStoreSupplier;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A program as it is being declared: its steps in order, its names, its stores. The
 * public {@code StreamsBuilder} records into it, and has it written to a graph as often
 * as it is asked to; a graph that is written doesn't change any more. Not thread-safe.
 */
public final class Program {

	private final Names names = new Names();

	private final List<Step> steps = new ArrayList<>();

	private final List<TableStorage> tableStores = new ArrayList<>();

	private final Map<TableStorage, String> sourceTables = new LinkedHashMap<>();

	private final List<SelfJoin> joins = new ArrayList<>();

	private final List<UnnamedResources.Topic> internalTopics = new ArrayList<>();

	private final List<Consumer<SerdeHints>> serdeNeeds = new ArrayList<>();

	private final Map<String, StoreBuilder<?>> stores = new LinkedHashMap<>();

	private final Map<String, Step.Source> sources = new HashMap<>();

	private final GlobalStores globalStores = new GlobalStores(this);

	private final @Nullable DslStoreSuppliers suppliers;

	private final @Nullable ProcessorWrapper wrapper;

	/**
	 * Makes an empty program.
	 */
	public Program() {
		this(null, null);
	}

	/**
	 * Makes an empty program.
	 * @param suppliers chooses stores that nothing else is said about; null for the
	 * default
	 * @param wrapper wraps processors of the user; null for none
	 */
	public Program(@Nullable DslStoreSuppliers suppliers, @Nullable ProcessorWrapper wrapper) {
		this.suppliers = suppliers;
		this.wrapper = wrapper;
	}

	/**
	 * Declares a stream of topics. Topics that are read as a stream already are read once
	 * and serve both.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param topics the topics
	 * @param consumed how they are read
	 * @return the stream
	 * @throws TopologyException if there is no topic, one isn't legal, or one is read
	 * already in another way
	 */
	public <K extends @Nullable Object, V extends @Nullable Object> KStream<K, V> stream(Collection<String> topics,
			Consumed<K, V> consumed) {
		Declared.Input<K, V> input = Declared.input(consumed);
		Set<String> distinct = new LinkedHashSet<>(Objects.requireNonNull(topics, "topics can't be null"));
		if (distinct.isEmpty()) {
			throw new TopologyException("A stream needs at least one topic; name those to read.");
		}
		distinct.forEach((topic) -> LegalName.check("name of a topic", topic));
		Step.Source same = this.sources.get(distinct.iterator().next());
		if (same != null && distinct.equals(new LinkedHashSet<>(same.topics()))) {
			requireSameSettings(same, input);
			return new DeclaredStream<>(this, this.names.generate("KSTREAM-SOURCE-"), same, input.serdes(),
					Set.of(same), false);
		}
		String name = this.names.operator("KSTREAM-SOURCE-", input.name());
		Step.Source source = source(name, distinct, input);
		return new DeclaredStream<>(this, name, source, input.serdes(), Set.of(source), false);
	}

	/**
	 * Declares a table of a topic.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param topic the topic
	 * @param consumed how it is read
	 * @param materialized how it is stored; null to store it only if an operator needs
	 * that
	 * @return the table
	 * @throws TopologyException if the topic isn't legal or is read already
	 */
	public <K extends @Nullable Object, V extends @Nullable Object> KTable<K, V> table(String topic,
			Consumed<K, V> consumed, @Nullable Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
		LegalName.check("name of a topic", topic);
		Declared.Input<K, V> read = Declared.input(consumed);
		Declared.Storage<K, V> stored = (materialized != null) ? Declared.storage(materialized)
				: Declared.Storage.defaults();
		Declared.Input<K, V> input = read.orElse(stored.serdes());
		Declared.Storage<K, V> settings = stored.orElse(read.serdes());
		String storeName = (settings.name() != null) ? settings.name() : this.names.generateStore(topic + "-");
		String sourceName = this.names.operator("KSTREAM-SOURCE-",
				(input.name() != null) ? input.name() + "-source" : null);
		String name = this.names.operator("KTABLE-SOURCE-", input.name());
		Step.Source source = source(sourceName, Set.of(topic), input);
		TableStorage storage = sourceStorage(storeName, name, settings);
		this.sourceTables.put(storage, topic);
		Step.Table step = add(new Step.Table(name, List.of(source), () -> tableSource(storage, settings.late()),
				"table-source", storage));
		return new DeclaredTable<>(this, step, settings.serdes(), Set.of(source), new TableView.Stored(storage),
				settings.name());
	}

	/**
	 * What every instance has in full.
	 */
	public GlobalStores globalStores() {
		return this.globalStores;
	}

	/**
	 * Declares a store that processors use by its name.
	 * @param builder what makes the store
	 * @throws TopologyException if another store has that name
	 */
	public void addStateStore(StoreBuilder<?> builder) {
		Objects.requireNonNull(builder, "builder can't be null");
		LegalName.check("name of a store", builder.name());
		declareStore(builder, "addStateStore");
	}

	/**
	 * Writes the program to a graph.
	 * @param graph the graph, empty
	 * @param explicitNaming whether stores and internal topics need names of the user's
	 * @param optimizations what may be moved, merged and left out
	 * @throws TopologyException if something doesn't fit together, or a name is missing
	 */
	public void write(TopologyGraph graph, boolean explicitNaming, Optimizations optimizations) {
		ProgramPlan plan = new ProgramPlan(this.steps);
		if (optimizations.reuseSourceTopics()) {
			this.sourceTables.forEach(plan::fill);
		}
		if (optimizations.mergeRepartitionTopics()) {
			MergedRepartitions.in(plan, this.names.further());
		}
		if (optimizations.singleStoreSelfJoins()) {
			this.joins.forEach((join) -> join.in(plan));
		}
		UnnamedResources.check(plan, this.tableStores, this.internalTopics, explicitNaming);
		plan.nodes().forEach((node) -> node.step().write(graph, plan));
		this.stores.values().forEach((store) -> {
			if (!graph.hasStore(store.name())) {
				graph.addStore(store);
			}
		});
		plan.nodes().forEach((node) -> node.step().connect(graph, plan));
		this.serdeNeeds.forEach((need) -> need.accept(graph.serdeHints()));
	}

	Names names() {
		return this.names;
	}

	<S extends Step> S add(S step) {
		this.steps.add(step);
		return step;
	}

	/**
	 * Declares a store for use by processors; the same builder may be declared again.
	 */
	void declareStore(StoreBuilder<?> builder, String operator) {
		StoreBuilder<?> known = this.stores.get(builder.name());
		if (known == builder) {
			return;
		}
		this.names.reserveStore(builder.name(), operator);
		this.stores.put(builder.name(), builder);
	}

	/**
	 * Declares the stores that a supplier brings.
	 */
	List<StoreBuilder<?>> ownStores(ConnectedStoreProvider provider, String operator) {
		Collection<StoreBuilder<?>> provided = provider.stores();
		List<StoreBuilder<?>> own = (provided != null) ? List.copyOf(provided) : List.of();
		for (StoreBuilder<?> store : own) {
			LegalName.check("name of a store", store.name());
			declareStore(store, operator);
		}
		return own;
	}

	/**
	 * The store of a table that is made of records, of which some may be late.
	 */
	TableStorage sourceStorage(String storeName, String operator, Declared.Storage<?, ?> settings) {
		if (settings.late() != null && !(settings.supplier() instanceof VersionedBytesStoreSupplier)) {
			throw new TopologyException("Store " + storeName + " of operator " + operator
					+ " tells of late records, but it isn't versioned, so none is late; take one of"
					+ " Stores.persistentVersionedKeyValueStore, or leave onLate out.");
		}
		return storage(storeName, operator, settings.silent(), settings.name() != null);
	}

	TableStorage storage(String storeName, String operator, Declared.Storage<?, ?> settings, boolean required) {
		return storage(storeName, operator, settings, StoreForm.KEY_VALUE, required);
	}

	TableStorage storage(String storeName, String operator, Declared.Storage<?, ?> settings, StoreForm form,
			boolean required) {
		if (settings.late() != null) {
			throw new TopologyException("Store " + storeName + " of operator " + operator
					+ " tells of late records, which only versioned tables do that are read from a topic or made of a"
					+ " stream; leave onLate out of Materialized. Windows have an onLate of their own.");
		}
		Declared.Storage<?, ?> chosen = chosen(storeName, operator, settings, form);
		// Refuses what doesn't fit where it is declared.
		form.builder(storeName, operator, chosen);
		this.names.reserveStore(storeName, operator);
		TableStorage storage = new TableStorage(storeName, operator, chosen, form, required);
		this.tableStores.add(storage);
		return storage;
	}

	private Declared.Storage<?, ?> chosen(String storeName, String operator, Declared.Storage<?, ?> settings,
			StoreForm form) {
		DslStoreSuppliers suppliers = (settings.suppliers() != null) ? settings.suppliers() : this.suppliers;
		if (settings.supplier() != null || suppliers == null) {
			return settings;
		}
		StoreSupplier<?> supplier = form.chosen(suppliers, storeName, settings);
		if (supplier == null) {
			return settings;
		}
		if (!storeName.equals(supplier.name())) {
			throw new TopologyException("Store " + storeName + " of operator " + operator + " was given the name "
					+ supplier.name() + " by " + suppliers.getClass().getName() + "; it has to keep the name in the"
					+ " params that it is given.");
		}
		return settings.with(supplier);
	}

	/**
	 * Wraps a processor that the user adds.
	 */
	<KIn extends @Nullable Object, VIn extends @Nullable Object, KOut extends @Nullable Object, VOut extends @Nullable Object> ProcessorSupplier<KIn, VIn, KOut, VOut> wrapped(
			String name, ProcessorSupplier<KIn, VIn, KOut, VOut> supplier) {
		return (this.wrapper != null) ? this.wrapper.wrapProcessorSupplier(name, supplier) : supplier;
	}

	/**
	 * Wraps a processor that the user adds.
	 */
	<KIn extends @Nullable Object, VIn extends @Nullable Object, VOut extends @Nullable Object> FixedKeyProcessorSupplier<KIn, VIn, VOut> wrapped(
			String name, FixedKeyProcessorSupplier<KIn, VIn, VOut> supplier) {
		return (this.wrapper != null) ? this.wrapper.wrapFixedKeyProcessorSupplier(name, supplier) : supplier;
	}

	RepartitionStep repartition(RepartitionNames repartitionNames, String operator, Step parent, SerdePair<?, ?> serdes,
			OptionalInt partitions, @Nullable StreamPartitioner<?, ?> partitioner, boolean mergeable) {
		repartitionNames.reserve(this.names, operator);
		RepartitionStep step = add(
				new RepartitionStep(repartitionNames, operator, parent, serdes, partitions, partitioner, mergeable));
		this.internalTopics.add(new UnnamedResources.Topic("repartition topic", repartitionNames.topic(), operator,
				repartitionNames.generated(),
				"Grouped.as, Joined.as, StreamJoined.withName, Repartitioned.as or the Named of toTable"));
		return step;
	}

	/**
	 * Sends what operators on tables tell each other through an internal topic.
	 * @param kind what the topic is
	 * @param generated whether its name is generated
	 * @param advice what the user can name it with
	 */
	Step.Through through(Step.Through step, String operator, String kind, boolean generated, String advice) {
		this.names.reserveRepartitionTopic(step.topic(), operator);
		this.names.reserveOperator(step.sink());
		this.names.reserveOperator(step.source());
		nameInternalTopic(new UnnamedResources.Topic(kind, step.topic(), operator, generated, advice));
		return add(step);
	}

	/**
	 * Notes that an operator uses serdes itself, apart from its stores and topics.
	 * @param use what it does with them
	 * @param keys whether it uses that of keys too
	 * @param namedWith what a user names them with
	 */
	void uses(String operator, String use, SerdePair<?, ?> serdes, boolean keys, String namedWith) {
		if (keys && serdes.key() == null) {
			this.serdeNeeds.add((hints) -> hints.need(operator, use, true, serdes.hint(namedWith)));
		}
		if (serdes.value() == null) {
			this.serdeNeeds.add((hints) -> hints.need(operator, use, false, serdes.hint(namedWith)));
		}
	}

	/**
	 * Notes a join of streams, which may turn out to be one stream.
	 */
	void add(SelfJoin join) {
		this.joins.add(join);
	}

	void nameInternalTopic(UnnamedResources.Topic topic) {
		this.internalTopics.add(topic);
	}

	static Supplier<TableSourceOperator> tableSource(TableStorage storage, @Nullable LateRecordHandler<?, ?> late) {
		String storeName = storage.nameIfRequired();
		return () -> new TableSourceOperator(storeName, late);
	}

	private Step.Source source(String name, Set<String> topics, Declared.Input<?, ?> input) {
		checkUnread(name, topics);
		Step.Source source = add(new Step.Source(name, List.copyOf(topics), input));
		topics.forEach((topic) -> this.sources.put(topic, source));
		return source;
	}

	/**
	 * Refuses topics that are read already.
	 */
	void checkUnread(String name, Set<String> topics) {
		for (String topic : topics) {
			Step.Source other = this.sources.get(topic);
			if (other == null) {
				other = this.globalStores.sourceOf(topic);
			}
			if (other != null) {
				throw new TopologyException("Topic " + topic + " is read twice, by " + other.name() + " and by " + name
						+ "; read it once, and use that stream or table in both places.");
			}
		}
	}

	private static void requireSameSettings(Step.Source source, Declared.Input<?, ?> input) {
		Declared.Input<?, ?> first = source.input();
		String differing = null;
		if (!sameKind(first.serdes().key(), input.serdes().key())) {
			differing = "key serdes";
		}
		else if (!sameKind(first.serdes().value(), input.serdes().value())) {
			differing = "value serdes";
		}
		else if (!sameKind(first.timestampExtractor(), input.timestampExtractor())) {
			differing = "timestamp extractors";
		}
		else if (!Objects.equals(first.offsetReset(), input.offsetReset())) {
			differing = "offset reset policies";
		}
		if (differing != null) {
			throw new TopologyException("The topics " + source.topics() + " are read twice with different " + differing
					+ "; read them once, and use that stream in both places.");
		}
	}

	private static boolean sameKind(@Nullable Object one, @Nullable Object other) {
		return (one == null || other == null) ? one == other : one.getClass() == other.getClass();
	}

}
