package io.millrace.streams.internal.dsl;

import java.util.Objects;
import java.util.function.Supplier;

import io.millrace.streams.internal.operator.Aggregation;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.WindowAggregationOperator;
import io.millrace.streams.kstream.Aggregator;
import io.millrace.streams.kstream.Initializer;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.Reducer;
import io.millrace.streams.kstream.TimeWindowedKStream;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.WindowedSerdes;
import io.millrace.streams.kstream.Windows;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Records of a {@link Program} grouped by key and time windows.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
final class DeclaredTimeWindows<K extends @Nullable Object, V extends @Nullable Object>
		implements TimeWindowedKStream<K, V> {

	private final DeclaredGroups<K, V> groups;

	private final Windows<?> windows;

	DeclaredTimeWindows(DeclaredGroups<K, V> groups, Windows<?> windows) {
		this.groups = groups;
		this.windows = windows;
	}

	@Override
	public KTable<Windowed<K>, Long> count() {
		return count((String) null, Declared.Storage.defaults());
	}

	@Override
	public KTable<Windowed<K>, Long> count(Named named) {
		return count(Declared.name(named), Declared.Storage.defaults());
	}

	@Override
	public KTable<Windowed<K>, Long> count(Materialized<K, Long, WindowStore<Bytes, byte[]>> materialized) {
		return count(null, this.groups.counted(Declared.storage(materialized)));
	}

	@Override
	public KTable<Windowed<K>, Long> count(Named named,
			Materialized<K, Long, WindowStore<Bytes, byte[]>> materialized) {
		return count(Declared.name(named), this.groups.counted(Declared.storage(materialized)));
	}

	private KTable<Windowed<K>, Long> count(@Nullable String given, Declared.Storage<K, Long> declared) {
		return aggregation(DeclaredGroups.AGGREGATE, given,
				declared.orElse(new SerdePair<>(this.groups.serdes().key(), Serdes.Long())), Aggregation.count(),
				"window-count");
	}

	@Override
	public KTable<Windowed<K>, V> reduce(Reducer<V> reducer) {
		return reduce(reducer, (String) null, Declared.Storage.defaults());
	}

	@Override
	public KTable<Windowed<K>, V> reduce(Reducer<V> reducer, Named named) {
		return reduce(reducer, Declared.name(named), Declared.Storage.defaults());
	}

	@Override
	public KTable<Windowed<K>, V> reduce(Reducer<V> reducer,
			Materialized<K, V, WindowStore<Bytes, byte[]>> materialized) {
		return reduce(reducer, (String) null, Declared.storage(materialized));
	}

	@Override
	public KTable<Windowed<K>, V> reduce(Reducer<V> reducer, Named named,
			Materialized<K, V, WindowStore<Bytes, byte[]>> materialized) {
		return reduce(reducer, Declared.name(named), Declared.storage(materialized));
	}

	private KTable<Windowed<K>, V> reduce(Reducer<V> reducer, @Nullable String given, Declared.Storage<K, V> declared) {
		Objects.requireNonNull(reducer, "reducer can't be null");
		return aggregation(DeclaredGroups.REDUCE, given, declared.orElse(this.groups.serdes()),
				Aggregation.reduce(reducer), "window-reduce");
	}

	@Override
	public <VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(Initializer<VOut> initializer,
			Aggregator<? super K, ? super V, VOut> aggregator) {
		return aggregate(initializer, aggregator, (String) null, Declared.Storage.defaults());
	}

	@Override
	public <VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(Initializer<VOut> initializer,
			Aggregator<? super K, ? super V, VOut> aggregator, Named named) {
		return aggregate(initializer, aggregator, Declared.name(named), Declared.Storage.defaults());
	}

	@Override
	public <VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(Initializer<VOut> initializer,
			Aggregator<? super K, ? super V, VOut> aggregator,
			Materialized<K, VOut, WindowStore<Bytes, byte[]>> materialized) {
		return aggregate(initializer, aggregator, (String) null, Declared.storage(materialized));
	}

	@Override
	public <VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(Initializer<VOut> initializer,
			Aggregator<? super K, ? super V, VOut> aggregator, Named named,
			Materialized<K, VOut, WindowStore<Bytes, byte[]>> materialized) {
		return aggregate(initializer, aggregator, Declared.name(named), Declared.storage(materialized));
	}

	private <VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(Initializer<VOut> initializer,
			Aggregator<? super K, ? super V, VOut> aggregator, @Nullable String given,
			Declared.Storage<K, VOut> declared) {
		Objects.requireNonNull(initializer, "initializer can't be null");
		Objects.requireNonNull(aggregator, "aggregator can't be null");
		return aggregation(DeclaredGroups.AGGREGATE, given,
				declared.orElse(new SerdePair<>(this.groups.serdes().key(), null)),
				Aggregation.aggregate(initializer, aggregator), "window-aggregate");
	}

	private <VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregation(String prefix, @Nullable String given,
			Declared.Storage<K, VOut> settings, Aggregation aggregation, String kind) {
		Serde<K> key = settings.serdes().key();
		SerdePair<Windowed<K>, VOut> rows = new SerdePair<>(
				(key != null) ? new WindowedSerdes.TimeWindowedSerde<>(key, this.windows.size()) : null,
				settings.serdes().value());
		return this.groups.aggregation(prefix, given, settings,
				StoreForm.Window.of(this.windows.size(), this.windows.gracePeriodMs()), rows, (store) -> {
					Supplier<? extends Operator> made = () -> new WindowAggregationOperator(store, this.windows,
							aggregation);
					return made;
				}, kind);
	}

}
