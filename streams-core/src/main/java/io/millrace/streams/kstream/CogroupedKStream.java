package io.millrace.streams.kstream;

import io.millrace.streams.state.KeyValueStore;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Several streams grouped by the same key, each with an aggregator of its own, to be
 * aggregated to one table. Not thread-safe.
 *
 * @param <K> the type of the keys
 * @param <VOut> the type of the aggregates
 */
public interface CogroupedKStream<K extends @Nullable Object, VOut extends @Nullable Object> {

	/**
	 * Adds another stream. One that is there already gets the new aggregator.
	 * @param <V> the type of the stream's values
	 * @param groupedStream the grouped stream
	 * @param aggregator adds a value of it to the aggregate
	 * @return this object
	 * @throws io.millrace.streams.errors.TopologyException if the stream is of another
	 * StreamsBuilder
	 */
	<V extends @Nullable Object> CogroupedKStream<K, VOut> cogroup(KGroupedStream<K, V> groupedStream,
			Aggregator<? super K, ? super V, VOut> aggregator);

	/**
	 * As {@link #aggregate(Initializer, Named, Materialized)}, with generated names and
	 * the serdes of the streams or the defaults.
	 * @param initializer makes the start value
	 * @return the table of results
	 */
	KTable<K, VOut> aggregate(Initializer<VOut> initializer);

	/**
	 * As {@link #aggregate(Initializer, Named, Materialized)}, with a generated store.
	 * @param initializer makes the start value
	 * @param named the name of the operators
	 * @return the table of results
	 */
	KTable<K, VOut> aggregate(Initializer<VOut> initializer, Named named);

	/**
	 * As {@link #aggregate(Initializer, Named, Materialized)}, with generated names of
	 * operators.
	 * @param initializer makes the start value
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	KTable<K, VOut> aggregate(Initializer<VOut> initializer,
			Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * Aggregates the values of all streams by key, each stream by its own aggregator.
	 * Records without a key or value are dropped and counted.
	 * @param initializer makes the start value
	 * @param named the name of the operators: {@code <name>-cogroup-agg-<number>} for
	 * each stream, {@code <name>-cogroup-merge} where they come together
	 * @param materialized how the table is stored; a stream whose keys may have changed
	 * goes through a repartition topic named after the store, unless its grouping has a
	 * name
	 * @return the table of results
	 */
	KTable<K, VOut> aggregate(Initializer<VOut> initializer, Named named,
			Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * Groups by windows also.
	 * @param <W> the kind of windows
	 * @param windows the windows
	 * @return the streams, grouped by key and window
	 */
	<W extends Window> TimeWindowedCogroupedKStream<K, VOut> windowedBy(Windows<W> windows);

	/**
	 * Groups by sliding windows also.
	 * @param windows the windows
	 * @return the streams, grouped by key and window
	 */
	TimeWindowedCogroupedKStream<K, VOut> windowedBy(SlidingWindows windows);

	/**
	 * Groups by sessions also.
	 * @param windows the sessions
	 * @return the streams, grouped by key and session
	 */
	SessionWindowedCogroupedKStream<K, VOut> windowedBy(SessionWindows windows);

}
