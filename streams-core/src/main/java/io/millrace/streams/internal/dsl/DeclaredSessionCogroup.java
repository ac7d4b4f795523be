package io.millrace.streams.internal.dsl;

import java.util.Objects;

import io.millrace.streams.internal.operator.Aggregation;
import io.millrace.streams.internal.operator.SessionAggregationOperator;
import io.millrace.streams.internal.operator.WindowOptions;
import io.millrace.streams.kstream.Initializer;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.LateRecordHandler;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Merger;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.SessionWindowedCogroupedKStream;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.state.SessionStore;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Several streams of a {@link Program} grouped by key and sessions.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the aggregates
 */
final class DeclaredSessionCogroup<K extends @Nullable Object, V extends @Nullable Object>
		implements SessionWindowedCogroupedKStream<K, V> {

	private final DeclaredCogroup<K, V> cogroup;

	private final SessionWindows sessions;

	private final DeclaredSessionWindows<K, ?> windows;

	private final WindowOptions options;

	DeclaredSessionCogroup(DeclaredCogroup<K, V> cogroup, SessionWindows sessions) {
		this(cogroup, sessions, WindowOptions.DEFAULT);
	}

	private DeclaredSessionCogroup(DeclaredCogroup<K, V> cogroup, SessionWindows sessions, WindowOptions options) {
		this.cogroup = cogroup;
		this.sessions = sessions;
		this.options = options;
		this.windows = new DeclaredSessionWindows<>(cogroup.first(), sessions, WindowOptions.DEFAULT);
	}

	@Override
	public SessionWindowedCogroupedKStream<K, V> onLate(LateRecordHandler<? super K, @Nullable Object> handler) {
		return new DeclaredSessionCogroup<>(this.cogroup, this.sessions,
				DeclaredWindows.telling(this.options, handler));
	}

	@Override
	public KTable<Windowed<K>, V> aggregate(Initializer<V> initializer, Merger<? super K, V> sessionMerger) {
		return aggregate(initializer, sessionMerger, (String) null, Declared.Storage.defaults());
	}

	@Override
	public KTable<Windowed<K>, V> aggregate(Initializer<V> initializer, Merger<? super K, V> sessionMerger,
			Named named) {
		return aggregate(initializer, sessionMerger, Declared.name(named), Declared.Storage.defaults());
	}

	@Override
	public KTable<Windowed<K>, V> aggregate(Initializer<V> initializer, Merger<? super K, V> sessionMerger,
			Materialized<K, V, SessionStore<Bytes, byte[]>> materialized) {
		return aggregate(initializer, sessionMerger, (String) null, Declared.storage(materialized));
	}

	@Override
	public KTable<Windowed<K>, V> aggregate(Initializer<V> initializer, Merger<? super K, V> sessionMerger, Named named,
			Materialized<K, V, SessionStore<Bytes, byte[]>> materialized) {
		return aggregate(initializer, sessionMerger, Declared.name(named), Declared.storage(materialized));
	}

	private KTable<Windowed<K>, V> aggregate(Initializer<V> initializer, Merger<? super K, V> sessionMerger,
			@Nullable String given, Declared.Storage<K, V> declared) {
		Objects.requireNonNull(initializer, "initializer can't be null");
		Objects.requireNonNull(sessionMerger, "sessionMerger can't be null");
		Declared.Storage<K, V> settings = this.cogroup.withKeySerde(declared);
		Serde<K> key = settings.serdes().key();
		SerdePair<Windowed<K>, V> rows = new SerdePair<>((key != null) ? this.windows.rowSerde(key) : null,
				settings.serdes().value(), Windowed.class);
		// What is late, and which sessions are closed, is one question for all streams.
		return this.cogroup.aggregation(given, settings, this.windows.form(), rows,
				(store, clock, aggregator) -> new SessionAggregationOperator(store, this.sessions,
						Aggregation.aggregate(initializer, aggregator, sessionMerger), this.options.withClock(clock)),
				"session-cogroup", this.windows.rowWindows());
	}

}
