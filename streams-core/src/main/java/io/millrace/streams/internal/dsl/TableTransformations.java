package io.millrace.streams.internal.dsl;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.millrace.streams.KeyValue;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.TableFilterOperator;
import io.millrace.streams.internal.operator.TableGroupByOperator;
import io.millrace.streams.internal.operator.TableLookup;
import io.millrace.streams.internal.operator.TableMapValuesOperator;
import io.millrace.streams.internal.operator.TableToStreamOperator;
import io.millrace.streams.internal.operator.TableTransformOperator;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.KGroupedTable;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.KeyValueMapper;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.Predicate;
import io.millrace.streams.kstream.ValueMapper;
import io.millrace.streams.kstream.ValueMapperWithKey;
import io.millrace.streams.kstream.ValueTransformerWithKeySupplier;
import io.millrace.streams.state.KeyValueStore;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What a table of a {@link Program} knows of itself, and the operators that work on its
 * rows one by one: filters, mappers, grouping, and its changes as a stream.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
abstract sealed class TableTransformations<K extends @Nullable Object, V extends @Nullable Object>
		implements KTable<K, V> permits DeclaredTable {

	private static final String FILTER = "KTABLE-FILTER-";

	private static final String MAP_VALUES = "KTABLE-MAPVALUES-";

	private static final String TO_STREAM = "KTABLE-TOSTREAM-";

	private final Program program;

	private final Step step;

	private final SerdePair<K, V> serdes;

	private final Set<Step> sources;

	private final TableView view;

	private final @Nullable String queryableName;

	TableTransformations(Program program, Step step, SerdePair<K, V> serdes, Set<? extends Step> sources,
			TableView view, @Nullable String queryableName) {
		this.program = program;
		this.step = step;
		this.serdes = serdes;
		this.sources = Set.copyOf(sources);
		this.view = view;
		this.queryableName = queryableName;
	}

	/**
	 * How the rows are looked up.
	 */
	final TableView view() {
		return this.view;
	}

	final Program program() {
		return this.program;
	}

	final Step step() {
		return this.step;
	}

	final SerdePair<K, V> serdes() {
		return this.serdes;
	}

	/**
	 * What the table is read from.
	 */
	final Set<Step> sources() {
		return this.sources;
	}

	@Override
	public KTable<K, V> filter(Predicate<? super K, ? super V> predicate) {
		return filter(predicate, true, null, null);
	}

	@Override
	public KTable<K, V> filter(Predicate<? super K, ? super V> predicate, Named named) {
		return filter(predicate, true, Declared.name(named), null);
	}

	@Override
	public KTable<K, V> filter(Predicate<? super K, ? super V> predicate,
			Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
		return filter(predicate, true, null, Declared.storage(materialized));
	}

	@Override
	public KTable<K, V> filter(Predicate<? super K, ? super V> predicate, Named named,
			Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
		return filter(predicate, true, Declared.name(named), Declared.storage(materialized));
	}

	@Override
	public KTable<K, V> filterNot(Predicate<? super K, ? super V> predicate) {
		return filter(predicate, false, null, null);
	}

	@Override
	public KTable<K, V> filterNot(Predicate<? super K, ? super V> predicate, Named named) {
		return filter(predicate, false, Declared.name(named), null);
	}

	@Override
	public KTable<K, V> filterNot(Predicate<? super K, ? super V> predicate,
			Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
		return filter(predicate, false, null, Declared.storage(materialized));
	}

	@Override
	public KTable<K, V> filterNot(Predicate<? super K, ? super V> predicate, Named named,
			Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
		return filter(predicate, false, Declared.name(named), Declared.storage(materialized));
	}

	private KTable<K, V> filter(Predicate<? super K, ? super V> predicate, boolean wanted, @Nullable String given,
			Declared.@Nullable Storage<K, V> declared) {
		Objects.requireNonNull(predicate, "predicate can't be null");
		Declared.Storage<K, V> settings = settings(declared).orElse(this.serdes);
		String name = operatorName(FILTER, given, declared);
		TableStorage storage = storage(name, settings);
		String storeName = settings.name();
		boolean versioned = this.view.versioned();
		if (storage == null) {
			// Which rows passed before follows from old values alone.
			this.view.requireOldValues();
		}
		return derived(name, () -> () -> new TableFilterOperator(predicate, wanted, storeName, versioned),
				"table-filter", settings, storage,
				view(storage, (lookup) -> TableLookup.filtered(lookup, predicate, wanted)));
	}

	@Override
	public <VR extends @Nullable Object> KTable<K, VR> mapValues(ValueMapper<? super V, ? extends VR> mapper) {
		return mapValues(mapper, (String) null, null);
	}

	@Override
	public <VR extends @Nullable Object> KTable<K, VR> mapValues(ValueMapper<? super V, ? extends VR> mapper,
			Named named) {
		return mapValues(mapper, Declared.name(named), null);
	}

	@Override
	public <VR extends @Nullable Object> KTable<K, VR> mapValues(
			ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper) {
		return mapValues(mapper, (String) null, null);
	}

	@Override
	public <VR extends @Nullable Object> KTable<K, VR> mapValues(
			ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper, Named named) {
		return mapValues(mapper, Declared.name(named), null);
	}

	@Override
	public <VR extends @Nullable Object> KTable<K, VR> mapValues(ValueMapper<? super V, ? extends VR> mapper,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
		return mapValues(mapper, (String) null, Declared.storage(materialized));
	}

	@Override
	public <VR extends @Nullable Object> KTable<K, VR> mapValues(ValueMapper<? super V, ? extends VR> mapper,
			Named named, Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
		return mapValues(mapper, Declared.name(named), Declared.storage(materialized));
	}

	@Override
	public <VR extends @Nullable Object> KTable<K, VR> mapValues(
			ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
		return mapValues(mapper, (String) null, Declared.storage(materialized));
	}

	@Override
	public <VR extends @Nullable Object> KTable<K, VR> mapValues(
			ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper, Named named,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
		return mapValues(mapper, Declared.name(named), Declared.storage(materialized));
	}

	private <VR extends @Nullable Object> KTable<K, VR> mapValues(ValueMapper<? super V, ? extends VR> mapper,
			@Nullable String given, Declared.@Nullable Storage<K, VR> declared) {
		Objects.requireNonNull(mapper, "mapper can't be null");
		return mapValues(given, declared, (lookup) -> TableLookup.mapped(lookup, mapper), (store, known, needed,
				versioned) -> () -> TableMapValuesOperator.of(mapper, store, known, needed, versioned));
	}

	private <VR extends @Nullable Object> KTable<K, VR> mapValues(
			ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper, @Nullable String given,
			Declared.@Nullable Storage<K, VR> declared) {
		Objects.requireNonNull(mapper, "mapper can't be null");
		return mapValues(given, declared, (lookup) -> TableLookup.mapped(lookup, mapper), (store, known, needed,
				versioned) -> () -> TableMapValuesOperator.of(mapper, store, known, needed, versioned));
	}

	private <VR extends @Nullable Object> KTable<K, VR> mapValues(@Nullable String given,
			Declared.@Nullable Storage<K, VR> declared, UnaryOperator<TableLookup> derivation, MappingPlan plan) {
		Declared.Storage<K, VR> settings = settings(declared).orElse(this.serdes.withValue(null));
		String name = operatorName(MAP_VALUES, given, declared);
		TableStorage storage = storage(name, settings);
		String storeName = settings.name();
		TableView mapped = view(storage, derivation);
		TableView before = this.view;
		if (storage == null) {
			// Whether a row that is mapped to nothing was there follows from its old
			// value.
			before.requestOldValues();
		}
		return derived(name,
				() -> plan.fix(storeName, before.oldValuesKnown(), mapped.oldValuesRequired(), before.versioned()),
				"table-map-values", settings, storage, mapped);
	}

	@Override
	public <VR extends @Nullable Object> KTable<K, VR> transformValues(
			ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> transformerSupplier,
			String... stateStoreNames) {
		return transformValues(transformerSupplier, (String) null, null, stateStoreNames);
	}

	@Override
	public <VR extends @Nullable Object> KTable<K, VR> transformValues(
			ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> transformerSupplier, Named named,
			String... stateStoreNames) {
		return transformValues(transformerSupplier, Declared.name(named), null, stateStoreNames);
	}

	@Override
	public <VR extends @Nullable Object> KTable<K, VR> transformValues(
			ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> transformerSupplier,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized, String... stateStoreNames) {
		return transformValues(transformerSupplier, (String) null, Declared.storage(materialized), stateStoreNames);
	}

	@Override
	public <VR extends @Nullable Object> KTable<K, VR> transformValues(
			ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> transformerSupplier,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized, Named named, String... stateStoreNames) {
		return transformValues(transformerSupplier, Declared.name(named), Declared.storage(materialized),
				stateStoreNames);
	}

	private <VR extends @Nullable Object> KTable<K, VR> transformValues(
			ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> supplier, @Nullable String given,
			Declared.@Nullable Storage<K, VR> declared, String... storeNames) {
		Objects.requireNonNull(supplier, "transformerSupplier can't be null");
		Objects.requireNonNull(storeNames, "stateStoreNames can't be null");
		Declared.Storage<K, VR> settings = settings(declared).orElse(this.serdes.withValue(null));
		String name = this.program.names().operator("KTABLE-TRANSFORMVALUES-", given);
		TableStorage storage = storage(name, settings);
		String storeName = settings.name();
		TableView result = view(storage, (lookup) -> TableLookup.transformed(lookup, supplier, name));
		TableView before = this.view;
		Step.Table transformed = new Step.Table(name, List.of(this.step), () -> {
			boolean known = before.oldValuesKnown();
			boolean needed = result.oldValuesRequired();
			return () -> new TableTransformOperator(supplier, storeName, known, needed, before.versioned());
		}, "table-transform-values", storage);
		this.program.add(new Step.WithStores(transformed, List.of(storeNames), this.program.ownStores(supplier, name)));
		return new DeclaredTable<>(this.program, transformed, settings.serdes(), this.sources, result, settings.name());
	}

	@Override
	public KStream<K, V> toStream() {
		return toStream((String) null);
	}

	@Override
	public KStream<K, V> toStream(Named named) {
		return toStream(Declared.name(named));
	}

	private DeclaredStream<K, V> toStream(@Nullable String given) {
		String name = this.program.names().operator(TO_STREAM, given);
		Step changes = this.program
			.add(new Step.Stateless(name, List.of(this.step), TableToStreamOperator::new, "table-to-stream"));
		return new DeclaredStream<>(this.program, name, changes, this.serdes, this.sources, false);
	}

	@Override
	public <KR extends @Nullable Object> KStream<KR, V> toStream(
			KeyValueMapper<? super K, ? super V, ? extends KR> mapper) {
		Objects.requireNonNull(mapper, "mapper can't be null");
		return toStream((String) null).selectKey(mapper);
	}

	@Override
	public <KR extends @Nullable Object> KStream<KR, V> toStream(
			KeyValueMapper<? super K, ? super V, ? extends KR> mapper, Named named) {
		Objects.requireNonNull(mapper, "mapper can't be null");
		return toStream(Declared.name(named)).selectKey(mapper);
	}

	@Override
	public <KR extends @Nullable Object, VR extends @Nullable Object> KGroupedTable<KR, VR> groupBy(
			KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KR, ? extends VR>> mapper) {
		return groupBy(mapper, Declared.Grouping.defaults());
	}

	@Override
	public <KR extends @Nullable Object, VR extends @Nullable Object> KGroupedTable<KR, VR> groupBy(
			KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KR, ? extends VR>> mapper,
			Grouped<KR, VR> grouped) {
		return groupBy(mapper, Declared.grouping(grouped));
	}

	private <KR extends @Nullable Object, VR extends @Nullable Object> KGroupedTable<KR, VR> groupBy(
			KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KR, ? extends VR>> mapper,
			Declared.Grouping<KR, VR> settings) {
		Objects.requireNonNull(mapper, "mapper can't be null");
		String name = this.program.names().operator("KTABLE-SELECT-", settings.name());
		// A row leaves its old group by its old value.
		this.view.requireOldValues();
		Step groups = this.program.add(
				new Step.Stateless(name, List.of(this.step), () -> new TableGroupByOperator(mapper), "table-group-by"));
		return new DeclaredTableGroups<>(this.program, groups, settings.serdes(), settings.name());
	}

	@Override
	public final @Nullable String queryableStoreName() {
		return this.queryableName;
	}

	/**
	 * Names an operator. A description of a store without its name uses up a number
	 * although no store is made.
	 */
	final String operatorName(String prefix, @Nullable String given, Declared.@Nullable Storage<?, ?> declared) {
		if (declared != null && declared.name() == null) {
			this.program.names().generateStore(prefix);
		}
		return this.program.names().operator(prefix, given);
	}

	static <A extends @Nullable Object, B extends @Nullable Object> Declared.Storage<A, B> settings(
			Declared.@Nullable Storage<A, B> declared) {
		return (declared != null) ? declared : Declared.Storage.defaults();
	}

	final @Nullable TableStorage storage(String operator, Declared.Storage<?, ?> settings) {
		return (settings.name() != null) ? this.program.storage(settings.name(), operator, settings, true) : null;
	}

	private TableView view(@Nullable TableStorage storage, UnaryOperator<TableLookup> derivation) {
		return (storage != null) ? new TableView.Stored(storage) : new TableView.Derived(this.view, derivation);
	}

	private <VR extends @Nullable Object> KTable<K, VR> derived(String name,
			Supplier<? extends Supplier<? extends Operator>> plan, String kind, Declared.Storage<K, VR> settings,
			@Nullable TableStorage storage, TableView result) {
		Step derived = this.program.add(new Step.Table(name, List.of(this.step), plan, kind, storage));
		return new DeclaredTable<>(this.program, derived, settings.serdes(), this.sources, result, settings.name());
	}

	/**
	 * Fixes what a mapping operator is made with.
	 */
	private interface MappingPlan {

		Supplier<TableMapValuesOperator> fix(@Nullable String store, boolean oldValueKnown, boolean oldValueNeeded,
				boolean versioned);

	}

}
