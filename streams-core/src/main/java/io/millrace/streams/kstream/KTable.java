package io.millrace.streams.kstream;

import java.util.function.BiFunction;
import java.util.function.Function;

import io.millrace.streams.KeyValue;
import io.millrace.streams.state.KeyValueStore;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A table: the latest value of each key, and a stream of changes. Operators give a new
 * table or stream and leave this one as it is. Updates are forwarded, those that repeat
 * the value included; many of one row between two commits as one, unless
 * {@link Materialized#withCachingDisabled()} forbids that.
 * <p>
 * A table has a store if {@link Materialized} gives it one, or if an operator on it needs
 * to look values up. Null arguments are refused with a {@link NullPointerException}, a
 * name that is taken with a {@link io.millrace.streams.errors.TopologyException}. Not
 * thread-safe.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public interface KTable<K extends @Nullable Object, V extends @Nullable Object> {

	/**
	 * As {@link #filter(Predicate, Named, Materialized)}, with a generated name, without
	 * a store of its own.
	 * @param predicate the condition
	 * @return the rows that pass
	 */
	KTable<K, V> filter(Predicate<? super K, ? super V> predicate);

	/**
	 * As {@link #filter(Predicate, Named, Materialized)}, without a store of its own.
	 * @param predicate the condition
	 * @param named the name of the operator
	 * @return the rows that pass
	 */
	KTable<K, V> filter(Predicate<? super K, ? super V> predicate, Named named);

	/**
	 * As {@link #filter(Predicate, Named, Materialized)}, with a generated name.
	 * @param predicate the condition
	 * @param materialized how the table is stored
	 * @return the rows that pass
	 */
	KTable<K, V> filter(Predicate<? super K, ? super V> predicate,
			Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * Keeps the rows for which a condition holds.
	 * <p>
	 * A row that passed and passes no more is deleted from the result; one that never
	 * passed is not mentioned in it.
	 * @param predicate the condition
	 * @param named the name of the operator
	 * @param materialized how the table is stored
	 * @return the rows that pass
	 */
	KTable<K, V> filter(Predicate<? super K, ? super V> predicate, Named named,
			Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * As {@link #filterNot(Predicate, Named, Materialized)}, with a generated name,
	 * without a store of its own.
	 * @param predicate the condition
	 * @return the rows that remain
	 */
	KTable<K, V> filterNot(Predicate<? super K, ? super V> predicate);

	/**
	 * As {@link #filterNot(Predicate, Named, Materialized)}, without a store of its own.
	 * @param predicate the condition
	 * @param named the name of the operator
	 * @return the rows that remain
	 */
	KTable<K, V> filterNot(Predicate<? super K, ? super V> predicate, Named named);

	/**
	 * As {@link #filterNot(Predicate, Named, Materialized)}, with a generated name.
	 * @param predicate the condition
	 * @param materialized how the table is stored
	 * @return the rows that remain
	 */
	KTable<K, V> filterNot(Predicate<? super K, ? super V> predicate,
			Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * Drops the rows for which a condition holds.
	 * <p>
	 * A row that passed and passes no more is deleted from the result; one that never
	 * passed is not mentioned in it.
	 * @param predicate the condition
	 * @param named the name of the operator
	 * @param materialized how the table is stored
	 * @return the rows that remain
	 */
	KTable<K, V> filterNot(Predicate<? super K, ? super V> predicate, Named named,
			Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * As {@link #mapValues(ValueMapper, Named, Materialized)}, with a generated name,
	 * without a store of its own.
	 * @param <VR> the type of the new values
	 * @param mapper computes the result
	 * @return the rows with their new values
	 */
	<VR extends @Nullable Object> KTable<K, VR> mapValues(ValueMapper<? super V, ? extends VR> mapper);

	/**
	 * As {@link #mapValues(ValueMapper, Named, Materialized)}, without a store of its
	 * own.
	 * @param <VR> the type of the new values
	 * @param mapper computes the result
	 * @param named the name of the operator
	 * @return the rows with their new values
	 */
	<VR extends @Nullable Object> KTable<K, VR> mapValues(ValueMapper<? super V, ? extends VR> mapper, Named named);

	/**
	 * As {@link #mapValues(ValueMapperWithKey, Named, Materialized)}, with a generated
	 * name, without a store of its own.
	 * @param <VR> the type of the new values
	 * @param mapper computes the result
	 * @return the rows with their new values
	 */
	<VR extends @Nullable Object> KTable<K, VR> mapValues(
			ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper);

	/**
	 * As {@link #mapValues(ValueMapperWithKey, Named, Materialized)}, without a store of
	 * its own.
	 * @param <VR> the type of the new values
	 * @param mapper computes the result
	 * @param named the name of the operator
	 * @return the rows with their new values
	 */
	<VR extends @Nullable Object> KTable<K, VR> mapValues(ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper,
			Named named);

	/**
	 * As {@link #mapValues(ValueMapper, Named, Materialized)}, with a generated name.
	 * @param <VR> the type of the new values
	 * @param mapper computes the result
	 * @param materialized how the table is stored
	 * @return the rows with their new values
	 */
	<VR extends @Nullable Object> KTable<K, VR> mapValues(ValueMapper<? super V, ? extends VR> mapper,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * Gives each row a new value. A row whose new value is null is not in the result.
	 * @param <VR> the type of the new values
	 * @param mapper computes the result
	 * @param named the name of the operator
	 * @param materialized how the table is stored
	 * @return the rows with their new values
	 */
	<VR extends @Nullable Object> KTable<K, VR> mapValues(ValueMapper<? super V, ? extends VR> mapper, Named named,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * As {@link #mapValues(ValueMapperWithKey, Named, Materialized)}, with a generated
	 * name.
	 * @param <VR> the type of the new values
	 * @param mapper computes the result
	 * @param materialized how the table is stored
	 * @return the rows with their new values
	 */
	<VR extends @Nullable Object> KTable<K, VR> mapValues(ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * Gives each row a new value. A row whose new value is null is not in the result.
	 * @param <VR> the type of the new values
	 * @param mapper computes the result
	 * @param named the name of the operator
	 * @param materialized how the table is stored
	 * @return the rows with their new values
	 */
	<VR extends @Nullable Object> KTable<K, VR> mapValues(ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper,
			Named named, Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * As
	 * {@link #transformValues(ValueTransformerWithKeySupplier, Materialized, Named, String...)},
	 * with a generated name, without a store of its own.
	 * @param <VR> the type of the new values
	 * @param transformerSupplier makes the transformers, and may bring stores
	 * @param stateStoreNames the names of stores that the transformer uses
	 * @return the rows with their new values
	 */
	<VR extends @Nullable Object> KTable<K, VR> transformValues(
			ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> transformerSupplier,
			String... stateStoreNames);

	/**
	 * As
	 * {@link #transformValues(ValueTransformerWithKeySupplier, Materialized, Named, String...)},
	 * without a store of its own.
	 * @param <VR> the type of the new values
	 * @param transformerSupplier makes the transformers, and may bring stores
	 * @param named the name of the operator
	 * @param stateStoreNames the names of stores that the transformer uses
	 * @return the rows with their new values
	 */
	<VR extends @Nullable Object> KTable<K, VR> transformValues(
			ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> transformerSupplier, Named named,
			String... stateStoreNames);

	/**
	 * As
	 * {@link #transformValues(ValueTransformerWithKeySupplier, Materialized, Named, String...)},
	 * with a generated name.
	 * @param <VR> the type of the new values
	 * @param transformerSupplier makes the transformers, and may bring stores
	 * @param materialized how the table is stored
	 * @param stateStoreNames the names of stores that the transformer uses
	 * @return the rows with their new values
	 */
	<VR extends @Nullable Object> KTable<K, VR> transformValues(
			ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> transformerSupplier,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized, String... stateStoreNames);

	/**
	 * Gives each row a new value, computed by a transformer that may use stores.
	 * <p>
	 * A row whose new value is null is not in the result. The transformer is asked for
	 * deleted rows too, with null as their value; and, if the result has no store, for
	 * old values where an operator needs them, and for rows that an operator looks up.
	 * @param <VR> the type of the new values
	 * @param transformerSupplier makes the transformers, and may bring stores
	 * @param materialized how the table is stored
	 * @param named the name of the operator
	 * @param stateStoreNames the names of stores that the transformer uses
	 * @return the rows with their new values
	 */
	<VR extends @Nullable Object> KTable<K, VR> transformValues(
			ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> transformerSupplier,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized, Named named, String... stateStoreNames);

	/**
	 * Keeps changes of this table from what comes after it, until the window of a row
	 * closes or for a time; then the last of them is passed on.
	 * @param suppressed which changes, and how they are buffered
	 * @return the table with fewer changes
	 * @throws io.millrace.streams.errors.TopologyException if it is to wait for windows
	 * to close, but the rows of this table have none
	 */
	KTable<K, V> suppress(Suppressed<? super K> suppressed);

	/**
	 * As {@link #toStream(Named)}, with a generated name.
	 * @return the changes
	 */
	KStream<K, V> toStream();

	/**
	 * Gives the changes of the table as records; a deleted row as null.
	 * @param named the name of the operator
	 * @return the changes
	 */
	KStream<K, V> toStream(Named named);

	/**
	 * As {@link #toStream(KeyValueMapper, Named)}, with a generated name.
	 * @param <KR> the type of the new keys
	 * @param mapper computes the result
	 * @return the changes
	 */
	<KR extends @Nullable Object> KStream<KR, V> toStream(KeyValueMapper<? super K, ? super V, ? extends KR> mapper);

	/**
	 * Gives the changes of the table as records, each under a new key; a deleted row as
	 * null.
	 * @param <KR> the type of the new keys
	 * @param mapper computes the result
	 * @param named the name of the operator
	 * @return the changes
	 */
	<KR extends @Nullable Object> KStream<KR, V> toStream(KeyValueMapper<? super K, ? super V, ? extends KR> mapper,
			Named named);

	/**
	 * As {@link #groupBy(KeyValueMapper, Grouped)}, with generated names and the serdes
	 * of the application.
	 * @param <KR> the type of the groups' keys
	 * @param <VR> the type of the new values
	 * @param mapper gives the key of a row's group and the value that goes into it
	 * @return the groups
	 */
	<KR extends @Nullable Object, VR extends @Nullable Object> KGroupedTable<KR, VR> groupBy(
			KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KR, ? extends VR>> mapper);

	/**
	 * Puts the rows into groups, each with a new value.
	 * <p>
	 * The groups go through a repartition topic. A row for which the mapper gives null,
	 * or a null key or value, is in no group. The mapper is called with old values of
	 * rows too and has to give the same each time.
	 * @param <KR> the type of the groups' keys
	 * @param <VR> the type of the new values
	 * @param mapper gives the key of a row's group and the value that goes into it
	 * @param grouped the serdes of groups and values, and the name of the operator and
	 * the repartition topic
	 * @return the groups
	 */
	<KR extends @Nullable Object, VR extends @Nullable Object> KGroupedTable<KR, VR> groupBy(
			KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KR, ? extends VR>> mapper,
			Grouped<KR, VR> grouped);

	/**
	 * As {@link #join(KTable, ValueJoiner, Named, Materialized)}, with a generated name,
	 * without a store of its own.
	 * @param <VO> the type of the other table's values
	 * @param <VR> the type of the results
	 * @param other the other table
	 * @param joiner joins two values; null leaves the row out
	 * @return the table of results
	 */
	<VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> join(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner);

	/**
	 * As {@link #join(KTable, ValueJoiner, Named, Materialized)}, without a store of its
	 * own.
	 * @param <VO> the type of the other table's values
	 * @param <VR> the type of the results
	 * @param other the other table
	 * @param joiner joins two values; null leaves the row out
	 * @param named the name of the operator
	 * @return the table of results
	 */
	<VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> join(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, Named named);

	/**
	 * As {@link #join(KTable, ValueJoiner, Named, Materialized)}, with a generated name.
	 * @param <VO> the type of the other table's values
	 * @param <VR> the type of the results
	 * @param other the other table
	 * @param joiner joins two values; null leaves the row out
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	<VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> join(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * Joins the rows that both tables have.
	 * <p>
	 * A change of either table changes the row of that key in the result. A row that
	 * wasn't in the result and isn't is not mentioned. The topics behind the two have to
	 * be partitioned alike.
	 * @param <VO> the type of the other table's values
	 * @param <VR> the type of the results
	 * @param other the other table
	 * @param joiner joins two values; null leaves the row out
	 * @param named the name of the operator
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	<VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> join(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, Named named,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * As {@link #leftJoin(KTable, ValueJoiner, Named, Materialized)}, with a generated
	 * name, without a store of its own.
	 * @param <VO> the type of the other table's values
	 * @param <VR> the type of the results
	 * @param other the other table
	 * @param joiner joins two values; null leaves the row out
	 * @return the table of results
	 */
	<VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> leftJoin(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner);

	/**
	 * As {@link #leftJoin(KTable, ValueJoiner, Named, Materialized)}, without a store of
	 * its own.
	 * @param <VO> the type of the other table's values
	 * @param <VR> the type of the results
	 * @param other the other table
	 * @param joiner joins two values; null leaves the row out
	 * @param named the name of the operator
	 * @return the table of results
	 */
	<VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> leftJoin(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, Named named);

	/**
	 * As {@link #leftJoin(KTable, ValueJoiner, Named, Materialized)}, with a generated
	 * name.
	 * @param <VO> the type of the other table's values
	 * @param <VR> the type of the results
	 * @param other the other table
	 * @param joiner joins two values; null leaves the row out
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	<VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> leftJoin(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * Joins each row of this table with that of the other; the joiner gets null where the
	 * other has none.
	 * <p>
	 * A change of either table changes the row of that key in the result. A row that
	 * wasn't in the result and isn't is not mentioned. The topics behind the two have to
	 * be partitioned alike.
	 * @param <VO> the type of the other table's values
	 * @param <VR> the type of the results
	 * @param other the other table
	 * @param joiner joins two values; null leaves the row out
	 * @param named the name of the operator
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	<VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> leftJoin(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, Named named,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * As {@link #outerJoin(KTable, ValueJoiner, Named, Materialized)}, with a generated
	 * name, without a store of its own.
	 * @param <VO> the type of the other table's values
	 * @param <VR> the type of the results
	 * @param other the other table
	 * @param joiner joins two values; null leaves the row out
	 * @return the table of results
	 */
	<VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> outerJoin(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner);

	/**
	 * As {@link #outerJoin(KTable, ValueJoiner, Named, Materialized)}, without a store of
	 * its own.
	 * @param <VO> the type of the other table's values
	 * @param <VR> the type of the results
	 * @param other the other table
	 * @param joiner joins two values; null leaves the row out
	 * @param named the name of the operator
	 * @return the table of results
	 */
	<VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> outerJoin(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, Named named);

	/**
	 * As {@link #outerJoin(KTable, ValueJoiner, Named, Materialized)}, with a generated
	 * name.
	 * @param <VO> the type of the other table's values
	 * @param <VR> the type of the results
	 * @param other the other table
	 * @param joiner joins two values; null leaves the row out
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	<VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> outerJoin(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * Joins the rows of both tables; the joiner gets null where one of them has none.
	 * <p>
	 * A change of either table changes the row of that key in the result. A row that
	 * wasn't in the result and isn't is not mentioned. The topics behind the two have to
	 * be partitioned alike.
	 * @param <VO> the type of the other table's values
	 * @param <VR> the type of the results
	 * @param other the other table
	 * @param joiner joins two values; null leaves the row out
	 * @param named the name of the operator
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	<VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> outerJoin(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, Named named,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * As {@link #join(KTable, Function, ValueJoiner, TableJoined, Materialized)}, with
	 * generated names, without a store of its own.
	 * @param <VR> the type of the results
	 * @param <KO> the type of the other table's keys
	 * @param <VO> the type of the other table's values
	 * @param other the other table
	 * @param foreignKeyExtractor gives the key of the other table that a row refers to,
	 * from its value; null for none
	 * @param joiner joins two values; null leaves the row out
	 * @return the table of results
	 */
	<VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
			KTable<KO, VO> other, Function<? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner);

	/**
	 * As {@link #join(KTable, BiFunction, ValueJoiner, TableJoined, Materialized)}, with
	 * generated names, without a store of its own.
	 * @param <VR> the type of the results
	 * @param <KO> the type of the other table's keys
	 * @param <VO> the type of the other table's values
	 * @param other the other table
	 * @param foreignKeyExtractor gives the key of the other table that a row refers to,
	 * from its key and value; null for none
	 * @param joiner joins two values; null leaves the row out
	 * @return the table of results
	 */
	<VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
			KTable<KO, VO> other, BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner);

	/**
	 * As {@link #join(KTable, Function, ValueJoiner, TableJoined, Materialized)}, without
	 * a store of its own.
	 * @param <VR> the type of the results
	 * @param <KO> the type of the other table's keys
	 * @param <VO> the type of the other table's values
	 * @param other the other table
	 * @param foreignKeyExtractor gives the key of the other table that a row refers to,
	 * from its value; null for none
	 * @param joiner joins two values; null leaves the row out
	 * @param tableJoined the names and the partitioners
	 * @return the table of results
	 */
	<VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
			KTable<KO, VO> other, Function<? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, TableJoined<K, KO> tableJoined);

	/**
	 * As {@link #join(KTable, BiFunction, ValueJoiner, TableJoined, Materialized)},
	 * without a store of its own.
	 * @param <VR> the type of the results
	 * @param <KO> the type of the other table's keys
	 * @param <VO> the type of the other table's values
	 * @param other the other table
	 * @param foreignKeyExtractor gives the key of the other table that a row refers to,
	 * from its key and value; null for none
	 * @param joiner joins two values; null leaves the row out
	 * @param tableJoined the names and the partitioners
	 * @return the table of results
	 */
	<VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
			KTable<KO, VO> other, BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, TableJoined<K, KO> tableJoined);

	/**
	 * As {@link #join(KTable, Function, ValueJoiner, TableJoined, Materialized)}, with
	 * generated names.
	 * @param <VR> the type of the results
	 * @param <KO> the type of the other table's keys
	 * @param <VO> the type of the other table's values
	 * @param other the other table
	 * @param foreignKeyExtractor gives the key of the other table that a row refers to,
	 * from its value; null for none
	 * @param joiner joins two values; null leaves the row out
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	<VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
			KTable<KO, VO> other, Function<? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * As {@link #join(KTable, BiFunction, ValueJoiner, TableJoined, Materialized)}, with
	 * generated names.
	 * @param <VR> the type of the results
	 * @param <KO> the type of the other table's keys
	 * @param <VO> the type of the other table's values
	 * @param other the other table
	 * @param foreignKeyExtractor gives the key of the other table that a row refers to,
	 * from its key and value; null for none
	 * @param joiner joins two values; null leaves the row out
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	<VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
			KTable<KO, VO> other, BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * Joins each row with the row of another table that it refers to.
	 * <p>
	 * A change of either table changes all rows of the result that it concerns. Rows
	 * subscribe at the other table by an internal topic and are answered by another;
	 * answers that have been overtaken by a change of the row are dropped. A row whose
	 * reference changes from or to a row that doesn't exist may be deleted from the
	 * result although it wasn't there.
	 * @param <VR> the type of the results
	 * @param <KO> the type of the other table's keys
	 * @param <VO> the type of the other table's values
	 * @param other the other table
	 * @param foreignKeyExtractor gives the key of the other table that a row refers to,
	 * from its value; null for none
	 * @param joiner joins two values; null leaves the row out
	 * @param tableJoined the names and the partitioners
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	<VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
			KTable<KO, VO> other, Function<? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, TableJoined<K, KO> tableJoined,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * Joins each row with the row of another table that it refers to.
	 * <p>
	 * A change of either table changes all rows of the result that it concerns. Rows
	 * subscribe at the other table by an internal topic and are answered by another;
	 * answers that have been overtaken by a change of the row are dropped. A row whose
	 * reference changes from or to a row that doesn't exist may be deleted from the
	 * result although it wasn't there.
	 * @param <VR> the type of the results
	 * @param <KO> the type of the other table's keys
	 * @param <VO> the type of the other table's values
	 * @param other the other table
	 * @param foreignKeyExtractor gives the key of the other table that a row refers to,
	 * from its key and value; null for none
	 * @param joiner joins two values; null leaves the row out
	 * @param tableJoined the names and the partitioners
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	<VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
			KTable<KO, VO> other, BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, TableJoined<K, KO> tableJoined,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * As {@link #leftJoin(KTable, Function, ValueJoiner, TableJoined, Materialized)},
	 * with generated names, without a store of its own.
	 * @param <VR> the type of the results
	 * @param <KO> the type of the other table's keys
	 * @param <VO> the type of the other table's values
	 * @param other the other table
	 * @param foreignKeyExtractor gives the key of the other table that a row refers to,
	 * from its value; null for none
	 * @param joiner joins two values; null leaves the row out
	 * @return the table of results
	 */
	<VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> leftJoin(
			KTable<KO, VO> other, Function<? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner);

	/**
	 * As {@link #leftJoin(KTable, BiFunction, ValueJoiner, TableJoined, Materialized)},
	 * with generated names, without a store of its own.
	 * @param <VR> the type of the results
	 * @param <KO> the type of the other table's keys
	 * @param <VO> the type of the other table's values
	 * @param other the other table
	 * @param foreignKeyExtractor gives the key of the other table that a row refers to,
	 * from its key and value; null for none
	 * @param joiner joins two values; null leaves the row out
	 * @return the table of results
	 */
	<VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> leftJoin(
			KTable<KO, VO> other, BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner);

	/**
	 * As {@link #leftJoin(KTable, Function, ValueJoiner, TableJoined, Materialized)},
	 * without a store of its own.
	 * @param <VR> the type of the results
	 * @param <KO> the type of the other table's keys
	 * @param <VO> the type of the other table's values
	 * @param other the other table
	 * @param foreignKeyExtractor gives the key of the other table that a row refers to,
	 * from its value; null for none
	 * @param joiner joins two values; null leaves the row out
	 * @param tableJoined the names and the partitioners
	 * @return the table of results
	 */
	<VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> leftJoin(
			KTable<KO, VO> other, Function<? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, TableJoined<K, KO> tableJoined);

	/**
	 * As {@link #leftJoin(KTable, BiFunction, ValueJoiner, TableJoined, Materialized)},
	 * without a store of its own.
	 * @param <VR> the type of the results
	 * @param <KO> the type of the other table's keys
	 * @param <VO> the type of the other table's values
	 * @param other the other table
	 * @param foreignKeyExtractor gives the key of the other table that a row refers to,
	 * from its key and value; null for none
	 * @param joiner joins two values; null leaves the row out
	 * @param tableJoined the names and the partitioners
	 * @return the table of results
	 */
	<VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> leftJoin(
			KTable<KO, VO> other, BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, TableJoined<K, KO> tableJoined);

	/**
	 * As {@link #leftJoin(KTable, Function, ValueJoiner, TableJoined, Materialized)},
	 * with generated names.
	 * @param <VR> the type of the results
	 * @param <KO> the type of the other table's keys
	 * @param <VO> the type of the other table's values
	 * @param other the other table
	 * @param foreignKeyExtractor gives the key of the other table that a row refers to,
	 * from its value; null for none
	 * @param joiner joins two values; null leaves the row out
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	<VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> leftJoin(
			KTable<KO, VO> other, Function<? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * As {@link #leftJoin(KTable, BiFunction, ValueJoiner, TableJoined, Materialized)},
	 * with generated names.
	 * @param <VR> the type of the results
	 * @param <KO> the type of the other table's keys
	 * @param <VO> the type of the other table's values
	 * @param other the other table
	 * @param foreignKeyExtractor gives the key of the other table that a row refers to,
	 * from its key and value; null for none
	 * @param joiner joins two values; null leaves the row out
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	<VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> leftJoin(
			KTable<KO, VO> other, BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * Joins each row with the row of another table that it refers to; the joiner gets
	 * null where there is none.
	 * <p>
	 * A change of either table changes all rows of the result that it concerns. Rows
	 * subscribe at the other table by an internal topic and are answered by another;
	 * answers that have been overtaken by a change of the row are dropped.
	 * @param <VR> the type of the results
	 * @param <KO> the type of the other table's keys
	 * @param <VO> the type of the other table's values
	 * @param other the other table
	 * @param foreignKeyExtractor gives the key of the other table that a row refers to,
	 * from its value; null for none
	 * @param joiner joins two values; null leaves the row out
	 * @param tableJoined the names and the partitioners
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	<VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> leftJoin(
			KTable<KO, VO> other, Function<? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, TableJoined<K, KO> tableJoined,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * Joins each row with the row of another table that it refers to; the joiner gets
	 * null where there is none.
	 * <p>
	 * A change of either table changes all rows of the result that it concerns. Rows
	 * subscribe at the other table by an internal topic and are answered by another;
	 * answers that have been overtaken by a change of the row are dropped.
	 * @param <VR> the type of the results
	 * @param <KO> the type of the other table's keys
	 * @param <VO> the type of the other table's values
	 * @param other the other table
	 * @param foreignKeyExtractor gives the key of the other table that a row refers to,
	 * from its key and value; null for none
	 * @param joiner joins two values; null leaves the row out
	 * @param tableJoined the names and the partitioners
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	<VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> leftJoin(
			KTable<KO, VO> other, BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, TableJoined<K, KO> tableJoined,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * The name under which the table can be queried.
	 * @return the name of the store, or null if the table has none, or one without a
	 * given name
	 */
	@Nullable String queryableStoreName();

}
