package io.millrace.streams.kstream;

import io.millrace.streams.state.KeyValueStore;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Records grouped by key, to be counted, reduced or aggregated. Null arguments are
 * refused with a {@link NullPointerException}. Not thread-safe.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public interface KGroupedStream<K extends @Nullable Object, V extends @Nullable Object> {

	/**
	 * As {@link #count(Named, Materialized)}, with a generated name and a generated store
	 * name.
	 * @return the table of results
	 */
	KTable<K, Long> count();

	/**
	 * As {@link #count(Named, Materialized)}, with a generated store name.
	 * @param named the name of the operator
	 * @return the table of results
	 */
	KTable<K, Long> count(Named named);

	/**
	 * As {@link #count(Named, Materialized)}, with a generated name.
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	KTable<K, Long> count(Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * Counts the records of each key.
	 * <p>
	 * Records without a key or value are dropped and counted. The table has a store with
	 * a changelog; each record gives one change of the table.
	 * @param named the name of the operator
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	KTable<K, Long> count(Named named, Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * As {@link #reduce(Reducer, Named, Materialized)}, with a generated name and a
	 * generated store name.
	 * @param reducer puts two values together
	 * @return the table of results
	 */
	KTable<K, V> reduce(Reducer<V> reducer);

	/**
	 * As {@link #reduce(Reducer, Named, Materialized)}, with a generated name.
	 * @param reducer puts two values together
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	KTable<K, V> reduce(Reducer<V> reducer, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * Puts the values of each key together to one of the same type; the first value of a
	 * key is taken as it is.
	 * <p>
	 * Records without a key or value are dropped and counted. The table has a store with
	 * a changelog; each record gives one change of the table.
	 * @param reducer puts two values together
	 * @param named the name of the operator
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	KTable<K, V> reduce(Reducer<V> reducer, Named named, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * As {@link #aggregate(Initializer, Aggregator, Named, Materialized)}, with a
	 * generated name and a generated store name.
	 * @param <VOut> the type of the new values
	 * @param initializer makes the start value of a key
	 * @param aggregator adds a value to the aggregate
	 * @return the table of results
	 */
	<VOut extends @Nullable Object> KTable<K, VOut> aggregate(Initializer<VOut> initializer,
			Aggregator<? super K, ? super V, VOut> aggregator);

	/**
	 * As {@link #aggregate(Initializer, Aggregator, Named, Materialized)}, with a
	 * generated name.
	 * @param <VOut> the type of the new values
	 * @param initializer makes the start value of a key
	 * @param aggregator adds a value to the aggregate
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	<VOut extends @Nullable Object> KTable<K, VOut> aggregate(Initializer<VOut> initializer,
			Aggregator<? super K, ? super V, VOut> aggregator,
			Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * Aggregates the values of each key to one of another type.
	 * <p>
	 * Records without a key or value are dropped and counted. The table has a store with
	 * a changelog; each record gives one change of the table, whose timestamp is the
	 * highest of all records that went into the aggregate.
	 * @param <VOut> the type of the new values
	 * @param initializer makes the start value of a key
	 * @param aggregator adds a value to the aggregate
	 * @param named the name of the operator
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	<VOut extends @Nullable Object> KTable<K, VOut> aggregate(Initializer<VOut> initializer,
			Aggregator<? super K, ? super V, VOut> aggregator, Named named,
			Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * Divides the records of each key into windows of a fixed size.
	 * @param <W> the kind of windows
	 * @param windows which windows a time falls into
	 * @return the windowed records, to be counted, reduced or aggregated
	 */
	<W extends Window> TimeWindowedKStream<K, V> windowedBy(Windows<W> windows);

	/**
	 * Divides the records of each key into windows that slide along with the records.
	 * @param windows the size of the windows and their grace period
	 * @return the windowed records, to be counted, reduced or aggregated
	 */
	TimeWindowedKStream<K, V> windowedBy(SlidingWindows windows);

	/**
	 * Divides the records of each key into sessions.
	 * @param windows the gap between sessions and their grace period
	 * @return the windowed records, to be counted, reduced or aggregated
	 */
	SessionWindowedKStream<K, V> windowedBy(SessionWindows windows);

	/**
	 * Starts to group several streams by the same key, to aggregate them to one table.
	 * @param <VOut> the type of the aggregates
	 * @param aggregator adds a value of this stream to the aggregate
	 * @return this stream, to which others can be added
	 */
	<VOut extends @Nullable Object> CogroupedKStream<K, VOut> cogroup(
			Aggregator<? super K, ? super V, VOut> aggregator);

}
