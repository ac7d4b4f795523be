package io.millrace.streams.kstream;

import io.millrace.streams.state.SessionStore;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Several streams grouped by the same key and by sessions, to be aggregated to one table.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the aggregates
 */
public interface SessionWindowedCogroupedKStream<K extends @Nullable Object, V extends @Nullable Object> {

	/**
	 * As {@link #aggregate(Initializer, Merger, Named, Materialized)}, with generated
	 * names and the serdes of the streams or the defaults.
	 * @param initializer makes the start value
	 * @param sessionMerger puts two aggregates together
	 * @return the table of results
	 */
	KTable<Windowed<K>, V> aggregate(Initializer<V> initializer, Merger<? super K, V> sessionMerger);

	/**
	 * As {@link #aggregate(Initializer, Merger, Named, Materialized)}, with a generated
	 * store.
	 * @param initializer makes the start value
	 * @param sessionMerger puts two aggregates together
	 * @param named the name of the operators
	 * @return the table of results
	 */
	KTable<Windowed<K>, V> aggregate(Initializer<V> initializer, Merger<? super K, V> sessionMerger, Named named);

	/**
	 * As {@link #aggregate(Initializer, Merger, Named, Materialized)}, with generated
	 * names of operators.
	 * @param initializer makes the start value
	 * @param sessionMerger puts two aggregates together
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	KTable<Windowed<K>, V> aggregate(Initializer<V> initializer, Merger<? super K, V> sessionMerger,
			Materialized<K, V, SessionStore<Bytes, byte[]>> materialized);

	/**
	 * Aggregates the values of all streams by key and session, each stream by its own
	 * aggregator. Records without a key, and those that come after their session is
	 * closed, are dropped and counted; time is that of all streams together.
	 * @param initializer makes the start value
	 * @param sessionMerger puts two aggregates together
	 * @param named the name of the operators: {@code <name>-cogroup-agg-<number>} for
	 * each stream, {@code <name>-cogroup-merge} where they come together
	 * @param materialized how the table is stored; a stream whose keys may have changed
	 * goes through a repartition topic named after the store, unless its grouping has a
	 * name
	 * @return the table of results
	 */
	KTable<Windowed<K>, V> aggregate(Initializer<V> initializer, Merger<? super K, V> sessionMerger, Named named,
			Materialized<K, V, SessionStore<Bytes, byte[]>> materialized);

	/**
	 * Has somebody told of records of any of the streams that come too late, which are
	 * dropped and counted. Kafka Streams has nothing like it.
	 * @param handler told of each late record, once for each window that it missed; the
	 * topic that it is from tells of which stream it is
	 * @return the same streams and windows, with a handler
	 */
	SessionWindowedCogroupedKStream<K, V> onLate(LateRecordHandler<? super K, @Nullable Object> handler);

}
