package io.millrace.streams.internal.dsl;

import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.millrace.streams.internal.operator.TableAggregation;
import io.millrace.streams.internal.operator.TableAggregationOperator;
import io.millrace.streams.kstream.Aggregator;
import io.millrace.streams.kstream.Initializer;
import io.millrace.streams.kstream.KGroupedTable;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.Reducer;
import io.millrace.streams.state.KeyValueStore;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The groups of a table's rows in a {@link Program}. Their repartition topic is declared
 * by the first aggregation; further ones share it if the grouping has a name, and have
 * their own otherwise.
 *
 * @param <K> the type of the groups' keys
 * @param <V> the type of the values
 */
final class DeclaredTableGroups<K extends @Nullable Object, V extends @Nullable Object> implements KGroupedTable<K, V> {

	private static final String AGGREGATE = "KTABLE-AGGREGATE-";

	private static final String REDUCE = "KTABLE-REDUCE-";

	private final Program program;

	private final Step step;

	private final SerdePair<K, V> serdes;

	private final @Nullable String groupName;

	private @Nullable Step repartition;

	DeclaredTableGroups(Program program, Step step, SerdePair<K, V> serdes, @Nullable String groupName) {
		this.program = program;
		this.step = step;
		this.serdes = serdes;
		this.groupName = groupName;
	}

	@Override
	public KTable<K, Long> count() {
		return count((String) null, Declared.Storage.defaults());
	}

	@Override
	public KTable<K, Long> count(Named named) {
		return count(Declared.name(named), Declared.Storage.defaults());
	}

	@Override
	public KTable<K, Long> count(Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized) {
		return count((String) null, Declared.storage(materialized));
	}

	@Override
	public KTable<K, Long> count(Named named, Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized) {
		return count(Declared.name(named), Declared.storage(materialized));
	}

	private KTable<K, Long> count(@Nullable String given, Declared.Storage<K, Long> declared) {
		return aggregation(AGGREGATE, given, declared.orElse(this.serdes.withValue(Serdes.Long())),
				TableAggregation.count(), "table-count");
	}

	@Override
	public KTable<K, V> reduce(Reducer<V> adder, Reducer<V> subtractor) {
		return reduce(adder, subtractor, (String) null, Declared.Storage.defaults());
	}

	@Override
	public KTable<K, V> reduce(Reducer<V> adder, Reducer<V> subtractor,
			Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
		return reduce(adder, subtractor, (String) null, Declared.storage(materialized));
	}

	@Override
	public KTable<K, V> reduce(Reducer<V> adder, Reducer<V> subtractor, Named named,
			Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
		return reduce(adder, subtractor, Declared.name(named), Declared.storage(materialized));
	}

	private KTable<K, V> reduce(Reducer<V> adder, Reducer<V> subtractor, @Nullable String given,
			Declared.Storage<K, V> declared) {
		Objects.requireNonNull(adder, "adder can't be null");
		Objects.requireNonNull(subtractor, "subtractor can't be null");
		return aggregation(REDUCE, given, declared.orElse(this.serdes), TableAggregation.reduce(adder, subtractor),
				"table-reduce");
	}

	@Override
	public <VR extends @Nullable Object> KTable<K, VR> aggregate(Initializer<VR> initializer,
			Aggregator<? super K, ? super V, VR> adder, Aggregator<? super K, ? super V, VR> subtractor) {
		return aggregate(initializer, adder, subtractor, (String) null, Declared.Storage.defaults());
	}

	@Override
	public <VR extends @Nullable Object> KTable<K, VR> aggregate(Initializer<VR> initializer,
			Aggregator<? super K, ? super V, VR> adder, Aggregator<? super K, ? super V, VR> subtractor, Named named) {
		return aggregate(initializer, adder, subtractor, Declared.name(named), Declared.Storage.defaults());
	}

	@Override
	public <VR extends @Nullable Object> KTable<K, VR> aggregate(Initializer<VR> initializer,
			Aggregator<? super K, ? super V, VR> adder, Aggregator<? super K, ? super V, VR> subtractor,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
		return aggregate(initializer, adder, subtractor, (String) null, Declared.storage(materialized));
	}

	@Override
	public <VR extends @Nullable Object> KTable<K, VR> aggregate(Initializer<VR> initializer,
			Aggregator<? super K, ? super V, VR> adder, Aggregator<? super K, ? super V, VR> subtractor, Named named,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
		return aggregate(initializer, adder, subtractor, Declared.name(named), Declared.storage(materialized));
	}

	private <VR extends @Nullable Object> KTable<K, VR> aggregate(Initializer<VR> initializer,
			Aggregator<? super K, ? super V, VR> adder, Aggregator<? super K, ? super V, VR> subtractor,
			@Nullable String given, Declared.Storage<K, VR> declared) {
		Objects.requireNonNull(initializer, "initializer can't be null");
		Objects.requireNonNull(adder, "adder can't be null");
		Objects.requireNonNull(subtractor, "subtractor can't be null");
		return aggregation(AGGREGATE, given, declared.orElse(this.serdes.withValue(null)),
				TableAggregation.aggregate(initializer, adder, subtractor), "table-aggregate");
	}

	private <VR extends @Nullable Object> KTable<K, VR> aggregation(String prefix, @Nullable String given,
			Declared.Storage<K, VR> settings, TableAggregation aggregation, String kind) {
		// The store's name has this prefix whatever the operator's is.
		String storeName = (settings.name() != null) ? settings.name() : this.program.names().generateStore(AGGREGATE);
		String sink = suffixed(given, "-sink", "KSTREAM-SINK-");
		String source = suffixed(given, "-source", "KSTREAM-SOURCE-");
		String name = this.program.names().operator(prefix, given);
		Step feeding = repartitioned(storeName, settings.name() == null, sink, source, name);
		TableStorage storage = this.program.storage(storeName, name, settings, true);
		Step.Table table = this.program.add(new Step.Table(name, List.of(feeding),
				() -> () -> new TableAggregationOperator(storeName, aggregation), kind, storage));
		return new DeclaredTable<>(this.program, table, settings.serdes(), Set.of(feeding),
				new TableView.Stored(storage), settings.name());
	}

	/**
	 * Names a node around the operator; a number is used up in any case.
	 */
	private String suffixed(@Nullable String given, String suffix, String prefix) {
		String generated = this.program.names().generate(prefix);
		return (given != null) ? given + suffix : generated;
	}

	private Step repartitioned(String storeName, boolean generated, String sink, String source, String operator) {
		if (this.groupName == null || this.repartition == null) {
			String base = (this.groupName != null) ? this.groupName : storeName;
			this.repartition = this.program.through(
					Step.Through.ofChanges(base + "-repartition", sink, source, this.step, this.serdes), operator,
					"repartition topic", this.groupName == null && generated, "Grouped.as or Materialized.as");
		}
		return this.repartition;
	}

}
