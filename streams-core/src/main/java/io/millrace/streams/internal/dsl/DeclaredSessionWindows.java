package io.millrace.streams.internal.dsl;

import java.time.Duration;
import java.util.Objects;

import io.millrace.streams.internal.operator.Aggregation;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.SessionAggregationOperator;
import io.millrace.streams.internal.operator.WindowOptions;
import io.millrace.streams.kstream.Aggregator;
import io.millrace.streams.kstream.EmitStrategy;
import io.millrace.streams.kstream.Initializer;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.LateRecordHandler;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Merger;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.SessionWindowedKStream;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.WindowedSerdes;
import io.millrace.streams.state.SessionStore;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Records of a {@link Program} grouped by key and sessions.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
final class DeclaredSessionWindows<K extends @Nullable Object, V extends @Nullable Object>
		extends DeclaredWindows<K, V, SessionStore<Bytes, byte[]>> implements SessionWindowedKStream<K, V> {

	private final SessionWindows windows;

	DeclaredSessionWindows(DeclaredGroups<K, V> groups, SessionWindows windows, WindowOptions options) {
		super(groups,
				StoreForm.Session.of(windows.inactivityGap(), windows.gracePeriodMs()).emitting(strategy(options)),
				"session", options);
		this.windows = windows;
	}

	@Override
	Operator operator(String store, Aggregation aggregation) {
		return new SessionAggregationOperator(store, this.windows, aggregation, options());
	}

	@Override
	Serde<Windowed<K>> rowSerde(Serde<K> key) {
		return new WindowedSerdes.SessionWindowedSerde<>(key);
	}

	private SessionWindowedKStream<K, V> with(WindowOptions changed) {
		return new DeclaredSessionWindows<>(groups(), this.windows, changed);
	}

	@Override
	public SessionWindowedKStream<K, V> emitStrategy(EmitStrategy emitStrategy) {
		return with(emitting(options(), emitStrategy));
	}

	@Override
	public SessionWindowedKStream<K, V> closeAfterSilence(Duration silence) {
		return with(idle(options(), silence));
	}

	@Override
	public SessionWindowedKStream<K, V> onLate(LateRecordHandler<? super K, ? super V> handler) {
		return with(telling(options(), handler));
	}

	@Override
	long grace() {
		return this.windows.gracePeriodMs();
	}

	@Override
	long beyondEnd() {
		return this.windows.inactivityGap() + 1;
	}

	@Override
	public <VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(Initializer<VOut> initializer,
			Aggregator<? super K, ? super V, VOut> aggregator, Merger<? super K, VOut> sessionMerger) {
		return aggregate(initializer, aggregator, sessionMerger, (String) null, Declared.Storage.defaults());
	}

	@Override
	public <VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(Initializer<VOut> initializer,
			Aggregator<? super K, ? super V, VOut> aggregator, Merger<? super K, VOut> sessionMerger, Named named) {
		return aggregate(initializer, aggregator, sessionMerger, Declared.name(named), Declared.Storage.defaults());
	}

	@Override
	public <VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(Initializer<VOut> initializer,
			Aggregator<? super K, ? super V, VOut> aggregator, Merger<? super K, VOut> sessionMerger,
			Materialized<K, VOut, SessionStore<Bytes, byte[]>> materialized) {
		return aggregate(initializer, aggregator, sessionMerger, (String) null, Declared.storage(materialized));
	}

	@Override
	public <VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(Initializer<VOut> initializer,
			Aggregator<? super K, ? super V, VOut> aggregator, Merger<? super K, VOut> sessionMerger, Named named,
			Materialized<K, VOut, SessionStore<Bytes, byte[]>> materialized) {
		return aggregate(initializer, aggregator, sessionMerger, Declared.name(named), Declared.storage(materialized));
	}

	private <VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(Initializer<VOut> initializer,
			Aggregator<? super K, ? super V, VOut> aggregator, Merger<? super K, VOut> sessionMerger,
			@Nullable String given, Declared.Storage<K, VOut> declared) {
		Objects.requireNonNull(initializer, "initializer can't be null");
		Objects.requireNonNull(aggregator, "aggregator can't be null");
		Objects.requireNonNull(sessionMerger, "sessionMerger can't be null");
		return aggregate(Aggregation.aggregate(initializer, aggregator, sessionMerger), given, declared);
	}

}
