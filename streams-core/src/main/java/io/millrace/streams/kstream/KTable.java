package io.millrace.streams.kstream;

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
	 * The name under which the table can be queried.
	 * @return the name of the store, or null if the table has none, or one without a
	 * given name
	 */
	@Nullable String queryableStoreName();

}
