package io.millrace.streams.internal.dsl;

import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

import io.millrace.streams.internal.operator.AggregateOperator;
import io.millrace.streams.internal.operator.CountOperator;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.ReduceOperator;
import io.millrace.streams.internal.operator.WindowOptions;
import io.millrace.streams.kstream.Aggregator;
import io.millrace.streams.kstream.CogroupedKStream;
import io.millrace.streams.kstream.Initializer;
import io.millrace.streams.kstream.KGroupedStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.Reducer;
import io.millrace.streams.kstream.SessionWindowedKStream;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.SlidingWindows;
import io.millrace.streams.kstream.TimeWindowedKStream;
import io.millrace.streams.kstream.Window;
import io.millrace.streams.kstream.Windows;
import io.millrace.streams.state.KeyValueStore;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A grouped stream of a {@link Program}. A repartition topic is declared by the first
 * aggregation that needs it; further ones share it if the grouping has a name, and have
 * their own otherwise.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
final class DeclaredGroups<K extends @Nullable Object, V extends @Nullable Object> implements KGroupedStream<K, V> {

	static final String AGGREGATE = "KSTREAM-AGGREGATE-";

	static final String REDUCE = "KSTREAM-REDUCE-";

	private final Program program;

	private final Step step;

	private final SerdePair<K, V> serdes;

	private final Set<Step> sources;

	private final boolean rekeyed;

	private final @Nullable String groupName;

	private @Nullable RepartitionStep repartition;

	DeclaredGroups(Program program, Step step, SerdePair<K, V> serdes, Set<Step> sources, boolean rekeyed,
			@Nullable String groupName) {
		this.program = program;
		this.step = step;
		this.serdes = serdes;
		this.sources = sources;
		this.rekeyed = rekeyed;
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
		return count((String) null, counted(Declared.storage(materialized)));
	}

	@Override
	public KTable<K, Long> count(Named named, Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized) {
		return count(Declared.name(named), counted(Declared.storage(materialized)));
	}

	/**
	 * The store of a count. One that is described without a name uses up a number more,
	 * as it does in Kafka Streams.
	 */
	Declared.Storage<K, Long> counted(Declared.Storage<K, Long> declared) {
		if (declared.name() == null) {
			this.program.names().generateStore(AGGREGATE);
		}
		return declared;
	}

	private KTable<K, Long> count(@Nullable String given, Declared.Storage<K, Long> declared) {
		return aggregation(AGGREGATE, given, declared.orElse(this.serdes.withValue(Serdes.Long())),
				(store) -> () -> new CountOperator(store), "count");
	}

	@Override
	public KTable<K, V> reduce(Reducer<V> reducer) {
		return reduce(reducer, (String) null, Declared.Storage.defaults());
	}

	@Override
	public KTable<K, V> reduce(Reducer<V> reducer, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
		return reduce(reducer, (String) null, Declared.storage(materialized));
	}

	@Override
	public KTable<K, V> reduce(Reducer<V> reducer, Named named,
			Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
		return reduce(reducer, Declared.name(named), Declared.storage(materialized));
	}

	private KTable<K, V> reduce(Reducer<V> reducer, @Nullable String given, Declared.Storage<K, V> declared) {
		Objects.requireNonNull(reducer, "reducer can't be null");
		return aggregation(REDUCE, given, declared.orElse(this.serdes),
				(store) -> () -> new ReduceOperator(store, reducer), "reduce");
	}

	@Override
	public <VOut extends @Nullable Object> KTable<K, VOut> aggregate(Initializer<VOut> initializer,
			Aggregator<? super K, ? super V, VOut> aggregator) {
		return aggregate(initializer, aggregator, (String) null, Declared.Storage.defaults());
	}

	@Override
	public <VOut extends @Nullable Object> KTable<K, VOut> aggregate(Initializer<VOut> initializer,
			Aggregator<? super K, ? super V, VOut> aggregator,
			Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized) {
		return aggregate(initializer, aggregator, (String) null, Declared.storage(materialized));
	}

	@Override
	public <VOut extends @Nullable Object> KTable<K, VOut> aggregate(Initializer<VOut> initializer,
			Aggregator<? super K, ? super V, VOut> aggregator, Named named,
			Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized) {
		return aggregate(initializer, aggregator, Declared.name(named), Declared.storage(materialized));
	}

	private <VOut extends @Nullable Object> KTable<K, VOut> aggregate(Initializer<VOut> initializer,
			Aggregator<? super K, ? super V, VOut> aggregator, @Nullable String given,
			Declared.Storage<K, VOut> declared) {
		Objects.requireNonNull(initializer, "initializer can't be null");
		Objects.requireNonNull(aggregator, "aggregator can't be null");
		return aggregation(AGGREGATE, given, declared.orElse(this.serdes.withValue(null)),
				(store) -> () -> new AggregateOperator(store, initializer, aggregator), "aggregate");
	}

	@Override
	public <W extends Window> TimeWindowedKStream<K, V> windowedBy(Windows<W> windows) {
		Objects.requireNonNull(windows, "windows can't be null");
		return DeclaredTimeWindows.of(this, windows);
	}

	@Override
	public TimeWindowedKStream<K, V> windowedBy(SlidingWindows windows) {
		Objects.requireNonNull(windows, "windows can't be null");
		return DeclaredTimeWindows.of(this, windows);
	}

	@Override
	public SessionWindowedKStream<K, V> windowedBy(SessionWindows windows) {
		Objects.requireNonNull(windows, "windows can't be null");
		return new DeclaredSessionWindows<>(this, windows, WindowOptions.DEFAULT);
	}

	@Override
	public <VOut extends @Nullable Object> CogroupedKStream<K, VOut> cogroup(
			Aggregator<? super K, ? super V, VOut> aggregator) {
		return new DeclaredCogroup<K, VOut>(this.program).cogroup(this, aggregator);
	}

	Step step() {
		return this.step;
	}

	Set<Step> sources() {
		return this.sources;
	}

	boolean rekeyed() {
		return this.rekeyed;
	}

	Program program() {
		return this.program;
	}

	SerdePair<K, V> serdes() {
		return this.serdes;
	}

	private <VOut extends @Nullable Object> KTable<K, VOut> aggregation(String prefix, @Nullable String given,
			Declared.Storage<K, VOut> settings, Function<String, Supplier<? extends Operator>> factory, String kind) {
		return aggregation(prefix, given, settings, StoreForm.KEY_VALUE, settings.serdes(), factory, kind, null);
	}

	/**
	 * Declares an aggregation, of windows or not.
	 * @param form the kind of store
	 * @param rows the serdes of the table's rows
	 * @param factory makes the operator, given the name of its store
	 * @param windows the windows of the rows, null if they have none
	 */
	<R extends @Nullable Object, VOut extends @Nullable Object> KTable<R, VOut> aggregation(String prefix,
			@Nullable String given, Declared.Storage<K, VOut> settings, StoreForm form, SerdePair<R, VOut> rows,
			Function<String, Supplier<? extends Operator>> factory, String kind, @Nullable RowWindows windows) {
		String storeName = (settings.name() != null) ? settings.name() : this.program.names().generateStore(prefix);
		String name = this.program.names().operator(prefix, given);
		Step parent = this.step;
		Set<Step> feeding = this.sources;
		if (this.rekeyed) {
			parent = repartitioned(storeName, name);
			feeding = Set.of(parent);
		}
		TableStorage storage = this.program.storage(storeName, name, settings, form, true);
		Supplier<? extends Operator> made = factory.apply(storeName);
		Step.Table table = this.program.add(new Step.Table(name, List.of(parent), () -> made, kind, storage, windows));
		return new DeclaredTable<>(this.program, table, rows, feeding, new TableView.Stored(storage), settings.name());
	}

	/**
	 * The repartition topic for an aggregation.
	 * @param storeName the name of its store, after which the topic is named if the
	 * grouping has no name
	 * @param operator what needs it
	 */
	RepartitionStep repartitioned(String storeName, String operator) {
		RepartitionNames names = RepartitionNames.of(this.program.names(),
				(this.groupName != null) ? this.groupName : storeName);
		if (this.groupName != null && this.repartition != null) {
			return this.repartition;
		}
		this.repartition = this.program.repartition(names, operator, this.step, this.serdes, OptionalInt.empty(), null,
				true);
		return this.repartition;
	}

}
