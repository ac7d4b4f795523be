package io.millrace.streams.kstream;

import io.millrace.streams.state.KeyValueStore;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table put into groups, to be counted, reduced or aggregated. As rows
 * come, change and go, their values are added to the results of their groups and taken
 * out of them again; so what adds and what takes out have to fit together. Null arguments
 * are refused with a {@link NullPointerException}. Not thread-safe.
 *
 * @param <K> the type of the groups' keys
 * @param <V> the type of the values
 */
public interface KGroupedTable<K extends @Nullable Object, V extends @Nullable Object> {

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
	 * Counts the rows of each group.
	 * <p>
	 * A group that has lost all its rows has the count 0. The table has a store with a
	 * changelog.
	 * @param named the name of the operator
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	KTable<K, Long> count(Named named, Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * As {@link #reduce(Reducer, Reducer, Named, Materialized)}, with a generated name
	 * and a generated store name.
	 * @param adder puts the value of a row that is new in a group to the result so far
	 * @param subtractor takes the value of a row that leaves a group out of the result so
	 * far
	 * @return the table of results
	 */
	KTable<K, V> reduce(Reducer<V> adder, Reducer<V> subtractor);

	/**
	 * As {@link #reduce(Reducer, Reducer, Named, Materialized)}, with a generated name.
	 * @param adder puts the value of a row that is new in a group to the result so far
	 * @param subtractor takes the value of a row that leaves a group out of the result so
	 * far
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	KTable<K, V> reduce(Reducer<V> adder, Reducer<V> subtractor,
			Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * Puts the values of each group together to one of the same type; the first value of
	 * a group is taken as it is.
	 * <p>
	 * A row that changes is taken out with its old value first, and then put in with its
	 * new value; if its group stays the same, the table changes once. A result of null
	 * deletes the group. The table has a store with a changelog.
	 * @param adder puts the value of a row that is new in a group to the result so far
	 * @param subtractor takes the value of a row that leaves a group out of the result so
	 * far
	 * @param named the name of the operator
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	KTable<K, V> reduce(Reducer<V> adder, Reducer<V> subtractor, Named named,
			Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * As {@link #aggregate(Initializer, Aggregator, Aggregator, Named, Materialized)},
	 * with a generated name and a generated store name.
	 * @param <VR> the type of the results
	 * @param initializer makes the start value of a group
	 * @param adder adds the value of a row that is new in a group
	 * @param subtractor takes out the value of a row that leaves a group
	 * @return the table of results
	 */
	<VR extends @Nullable Object> KTable<K, VR> aggregate(Initializer<VR> initializer,
			Aggregator<? super K, ? super V, VR> adder, Aggregator<? super K, ? super V, VR> subtractor);

	/**
	 * As {@link #aggregate(Initializer, Aggregator, Aggregator, Named, Materialized)},
	 * with a generated store name.
	 * @param <VR> the type of the results
	 * @param initializer makes the start value of a group
	 * @param adder adds the value of a row that is new in a group
	 * @param subtractor takes out the value of a row that leaves a group
	 * @param named the name of the operator
	 * @return the table of results
	 */
	<VR extends @Nullable Object> KTable<K, VR> aggregate(Initializer<VR> initializer,
			Aggregator<? super K, ? super V, VR> adder, Aggregator<? super K, ? super V, VR> subtractor, Named named);

	/**
	 * As {@link #aggregate(Initializer, Aggregator, Aggregator, Named, Materialized)},
	 * with a generated name.
	 * @param <VR> the type of the results
	 * @param initializer makes the start value of a group
	 * @param adder adds the value of a row that is new in a group
	 * @param subtractor takes out the value of a row that leaves a group
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	<VR extends @Nullable Object> KTable<K, VR> aggregate(Initializer<VR> initializer,
			Aggregator<? super K, ? super V, VR> adder, Aggregator<? super K, ? super V, VR> subtractor,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * Aggregates the values of each group to one of another type.
	 * <p>
	 * A row that changes is taken out with its old value first, and then added with its
	 * new value; if its group stays the same, the table changes once. A result of null
	 * deletes the group. The table has a store with a changelog.
	 * @param <VR> the type of the results
	 * @param initializer makes the start value of a group
	 * @param adder adds the value of a row that is new in a group
	 * @param subtractor takes out the value of a row that leaves a group
	 * @param named the name of the operator
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	<VR extends @Nullable Object> KTable<K, VR> aggregate(Initializer<VR> initializer,
			Aggregator<? super K, ? super V, VR> adder, Aggregator<? super K, ? super V, VR> subtractor, Named named,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

}
