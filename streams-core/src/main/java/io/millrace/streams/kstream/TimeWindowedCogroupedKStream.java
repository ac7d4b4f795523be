package io.millrace.streams.kstream;

import io.millrace.streams.state.WindowStore;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Several streams grouped by the same key and by windows, to be aggregated to one table.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the aggregates
 */
public interface TimeWindowedCogroupedKStream<K extends @Nullable Object, V extends @Nullable Object> {

	/**
	 * As {@link #aggregate(Initializer, Named, Materialized)}, with generated names and
	 * the serdes of the streams or the defaults.
	 * @param initializer makes the start value
	 * @return the table of results
	 */
	KTable<Windowed<K>, V> aggregate(Initializer<V> initializer);

	/**
	 * As {@link #aggregate(Initializer, Named, Materialized)}, with a generated store.
	 * @param initializer makes the start value
	 * @param named the name of the operators
	 * @return the table of results
	 */
	KTable<Windowed<K>, V> aggregate(Initializer<V> initializer, Named named);

	/**
	 * As {@link #aggregate(Initializer, Named, Materialized)}, with generated names of
	 * operators.
	 * @param initializer makes the start value
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	KTable<Windowed<K>, V> aggregate(Initializer<V> initializer,
			Materialized<K, V, WindowStore<Bytes, byte[]>> materialized);

	/**
	 * Aggregates the values of all streams by key and window, each stream by its own
	 * aggregator. Records without a key, and those that come after their window is
	 * closed, are dropped and counted; time is that of all streams together.
	 * @param initializer makes the start value
	 * @param named the name of the operators: {@code <name>-cogroup-agg-<number>} for
	 * each stream, {@code <name>-cogroup-merge} where they come together
	 * @param materialized how the table is stored; a stream whose keys may have changed
	 * goes through a repartition topic named after the store, unless its grouping has a
	 * name
	 * @return the table of results
	 */
	KTable<Windowed<K>, V> aggregate(Initializer<V> initializer, Named named,
			Materialized<K, V, WindowStore<Bytes, byte[]>> materialized);

	/**
	 * Has somebody told of records of any of the streams that come too late, which are
	 * dropped and counted. Kafka Streams has nothing like it.
	 * @param handler told of each late record, once for each window that it missed; the
	 * topic that it is from tells of which stream it is
	 * @return the same streams and windows, with a handler
	 */
	TimeWindowedCogroupedKStream<K, V> onLate(LateRecordHandler<? super K, @Nullable Object> handler);

}
