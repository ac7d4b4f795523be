package io.millrace.streams.internal.dsl;

import java.util.Objects;

import io.millrace.streams.internal.operator.Aggregation;
import io.millrace.streams.internal.operator.WindowOptions;
import io.millrace.streams.kstream.Initializer;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.LateRecordHandler;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.TimeWindowedCogroupedKStream;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Several streams of a {@link Program} grouped by key and time windows, or sliding ones.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the aggregates
 */
final class DeclaredTimeCogroup<K extends @Nullable Object, V extends @Nullable Object>
		implements TimeWindowedCogroupedKStream<K, V> {

	private final DeclaredCogroup<K, V> cogroup;

	private final DeclaredTimeWindows<K, ?> windows;

	private final WindowOptions options;

	/**
	 * Makes the description.
	 * @param cogroup the streams
	 * @param windows the windows, as of one of the streams
	 */
	DeclaredTimeCogroup(DeclaredCogroup<K, V> cogroup, DeclaredTimeWindows<K, ?> windows) {
		this(cogroup, windows, WindowOptions.DEFAULT);
	}

	private DeclaredTimeCogroup(DeclaredCogroup<K, V> cogroup, DeclaredTimeWindows<K, ?> windows,
			WindowOptions options) {
		this.cogroup = cogroup;
		this.windows = windows;
		this.options = options;
	}

	@Override
	public TimeWindowedCogroupedKStream<K, V> onLate(LateRecordHandler<? super K, @Nullable Object> handler) {
		return new DeclaredTimeCogroup<>(this.cogroup, this.windows, DeclaredWindows.telling(this.options, handler));
	}

	@Override
	public KTable<Windowed<K>, V> aggregate(Initializer<V> initializer) {
		return aggregate(initializer, (String) null, Declared.Storage.defaults());
	}

	@Override
	public KTable<Windowed<K>, V> aggregate(Initializer<V> initializer, Named named) {
		return aggregate(initializer, Declared.name(named), Declared.Storage.defaults());
	}

	@Override
	public KTable<Windowed<K>, V> aggregate(Initializer<V> initializer,
			Materialized<K, V, WindowStore<Bytes, byte[]>> materialized) {
		return aggregate(initializer, (String) null, Declared.storage(materialized));
	}

	@Override
	public KTable<Windowed<K>, V> aggregate(Initializer<V> initializer, Named named,
			Materialized<K, V, WindowStore<Bytes, byte[]>> materialized) {
		return aggregate(initializer, Declared.name(named), Declared.storage(materialized));
	}

	private KTable<Windowed<K>, V> aggregate(Initializer<V> initializer, @Nullable String given,
			Declared.Storage<K, V> declared) {
		Objects.requireNonNull(initializer, "initializer can't be null");
		Declared.Storage<K, V> settings = this.cogroup.withKeySerde(declared);
		Serde<K> key = settings.serdes().key();
		SerdePair<Windowed<K>, V> rows = new SerdePair<>((key != null) ? this.windows.rowSerde(key) : null,
				settings.serdes().value(), Windowed.class);
		// What is late, and which windows are closed, is one question for all streams.
		return this.cogroup.aggregation(given, settings, this.windows.form(), rows,
				(store, clock, aggregator) -> this.windows.operator(store,
						Aggregation.aggregate(initializer, aggregator), this.options.withClock(clock)),
				"window-cogroup", this.windows.rowWindows());
	}

}
