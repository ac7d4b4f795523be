package io.millrace.streams.internal.dsl;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.internal.operator.FixedKeyProcessorOperator;
import io.millrace.streams.internal.operator.GracePeriod;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.PassThroughOperator;
import io.millrace.streams.internal.operator.ProcessorOperator;
import io.millrace.streams.internal.operator.StreamTableJoinOperator;
import io.millrace.streams.internal.operator.TableLookup;
import io.millrace.streams.internal.store.BuiltInKeyValueStoreSupplier;
import io.millrace.streams.internal.topology.LegalName;
import io.millrace.streams.kstream.BranchedKStream;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Joined;
import io.millrace.streams.kstream.KGroupedStream;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.KeyValueMapper;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.kstream.Repartitioned;
import io.millrace.streams.kstream.ValueJoiner;
import io.millrace.streams.kstream.ValueJoinerWithKey;
import io.millrace.streams.processor.ConnectedStoreProvider;
import io.millrace.streams.processor.TopicNameExtractor;
import io.millrace.streams.processor.api.FixedKeyProcessorSupplier;
import io.millrace.streams.processor.api.ProcessorSupplier;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A stream of a {@link Program}: where it ends, becomes a table, is grouped, joined or
 * handed to a processor.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
final class DeclaredStream<K extends @Nullable Object, V extends @Nullable Object> extends StreamStreamJoins<K, V> {

	private @Nullable RepartitionStep joinRepartition;

	/**
	 * Makes a stream.
	 * @param program the program
	 * @param name the name of the operator that gives it
	 * @param step the step that gives it
	 * @param serdes its serdes
	 * @param sources what it is read from
	 * @param rekeyed whether its keys may not be those that it is partitioned by
	 */
	DeclaredStream(Program program, String name, Step step, SerdePair<K, V> serdes, Set<? extends Step> sources,
			boolean rekeyed) {
		super(program, name, step, serdes, sources, rekeyed);
	}

	@Override
	public BranchedKStream<K, V> split() {
		return split((String) null);
	}

	@Override
	public BranchedKStream<K, V> split(Named named) {
		return split(Declared.name(named));
	}

	private BranchedKStream<K, V> split(@Nullable String given) {
		return new DeclaredBranches<>(program(), given, step(),
				(branch) -> new DeclaredStream<>(program(), branch.name(), branch, serdes(), sources(), rekeyed()));
	}

	@Override
	public KStream<K, V> merge(KStream<K, V> stream) {
		return merge(stream, (String) null);
	}

	@Override
	public KStream<K, V> merge(KStream<K, V> stream, Named named) {
		return merge(stream, Declared.name(named));
	}

	private KStream<K, V> merge(KStream<K, V> stream, @Nullable String given) {
		Objects.requireNonNull(stream, "stream can't be null");
		if (!(stream instanceof DeclaredStream<K, V> other) || other.program() != program()) {
			throw new TopologyException("Stream " + name()
					+ " is merged with a stream of another StreamsBuilder; declare both with the same one.");
		}
		String operator = program().names().operator("KSTREAM-MERGE-", given);
		Set<Step> all = new LinkedHashSet<>(sources());
		all.addAll(other.sources());
		Step merged = program().add(
				new Step.Stateless(operator, (step() == other.step()) ? List.of(step()) : List.of(step(), other.step()),
						PassThroughOperator::new, "merge", Step.Effect.MERGE));
		return new DeclaredStream<>(program(), operator, merged, SerdePair.defaults(), all,
				rekeyed() || other.rekeyed());
	}

	@Override
	public KStream<K, V> repartition() {
		return repartition(Declared.Repartitioning.defaults());
	}

	@Override
	public KStream<K, V> repartition(Repartitioned<K, V> repartitioned) {
		return repartition(Declared.repartitioning(repartitioned));
	}

	private KStream<K, V> repartition(Declared.Repartitioning<K, V> settings) {
		if (settings.partitions() != null && settings.partitions() < 1) {
			throw new TopologyException("The repartition topic behind operator " + name() + " is to have "
					+ settings.partitions() + " partitions; it needs at least one.");
		}
		SerdePair<K, V> used = settings.serdes().orElse(serdes());
		String base = (settings.name() != null) ? settings.name() : program().names().generate("KSTREAM-REPARTITION-");
		RepartitionNames names = RepartitionNames.of(program().names(), base);
		RepartitionStep through = program().repartition(names, base, step(), used,
				(settings.partitions() != null) ? OptionalInt.of(settings.partitions()) : OptionalInt.empty(),
				settings.partitioner(), false);
		return new DeclaredStream<>(program(), through.output(), through, used, Set.of(through), false);
	}

	@Override
	public void to(String topic) {
		to(topic, Declared.Output.defaults());
	}

	@Override
	public void to(String topic, Produced<K, V> produced) {
		to(topic, Declared.output(produced));
	}

	private void to(String topic, Declared.Output<K, V> settings) {
		sink(LegalName.check("name of a topic", topic), null, settings);
	}

	@Override
	public void to(TopicNameExtractor<K, V> topicExtractor) {
		sink(null, Objects.requireNonNull(topicExtractor, "topicExtractor can't be null"), Declared.Output.defaults());
	}

	@Override
	public void to(TopicNameExtractor<K, V> topicExtractor, Produced<K, V> produced) {
		sink(null, Objects.requireNonNull(topicExtractor, "topicExtractor can't be null"), Declared.output(produced));
	}

	private void sink(@Nullable String topic, @Nullable TopicNameExtractor<K, V> topicExtractor,
			Declared.Output<K, V> settings) {
		String operator = program().names().operator("KSTREAM-SINK-", settings.name());
		program().add(new Step.Sink(operator, step(), topic, topicExtractor,
				new Declared.Output<>(operator, settings.serdes().orElse(serdes()), settings.partitioner())));
	}

	@Override
	public KTable<K, V> toTable() {
		return toTable((String) null, Declared.Storage.defaults());
	}

	@Override
	public KTable<K, V> toTable(Named named) {
		return toTable(Declared.name(named), Declared.Storage.defaults());
	}

	@Override
	public KTable<K, V> toTable(Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
		return toTable((String) null, Declared.storage(materialized));
	}

	@Override
	public KTable<K, V> toTable(Named named, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
		return toTable(Declared.name(named), Declared.storage(materialized));
	}

	private KTable<K, V> toTable(@Nullable String given, Declared.Storage<K, V> declared) {
		String prefix = "KSTREAM-TOTABLE-";
		Declared.Storage<K, V> settings = declared.orElse(serdes());
		String operator = program().names().operator(prefix, given);
		String storeName = (settings.name() != null) ? settings.name() : program().names().generateStore(prefix);
		Step parent = step();
		Set<Step> feeding = sources();
		if (rekeyed()) {
			parent = program().repartition(RepartitionNames.of(program().names(), operator), operator, step(),
					settings.serdes(), OptionalInt.empty(), null, true);
			feeding = Set.of(parent);
		}
		TableStorage storage = program().sourceStorage(storeName, operator, settings);
		Step table = program().add(new Step.Table(operator, List.of(parent),
				() -> Program.tableSource(storage, settings.late()), "to-table", storage));
		return new DeclaredTable<>(program(), table, settings.serdes(), feeding, new TableView.Stored(storage),
				settings.name());
	}

	@Override
	public KGroupedStream<K, V> groupByKey() {
		return groupByKey(Declared.Grouping.defaults());
	}

	@Override
	public KGroupedStream<K, V> groupByKey(Grouped<K, V> grouped) {
		return groupByKey(Declared.grouping(grouped));
	}

	private KGroupedStream<K, V> groupByKey(Declared.Grouping<K, V> settings) {
		return new DeclaredGroups<>(program(), step(), settings.serdes().orElse(serdes()), sources(), rekeyed(),
				settings.name());
	}

	@Override
	public <KOut extends @Nullable Object> KGroupedStream<KOut, V> groupBy(
			KeyValueMapper<? super K, ? super V, KOut> mapper) {
		return groupBy(mapper, Declared.Grouping.defaults());
	}

	@Override
	public <KOut extends @Nullable Object> KGroupedStream<KOut, V> groupBy(
			KeyValueMapper<? super K, ? super V, KOut> mapper, Grouped<KOut, V> grouped) {
		return groupBy(mapper, Declared.grouping(grouped));
	}

	private <KOut extends @Nullable Object> KGroupedStream<KOut, V> groupBy(
			KeyValueMapper<? super K, ? super V, KOut> mapper, Declared.Grouping<KOut, V> settings) {
		return this.<KOut>selectKey(mapper, settings.name()).groupByKey(settings);
	}

	@Override
	public <T extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(KTable<K, T> table,
			ValueJoiner<? super V, ? super T, ? extends VOut> joiner) {
		Objects.requireNonNull(joiner, "joiner can't be null");
		return join(table, false, (lookup) -> StreamTableJoinOperator.of(lookup, joiner, false),
				Declared.Joining.defaults());
	}

	@Override
	public <T extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(KTable<K, T> table,
			ValueJoiner<? super V, ? super T, ? extends VOut> joiner, Joined<K, V, T> joined) {
		Objects.requireNonNull(joiner, "joiner can't be null");
		return join(table, false, (lookup) -> StreamTableJoinOperator.of(lookup, joiner, false),
				Declared.joining(joined));
	}

	@Override
	public <T extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(KTable<K, T> table,
			ValueJoinerWithKey<? super K, ? super V, ? super T, ? extends VOut> joiner) {
		Objects.requireNonNull(joiner, "joiner can't be null");
		return join(table, false, (lookup) -> StreamTableJoinOperator.of(lookup, joiner, false),
				Declared.Joining.defaults());
	}

	@Override
	public <T extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(KTable<K, T> table,
			ValueJoinerWithKey<? super K, ? super V, ? super T, ? extends VOut> joiner, Joined<K, V, T> joined) {
		Objects.requireNonNull(joiner, "joiner can't be null");
		return join(table, false, (lookup) -> StreamTableJoinOperator.of(lookup, joiner, false),
				Declared.joining(joined));
	}

	@Override
	public <T extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(KTable<K, T> table,
			ValueJoiner<? super V, ? super T, ? extends VOut> joiner) {
		Objects.requireNonNull(joiner, "joiner can't be null");
		return join(table, true, (lookup) -> StreamTableJoinOperator.of(lookup, joiner, true),
				Declared.Joining.defaults());
	}

	@Override
	public <T extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(KTable<K, T> table,
			ValueJoiner<? super V, ? super T, ? extends VOut> joiner, Joined<K, V, T> joined) {
		Objects.requireNonNull(joiner, "joiner can't be null");
		return join(table, true, (lookup) -> StreamTableJoinOperator.of(lookup, joiner, true),
				Declared.joining(joined));
	}

	@Override
	public <T extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(KTable<K, T> table,
			ValueJoinerWithKey<? super K, ? super V, ? super T, ? extends VOut> joiner) {
		Objects.requireNonNull(joiner, "joiner can't be null");
		return join(table, true, (lookup) -> StreamTableJoinOperator.of(lookup, joiner, true),
				Declared.Joining.defaults());
	}

	@Override
	public <T extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(KTable<K, T> table,
			ValueJoinerWithKey<? super K, ? super V, ? super T, ? extends VOut> joiner, Joined<K, V, T> joined) {
		Objects.requireNonNull(joiner, "joiner can't be null");
		return join(table, true, (lookup) -> StreamTableJoinOperator.of(lookup, joiner, true),
				Declared.joining(joined));
	}

	private <T extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(KTable<K, T> table,
			boolean left, Function<TableLookup, StreamTableJoinOperator> operator, Declared.Joining<K, V> settings) {
		Objects.requireNonNull(table, "table can't be null");
		if (!(table instanceof DeclaredTable<K, T> other) || other.program() != program()) {
			throw new TopologyException("Stream " + name()
					+ " is joined with a table of another StreamsBuilder; declare both with the same one.");
		}
		if (settings.gracePeriod() != null) {
			checkGrace(settings.gracePeriod(), other);
		}
		if (settings.late() != null && !other.view().versioned()) {
			throw new TopologyException("The join of stream " + name() + " with table " + other.step().output()
					+ " tells of late records, but the table isn't versioned, so none is late; give it a store of"
					+ " Stores.persistentVersionedKeyValueStore, or leave onLate out.");
		}
		Step parent = step();
		Set<Step> feeding = new LinkedHashSet<>();
		if (rekeyed()) {
			RepartitionStep through = repartitionForJoin(settings);
			parent = through;
			feeding.add(through);
		}
		else {
			feeding.addAll(sources());
		}
		if (left) {
			RepartitionStep.passNullKeys(List.of(parent));
		}
		feeding.addAll(other.sources());
		String name = program().names().operator(left ? "KSTREAM-LEFTJOIN-" : "KSTREAM-JOIN-", settings.name());
		TableView view = other.view();
		view.require();
		String buffer = name + "-Buffer";
		Duration grace = settings.gracePeriod();
		SerdePair<K, V> held = settings.serdes().orElse(serdes());
		Step join = new Step.Join(name, parent,
				() -> () -> operator.apply(view.lookup())
					.after((grace != null) ? new GracePeriod(buffer, grace.toMillis(), held.key(), held.value()) : null)
					.telling(settings.late()),
				left ? "left-join-table" : "join-table", view, feeding);
		if (grace != null) {
			program().uses(name, "has records wait for the table", held, true, "Joined.with");
		}
		Step joined = program().add((grace != null)
				? new Step.WithStores(join, List.of(), List.of(buffer(buffer, name, settings.name() == null))) : join);
		return new DeclaredStream<>(program(), name, joined, settings.serdes().orElse(serdes()).withValue(null),
				feeding, false);
	}

	private void checkGrace(Duration grace, DeclaredTable<?, ?> table) {
		String what = "The join of stream " + name() + " with table " + table.step().output() + " has a grace period";
		if (grace.isNegative()) {
			throw new TopologyException(what + " of " + grace + "; it mustn't be negative.");
		}
		if (!table.view().versioned()) {
			throw new TopologyException(what + ", but the table isn't versioned; give it a store of"
					+ " Stores.persistentVersionedKeyValueStore, or leave withGracePeriod out.");
		}
		for (TableStorage storage : table.view().storages()) {
			if (grace.compareTo(Duration.ofMillis(storage.historyRetention())) > 0) {
				throw new TopologyException(what + " of " + grace + ", but store " + storage.name()
						+ " keeps a history of " + storage.historyRetention()
						+ " ms only; set its history retention to the grace period at least.");
			}
		}
	}

	/**
	 * Declares the store of records that wait for a table.
	 */
	private StoreBuilder<?> buffer(String storeName, String operator, boolean generated) {
		StoreBuilder<?> store = Stores
			.keyValueStoreBuilder(BuiltInKeyValueStoreSupplier.anywhere(storeName), Serdes.Bytes(), Serdes.ByteArray())
			.withLoggingEnabled(Map.of())
			.withCachingDisabled();
		program().declareStore(store, operator);
		program().nameInternalTopic(new UnnamedResources.Topic("changelog topic", storeName + "-changelog", operator,
				generated, "Joined.as"));
		return store;
	}

	/**
	 * Joins that have no names of their own share one repartition topic; each uses up
	 * numbers as if it had its own.
	 */
	@Override
	RepartitionStep repartitionForJoin(Declared.Joining<K, V> settings) {
		String base = (settings.name() != null) ? settings.name() : name();
		RepartitionNames names = RepartitionNames.of(program().names(), base);
		if (this.joinRepartition == null || !name().equals(base)) {
			this.joinRepartition = program().repartition(names, base, step(), settings.serdes().orElse(serdes()),
					OptionalInt.empty(), null, true);
		}
		return this.joinRepartition;
	}

	@Override
	public <KOut extends @Nullable Object, VOut extends @Nullable Object> KStream<KOut, VOut> process(
			ProcessorSupplier<? super K, ? super V, ? extends KOut, ? extends VOut> processorSupplier,
			String... stateStoreNames) {
		return process(processorSupplier, (String) null, stateStoreNames);
	}

	@Override
	public <KOut extends @Nullable Object, VOut extends @Nullable Object> KStream<KOut, VOut> process(
			ProcessorSupplier<? super K, ? super V, ? extends KOut, ? extends VOut> processorSupplier, Named named,
			String... stateStoreNames) {
		return process(processorSupplier, Declared.name(named), stateStoreNames);
	}

	private <KOut extends @Nullable Object, VOut extends @Nullable Object> KStream<KOut, VOut> process(
			ProcessorSupplier<? super K, ? super V, ? extends KOut, ? extends VOut> declared, @Nullable String given,
			String... stores) {
		Objects.requireNonNull(declared, "processorSupplier can't be null");
		String name = processorName("KSTREAM-PROCESSOR-", given);
		ProcessorSupplier<? super K, ? super V, ? extends KOut, ? extends VOut> supplier = program().wrapped(name,
				declared);
		Step next = processor(name, supplier, ProcessorOperator.factory(name, supplier), "process",
				Step.Effect.NEW_KEYS, stores);
		return new DeclaredStream<>(program(), name, next, SerdePair.defaults(), sources(), true);
	}

	@Override
	public <VOut extends @Nullable Object> KStream<K, VOut> processValues(
			FixedKeyProcessorSupplier<? super K, ? super V, ? extends VOut> processorSupplier,
			String... stateStoreNames) {
		return processValues(processorSupplier, (String) null, stateStoreNames);
	}

	@Override
	public <VOut extends @Nullable Object> KStream<K, VOut> processValues(
			FixedKeyProcessorSupplier<? super K, ? super V, ? extends VOut> processorSupplier, Named named,
			String... stateStoreNames) {
		return processValues(processorSupplier, Declared.name(named), stateStoreNames);
	}

	private <VOut extends @Nullable Object> KStream<K, VOut> processValues(
			FixedKeyProcessorSupplier<? super K, ? super V, ? extends VOut> declared, @Nullable String given,
			String... stores) {
		Objects.requireNonNull(declared, "processorSupplier can't be null");
		String name = processorName("KSTREAM-PROCESSVALUES-", given);
		FixedKeyProcessorSupplier<? super K, ? super V, ? extends VOut> supplier = program().wrapped(name, declared);
		Step next = processor(name, supplier, FixedKeyProcessorOperator.factory(name, supplier), "process-values",
				Step.Effect.NEW_VALUES, stores);
		return new DeclaredStream<>(program(), name, next, serdes().withValue(null), sources(), rekeyed());
	}

	/**
	 * Names a processor; unlike with other operators, a given name uses up no number.
	 */
	private String processorName(String prefix, @Nullable String given) {
		String name = (given != null) ? given : program().names().generate(prefix);
		program().names().reserveOperator(name);
		return name;
	}

	private Step processor(String name, ConnectedStoreProvider provider, Supplier<? extends Operator> factory,
			String kind, Step.Effect effect, String... storeNames) {
		Objects.requireNonNull(storeNames, "stateStoreNames can't be null");
		for (String store : storeNames) {
			Objects.requireNonNull(store, "name of a store can't be null");
		}
		return program().add(new Step.Processor(name, step(), factory, kind, List.of(storeNames),
				program().ownStores(provider, name), effect));
	}

}
