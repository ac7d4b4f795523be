package io.millrace.streams.internal.dsl;

import java.time.Duration;
import java.util.Objects;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.internal.operator.Aggregation;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.SlidingAggregationOperator;
import io.millrace.streams.internal.operator.WindowAggregationOperator;
import io.millrace.streams.internal.operator.WindowOptions;
import io.millrace.streams.kstream.Aggregator;
import io.millrace.streams.kstream.EmitStrategy;
import io.millrace.streams.kstream.Initializer;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.LateRecordHandler;
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

	private final long grace;

	private final StoreForm.Window form;

	private final Factory factory;

	private DeclaredTimeWindows(DeclaredGroups<K, V> groups, StoreForm.Window form, boolean sliding, long grace,
			Factory factory, WindowOptions options) {
		super(groups, form.emitting(strategy(options)), sliding ? "sliding-window" : "window", options);
		this.form = form;
		this.sliding = sliding;
		this.grace = grace;
		this.size = form.size();
		this.factory = factory;
	}

	static <K extends @Nullable Object, V extends @Nullable Object> DeclaredTimeWindows<K, V> of(
			DeclaredGroups<K, V> groups, Windows<?> windows) {
		if (windows.size() <= 0 || windows.gracePeriodMs() < 0) {
			throw new TopologyException("Windows of " + windows.getClass().getName() + " have a size of "
					+ windows.size() + " ms and a grace period of " + windows.gracePeriodMs()
					+ " ms; the size has to be 1 ms at least, and the grace period mustn't be negative.");
		}
		return new DeclaredTimeWindows<>(groups, StoreForm.Window.of(windows.size(), windows.gracePeriodMs()), false,
				windows.gracePeriodMs(),
				(store, aggregation, options) -> new WindowAggregationOperator(store, windows, aggregation, options),
				WindowOptions.DEFAULT);
	}

	static <K extends @Nullable Object, V extends @Nullable Object> DeclaredTimeWindows<K, V> of(
			DeclaredGroups<K, V> groups, SlidingWindows windows) {
		return new DeclaredTimeWindows<>(groups,
				StoreForm.Window.sliding(windows.timeDifferenceMs(), windows.gracePeriodMs()), true,
				windows.gracePeriodMs(),
				(store, aggregation, options) -> new SlidingAggregationOperator(store, windows, aggregation, options),
				WindowOptions.DEFAULT);
	}

	/**
	 * Makes the operator for one of several streams.
	 */
	Operator operator(String store, Aggregation aggregation, WindowOptions options) {
		return this.factory.make(store, aggregation, options);
	}

	@Override
	Operator operator(String store, Aggregation aggregation) {
		return this.factory.make(store, aggregation, options());
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

	private TimeWindowedKStream<K, V> with(WindowOptions changed) {
		return new DeclaredTimeWindows<>(groups(), this.form, this.sliding, this.grace, this.factory, changed);
	}

	@Override
	public TimeWindowedKStream<K, V> emitStrategy(EmitStrategy emitStrategy) {
		WindowOptions changed = emitting(options(), emitStrategy);
		if (changed.finalsOnly() && this.size == Long.MAX_VALUE) {
			throw new IllegalArgumentException(
					"Unlimited windows never close, so they have no results to give then; leave emitStrategy out.");
		}
		return with(changed);
	}

	@Override
	public TimeWindowedKStream<K, V> closeAfterSilence(Duration silence) {
		return with(idle(options(), silence));
	}

	@Override
	public TimeWindowedKStream<K, V> onLate(LateRecordHandler<? super K, ? super V> handler) {
		return with(telling(options(), handler));
	}

	@Override
	long grace() {
		return this.grace;
	}

	@Override
	long beyondEnd() {
		// Both bounds of a sliding window belong to it.
		return this.sliding ? 1 : 0;
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

	/**
	 * Makes the operator of one kind of windows.
	 */
	interface Factory {

		Operator make(String store, Aggregation aggregation, WindowOptions options);

	}

}
