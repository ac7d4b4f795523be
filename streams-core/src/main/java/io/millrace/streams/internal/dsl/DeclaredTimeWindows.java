package io.millrace.streams.internal.dsl;

import java.util.Objects;
import java.util.function.BiFunction;

import io.millrace.streams.internal.operator.Aggregation;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.SlidingAggregationOperator;
import io.millrace.streams.internal.operator.WindowAggregationOperator;
import io.millrace.streams.kstream.Aggregator;
import io.millrace.streams.kstream.Initializer;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.SlidingWindows;
import io.millrace.streams.kstream.TimeWindowedKStream;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.WindowedSerdes;
import io.millrace.streams.kstream.Windows;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Records of a {@link Program} grouped by key and time windows, or sliding ones.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
final class DeclaredTimeWindows<K extends @Nullable Object, V extends @Nullable Object>
		extends DeclaredWindows<K, V, WindowStore<Bytes, byte[]>> implements TimeWindowedKStream<K, V> {

	private final long size;

	private final boolean sliding;

	private final BiFunction<String, Aggregation, Operator> factory;

	private DeclaredTimeWindows(DeclaredGroups<K, V> groups, StoreForm.Window form, boolean sliding,
			BiFunction<String, Aggregation, Operator> factory) {
		super(groups, form, sliding ? "sliding-window" : "window");
		this.sliding = sliding;
		this.size = form.size();
		this.factory = factory;
	}

	static <K extends @Nullable Object, V extends @Nullable Object> DeclaredTimeWindows<K, V> of(
			DeclaredGroups<K, V> groups, Windows<?> windows) {
		return new DeclaredTimeWindows<>(groups, StoreForm.Window.of(windows.size(), windows.gracePeriodMs()), false,
				(store, aggregation) -> new WindowAggregationOperator(store, windows, aggregation));
	}

	static <K extends @Nullable Object, V extends @Nullable Object> DeclaredTimeWindows<K, V> of(
			DeclaredGroups<K, V> groups, SlidingWindows windows) {
		return new DeclaredTimeWindows<>(groups,
				StoreForm.Window.sliding(windows.timeDifferenceMs(), windows.gracePeriodMs()), true,
				(store, aggregation) -> new SlidingAggregationOperator(store, windows, aggregation));
	}

	@Override
	Operator operator(String store, Aggregation aggregation) {
		return this.factory.apply(store, aggregation);
	}

	@Override
	Declared.Storage<K, Long> counted(Declared.Storage<K, Long> declared) {
		// Names of sliding windows use up no number, in Kafka Streams either.
		return this.sliding ? declared : super.counted(declared);
	}

	@Override
	Serde<Windowed<K>> rowSerde(Serde<K> key) {
		return new WindowedSerdes.TimeWindowedSerde<>(key, this.size);
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
		return aggregate(Aggregation.aggregate(initializer, aggregator), given, declared);
	}

}
