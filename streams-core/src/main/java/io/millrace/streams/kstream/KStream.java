package io.millrace.streams.kstream;

import io.millrace.streams.KeyValue;
import io.millrace.streams.processor.TopicNameExtractor;
import io.millrace.streams.processor.api.FixedKeyProcessorSupplier;
import io.millrace.streams.processor.api.ProcessorSupplier;
import io.millrace.streams.state.KeyValueStore;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A stream of records, each of which stands for itself. Operators give a new stream or a
 * table and leave this one as it is; a stream with several operators hands each record to
 * all of them, in the order in which they were added.
 * <p>
 * An operator that has no name gets a generated one, which contains a number that changes
 * when operators are added before it; name those that own topics or stores, so that their
 * state is found again after the program changed. Null arguments are refused with a
 * {@link NullPointerException}, a name that is taken with a
 * {@link io.millrace.streams.errors.TopologyException}. Not thread-safe.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public interface KStream<K extends @Nullable Object, V extends @Nullable Object> {

	/**
	 * As {@link #filter(Predicate, Named)}, with a generated name.
	 * @param predicate the condition
	 * @return the records that pass
	 */
	KStream<K, V> filter(Predicate<? super K, ? super V> predicate);

	/**
	 * Keeps the records for which a condition holds.
	 * @param predicate the condition
	 * @param named the name of the operator
	 * @return the records that pass
	 */
	KStream<K, V> filter(Predicate<? super K, ? super V> predicate, Named named);

	/**
	 * As {@link #filterNot(Predicate, Named)}, with a generated name.
	 * @param predicate the condition
	 * @return the records that remain
	 */
	KStream<K, V> filterNot(Predicate<? super K, ? super V> predicate);

	/**
	 * Drops the records for which a condition holds.
	 * @param predicate the condition
	 * @param named the name of the operator
	 * @return the records that remain
	 */
	KStream<K, V> filterNot(Predicate<? super K, ? super V> predicate, Named named);

	/**
	 * As {@link #selectKey(KeyValueMapper, Named)}, with a generated name.
	 * @param <KOut> the type of the new keys
	 * @param mapper computes the result
	 * @return the records under their new keys
	 */
	<KOut extends @Nullable Object> KStream<KOut, V> selectKey(
			KeyValueMapper<? super K, ? super V, ? extends KOut> mapper);

	/**
	 * Gives each record a new key. What needs records of a key together (a grouping, a
	 * join) goes through a repartition topic afterwards.
	 * @param <KOut> the type of the new keys
	 * @param mapper computes the result
	 * @param named the name of the operator
	 * @return the records under their new keys
	 */
	<KOut extends @Nullable Object> KStream<KOut, V> selectKey(
			KeyValueMapper<? super K, ? super V, ? extends KOut> mapper, Named named);

	/**
	 * As {@link #mapValues(ValueMapper, Named)}, with a generated name.
	 * @param <VOut> the type of the new values
	 * @param mapper computes the result
	 * @return the records with their new values
	 */
	<VOut extends @Nullable Object> KStream<K, VOut> mapValues(ValueMapper<? super V, ? extends VOut> mapper);

	/**
	 * Gives each record a new value. The key stays, so no repartitioning follows from it.
	 * @param <VOut> the type of the new values
	 * @param mapper computes the result
	 * @param named the name of the operator
	 * @return the records with their new values
	 */
	<VOut extends @Nullable Object> KStream<K, VOut> mapValues(ValueMapper<? super V, ? extends VOut> mapper,
			Named named);

	/**
	 * As {@link #mapValues(ValueMapperWithKey, Named)}, with a generated name.
	 * @param <VOut> the type of the new values
	 * @param mapper computes the result
	 * @return the records with their new values
	 */
	<VOut extends @Nullable Object> KStream<K, VOut> mapValues(
			ValueMapperWithKey<? super K, ? super V, ? extends VOut> mapper);

	/**
	 * Gives each record a new value. The key stays, so no repartitioning follows from it.
	 * @param <VOut> the type of the new values
	 * @param mapper computes the result
	 * @param named the name of the operator
	 * @return the records with their new values
	 */
	<VOut extends @Nullable Object> KStream<K, VOut> mapValues(
			ValueMapperWithKey<? super K, ? super V, ? extends VOut> mapper, Named named);

	/**
	 * As {@link #map(KeyValueMapper, Named)}, with a generated name.
	 * @param <KOut> the type of the new keys
	 * @param <VOut> the type of the new values
	 * @param mapper computes the result
	 * @return the new records
	 */
	<KOut extends @Nullable Object, VOut extends @Nullable Object> KStream<KOut, VOut> map(
			KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KOut, ? extends VOut>> mapper);

	/**
	 * Gives each record a new key and a new value. The mapper must not return null. What
	 * needs records of a key together goes through a repartition topic afterwards; use
	 * {@code mapValues} if the key stays.
	 * @param <KOut> the type of the new keys
	 * @param <VOut> the type of the new values
	 * @param mapper computes the result
	 * @param named the name of the operator
	 * @return the new records
	 */
	<KOut extends @Nullable Object, VOut extends @Nullable Object> KStream<KOut, VOut> map(
			KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KOut, ? extends VOut>> mapper,
			Named named);

	/**
	 * As {@link #flatMap(KeyValueMapper, Named)}, with a generated name.
	 * @param <KOut> the type of the new keys
	 * @param <VOut> the type of the new values
	 * @param mapper computes the result
	 * @return the new records
	 */
	<KOut extends @Nullable Object, VOut extends @Nullable Object> KStream<KOut, VOut> flatMap(
			KeyValueMapper<? super K, ? super V, ? extends Iterable<? extends KeyValue<? extends KOut, ? extends VOut>>> mapper);

	/**
	 * Turns each record into any number of records, in the order of the iterable. The
	 * mapper must not return null. What needs records of a key together goes through a
	 * repartition topic afterwards; use {@code flatMapValues} if the key stays.
	 * @param <KR> the type of the new keys
	 * @param <VOut> the type of the new values
	 * @param mapper computes the result
	 * @param named the name of the operator
	 * @return the new records
	 */
	<KR extends @Nullable Object, VOut extends @Nullable Object> KStream<KR, VOut> flatMap(
			KeyValueMapper<? super K, ? super V, ? extends Iterable<? extends KeyValue<? extends KR, ? extends VOut>>> mapper,
			Named named);

	/**
	 * As {@link #flatMapValues(ValueMapper, Named)}, with a generated name.
	 * @param <VOut> the type of the new values
	 * @param mapper computes the result
	 * @return the new records
	 */
	<VOut extends @Nullable Object> KStream<K, VOut> flatMapValues(
			ValueMapper<? super V, ? extends Iterable<? extends VOut>> mapper);

	/**
	 * Turns each record into any number of records with the same key, in the order of the
	 * iterable. The mapper must not return null.
	 * @param <VOut> the type of the new values
	 * @param mapper computes the result
	 * @param named the name of the operator
	 * @return the new records
	 */
	<VOut extends @Nullable Object> KStream<K, VOut> flatMapValues(
			ValueMapper<? super V, ? extends Iterable<? extends VOut>> mapper, Named named);

	/**
	 * As {@link #flatMapValues(ValueMapperWithKey, Named)}, with a generated name.
	 * @param <VOut> the type of the new values
	 * @param mapper computes the result
	 * @return the new records
	 */
	<VOut extends @Nullable Object> KStream<K, VOut> flatMapValues(
			ValueMapperWithKey<? super K, ? super V, ? extends Iterable<? extends VOut>> mapper);

	/**
	 * Turns each record into any number of records with the same key, in the order of the
	 * iterable. The mapper must not return null.
	 * @param <VOut> the type of the new values
	 * @param mapper computes the result
	 * @param named the name of the operator
	 * @return the new records
	 */
	<VOut extends @Nullable Object> KStream<K, VOut> flatMapValues(
			ValueMapperWithKey<? super K, ? super V, ? extends Iterable<? extends VOut>> mapper, Named named);

	/**
	 * Prints each record, and ends there. For looking at a stream while developing.
	 * @param printed where and how
	 */
	void print(Printed<K, V> printed);

	/**
	 * As {@link #foreach(ForeachAction, Named)}, with a generated name.
	 * @param action takes each record
	 */
	void foreach(ForeachAction<? super K, ? super V> action);

	/**
	 * Hands each record to an action, and ends there.
	 * @param action takes each record
	 * @param named the name of the operator
	 */
	void foreach(ForeachAction<? super K, ? super V> action, Named named);

	/**
	 * As {@link #peek(ForeachAction, Named)}, with a generated name.
	 * @param action takes each record
	 * @return the same records
	 */
	KStream<K, V> peek(ForeachAction<? super K, ? super V> action);

	/**
	 * Hands each record to an action and passes it on unchanged.
	 * @param action takes each record
	 * @param named the name of the operator
	 * @return the same records
	 */
	KStream<K, V> peek(ForeachAction<? super K, ? super V> action, Named named);

	/**
	 * As {@link #split(Named)}, with a generated name.
	 * @return where branches are added
	 */
	BranchedKStream<K, V> split();

	/**
	 * Starts to split the stream into branches; each record goes into the first branch
	 * whose condition holds.
	 * @param named the name of the split, which the names of its branches start with
	 * @return where branches are added
	 */
	BranchedKStream<K, V> split(Named named);

	/**
	 * As {@link #merge(KStream, Named)}, with a generated name.
	 * @param stream the other stream
	 * @return the records of both
	 */
	KStream<K, V> merge(KStream<K, V> stream);

	/**
	 * Puts this stream and another together. The order between records of the two is not
	 * defined; each keeps its own order.
	 * @param stream the other stream
	 * @param named the name of the operator
	 * @return the records of both
	 */
	KStream<K, V> merge(KStream<K, V> stream, Named named);

	/**
	 * As {@link #repartition(Repartitioned)}, all settings left out.
	 * @return the records, read back
	 */
	KStream<K, V> repartition();

	/**
	 * Sends the records through a repartition topic, which lies between two
	 * subtopologies. Records are partitioned by their keys unless a partitioner is given.
	 * @param repartitioned name, partitions and serdes
	 * @return the records, read back
	 */
	KStream<K, V> repartition(Repartitioned<K, V> repartitioned);

	/**
	 * As {@link #to(String, Produced)}, with the serdes of the stream or the defaults.
	 * @param topic the name of the topic
	 */
	void to(String topic);

	/**
	 * Writes the records to a topic, which has to exist.
	 * @param topic the name of the topic
	 * @param produced serdes, partitioner and the name of the sink
	 */
	void to(String topic, Produced<K, V> produced);

	/**
	 * As {@link #to(TopicNameExtractor, Produced)}, with the serdes of the stream or the
	 * defaults.
	 * @param topicExtractor chooses the topic of each record
	 */
	void to(TopicNameExtractor<K, V> topicExtractor);

	/**
	 * Writes each record to the topic that an extractor chooses; the topics have to
	 * exist.
	 * @param topicExtractor chooses the topic of each record
	 * @param produced serdes, partitioner and the name of the sink
	 */
	void to(TopicNameExtractor<K, V> topicExtractor, Produced<K, V> produced);

	/**
	 * As {@link #toTable(Named, Materialized)}, with a generated name and the default
	 * store.
	 * @return the table
	 */
	KTable<K, V> toTable();

	/**
	 * As {@link #toTable(Named, Materialized)}, with the default store.
	 * @param named the name of the operator
	 * @return the table
	 */
	KTable<K, V> toTable(Named named);

	/**
	 * As {@link #toTable(Named, Materialized)}, with a generated name.
	 * @param materialized how the table is stored
	 * @return the table
	 */
	KTable<K, V> toTable(Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * Reads the stream as changes of a table: a value replaces the one before under the
	 * same key, null deletes. Records without a key are dropped and counted.
	 * @param named the name of the operator
	 * @param materialized how the table is stored
	 * @return the table
	 */
	KTable<K, V> toTable(Named named, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

	/**
	 * As {@link #groupByKey(Grouped)}, with the serdes of the stream or the defaults.
	 * @return the groups
	 */
	KGroupedStream<K, V> groupByKey();

	/**
	 * Groups the records by their keys. If an operator before may have changed the keys,
	 * what is derived from the groups reads from a repartition topic. Records without a
	 * key are dropped and counted.
	 * @param grouped serdes and the name of the repartition topic
	 * @return the groups
	 */
	KGroupedStream<K, V> groupByKey(Grouped<K, V> grouped);

	/**
	 * As {@link #groupBy(KeyValueMapper, Grouped)}, with the default serde for the new
	 * keys.
	 * @param <KOut> the type of the new keys
	 * @param mapper computes the key
	 * @return the groups
	 */
	<KOut extends @Nullable Object> KGroupedStream<KOut, V> groupBy(KeyValueMapper<? super K, ? super V, KOut> mapper);

	/**
	 * Groups the records by a key that is computed; what is derived from the groups reads
	 * from a repartition topic. Records whose new key is null are dropped and counted.
	 * @param <KOut> the type of the new keys
	 * @param mapper computes the key
	 * @param grouped serdes and the name of the repartition topic
	 * @return the groups
	 */
	<KOut extends @Nullable Object> KGroupedStream<KOut, V> groupBy(KeyValueMapper<? super K, ? super V, KOut> mapper,
			Grouped<KOut, V> grouped);

	/**
	 * As {@link #join(KTable, ValueJoiner, Joined)}, with a generated name and the serdes
	 * of the stream or the defaults.
	 * @param <TableValue> the type of the table's values
	 * @param <VOut> the type of the new values
	 * @param table the table to look up
	 * @param joiner joins the values
	 * @return the joined records
	 */
	<TableValue extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
			KTable<K, TableValue> table, ValueJoiner<? super V, ? super TableValue, ? extends VOut> joiner);

	/**
	 * As {@link #join(KTable, ValueJoinerWithKey, Joined)}, with a generated name and the
	 * serdes of the stream or the defaults.
	 * @param <TableValue> the type of the table's values
	 * @param <VOut> the type of the new values
	 * @param table the table to look up
	 * @param joiner joins the values
	 * @return the joined records
	 */
	<TableValue extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
			KTable<K, TableValue> table,
			ValueJoinerWithKey<? super K, ? super V, ? super TableValue, ? extends VOut> joiner);

	/**
	 * Joins each record with what the table holds for its key at that moment. A record
	 * without a key or value, or without a match, gives no result; those without key or
	 * value are counted as dropped. Changes of the table give no results by themselves.
	 * <p>
	 * Stream and table need the same number of partitions. If an operator before may have
	 * changed the keys of the stream, it goes through a repartition topic first.
	 * @param <TableValue> the type of the table's values
	 * @param <VOut> the type of the new values
	 * @param table the table to look up
	 * @param joiner joins the values
	 * @param joined serdes and the name of the join
	 * @return the joined records
	 */
	<TableValue extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
			KTable<K, TableValue> table, ValueJoiner<? super V, ? super TableValue, ? extends VOut> joiner,
			Joined<K, V, TableValue> joined);

	/**
	 * Joins each record with what the table holds for its key at that moment. A record
	 * without a key or value, or without a match, gives no result; those without key or
	 * value are counted as dropped. Changes of the table give no results by themselves.
	 * <p>
	 * Stream and table need the same number of partitions. If an operator before may have
	 * changed the keys of the stream, it goes through a repartition topic first.
	 * @param <TableValue> the type of the table's values
	 * @param <VOut> the type of the new values
	 * @param table the table to look up
	 * @param joiner joins the values
	 * @param joined serdes and the name of the join
	 * @return the joined records
	 */
	<TableValue extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
			KTable<K, TableValue> table,
			ValueJoinerWithKey<? super K, ? super V, ? super TableValue, ? extends VOut> joiner,
			Joined<K, V, TableValue> joined);

	/**
	 * As {@link #leftJoin(KTable, ValueJoiner, Joined)}, with a generated name and the
	 * serdes of the stream or the defaults.
	 * @param <VTable> the type of the table's values
	 * @param <VOut> the type of the new values
	 * @param table the table to look up
	 * @param joiner joins the values
	 * @return the joined records
	 */
	<VTable extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(KTable<K, VTable> table,
			ValueJoiner<? super V, ? super VTable, ? extends VOut> joiner);

	/**
	 * As {@link #leftJoin(KTable, ValueJoinerWithKey, Joined)}, with a generated name and
	 * the serdes of the stream or the defaults.
	 * @param <VTable> the type of the table's values
	 * @param <VOut> the type of the new values
	 * @param table the table to look up
	 * @param joiner joins the values
	 * @return the joined records
	 */
	<VTable extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(KTable<K, VTable> table,
			ValueJoinerWithKey<? super K, ? super V, ? super VTable, ? extends VOut> joiner);

	/**
	 * Joins each record with what the table holds for its key at that moment, or with
	 * null if there is nothing or the record has no key. A record without a value is
	 * dropped and counted. Changes of the table give no results by themselves.
	 * <p>
	 * Stream and table need the same number of partitions. If an operator before may have
	 * changed the keys of the stream, it goes through a repartition topic first.
	 * @param <VTable> the type of the table's values
	 * @param <VOut> the type of the new values
	 * @param table the table to look up
	 * @param joiner joins the values
	 * @param joined serdes and the name of the join
	 * @return the joined records
	 */
	<VTable extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(KTable<K, VTable> table,
			ValueJoiner<? super V, ? super VTable, ? extends VOut> joiner, Joined<K, V, VTable> joined);

	/**
	 * Joins each record with what the table holds for its key at that moment, or with
	 * null if there is nothing or the record has no key. A record without a value is
	 * dropped and counted. Changes of the table give no results by themselves.
	 * <p>
	 * Stream and table need the same number of partitions. If an operator before may have
	 * changed the keys of the stream, it goes through a repartition topic first.
	 * @param <VTable> the type of the table's values
	 * @param <VOut> the type of the new values
	 * @param table the table to look up
	 * @param joiner joins the values
	 * @param joined serdes and the name of the join
	 * @return the joined records
	 */
	<VTable extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(KTable<K, VTable> table,
			ValueJoinerWithKey<? super K, ? super V, ? super VTable, ? extends VOut> joiner,
			Joined<K, V, VTable> joined);

	/**
	 * As {@link #join(GlobalKTable, KeyValueMapper, ValueJoiner, Named)}, with a
	 * generated name.
	 * @param <GlobalKey> the type of the table's keys
	 * @param <GlobalValue> the type of the table's values
	 * @param <VOut> the type of the joined values
	 * @param globalTable the table
	 * @param keySelector computes the key to look up
	 * @param joiner joins the values
	 * @return the joined records
	 */
	<GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
			GlobalKTable<GlobalKey, GlobalValue> globalTable,
			KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
			ValueJoiner<? super V, ? super GlobalValue, ? extends VOut> joiner);

	/**
	 * Joins each record with the row that a global table holds for a key computed from
	 * it, at the moment when the record is processed. The record keeps its key, which may
	 * be null. There is no result if there is no row. A record without a value, and one
	 * for which the mapper gives null, is dropped and counted.
	 * @param <GlobalKey> the type of the table's keys
	 * @param <GlobalValue> the type of the table's values
	 * @param <VOut> the type of the joined values
	 * @param globalTable the table
	 * @param keySelector computes the key to look up
	 * @param joiner joins the values
	 * @param named the name of the operator
	 * @return the joined records
	 */
	<GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
			GlobalKTable<GlobalKey, GlobalValue> globalTable,
			KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
			ValueJoiner<? super V, ? super GlobalValue, ? extends VOut> joiner, Named named);

	/**
	 * As
	 * {@link #join(GlobalKTable, KeyValueMapper, ValueJoinerWithStreamAndMappedKey, Named)},
	 * with a generated name.
	 * @param <GlobalKey> the type of the table's keys
	 * @param <GlobalValue> the type of the table's values
	 * @param <VOut> the type of the joined values
	 * @param globalTable the table
	 * @param keySelector computes the key to look up
	 * @param joiner joins the values
	 * @return the joined records
	 */
	<GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
			GlobalKTable<GlobalKey, GlobalValue> globalTable,
			KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
			ValueJoinerWithStreamAndMappedKey<? super K, ? super GlobalKey, ? super V, ? super GlobalValue, ? extends VOut> joiner);

	/**
	 * Joins each record with the row that a global table holds for a key computed from
	 * it, at the moment when the record is processed. The record keeps its key, which may
	 * be null. There is no result if there is no row. A record without a value, and one
	 * for which the mapper gives null, is dropped and counted.
	 * @param <GlobalKey> the type of the table's keys
	 * @param <GlobalValue> the type of the table's values
	 * @param <VOut> the type of the joined values
	 * @param globalTable the table
	 * @param keySelector computes the key to look up
	 * @param joiner joins the values
	 * @param named the name of the operator
	 * @return the joined records
	 */
	<GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
			GlobalKTable<GlobalKey, GlobalValue> globalTable,
			KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
			ValueJoinerWithStreamAndMappedKey<? super K, ? super GlobalKey, ? super V, ? super GlobalValue, ? extends VOut> joiner,
			Named named);

	/**
	 * As {@link #leftJoin(GlobalKTable, KeyValueMapper, ValueJoiner, Named)}, with a
	 * generated name.
	 * @param <GlobalKey> the type of the table's keys
	 * @param <GlobalValue> the type of the table's values
	 * @param <VOut> the type of the joined values
	 * @param globalTable the table
	 * @param keySelector computes the key to look up
	 * @param joiner joins the values
	 * @return the joined records
	 */
	<GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
			GlobalKTable<GlobalKey, GlobalValue> globalTable,
			KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
			ValueJoiner<? super V, ? super GlobalValue, ? extends VOut> joiner);

	/**
	 * Joins each record with the row that a global table holds for a key computed from
	 * it, at the moment when the record is processed, or with null if there is none or
	 * the mapper gives null. The record keeps its key, which may be null. A record
	 * without a value is dropped and counted.
	 * @param <GlobalKey> the type of the table's keys
	 * @param <GlobalValue> the type of the table's values
	 * @param <VOut> the type of the joined values
	 * @param globalTable the table
	 * @param keySelector computes the key to look up
	 * @param joiner joins the values
	 * @param named the name of the operator
	 * @return the joined records
	 */
	<GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
			GlobalKTable<GlobalKey, GlobalValue> globalTable,
			KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
			ValueJoiner<? super V, ? super GlobalValue, ? extends VOut> joiner, Named named);

	/**
	 * As
	 * {@link #leftJoin(GlobalKTable, KeyValueMapper, ValueJoinerWithStreamAndMappedKey, Named)},
	 * with a generated name.
	 * @param <GlobalKey> the type of the table's keys
	 * @param <GlobalValue> the type of the table's values
	 * @param <VOut> the type of the joined values
	 * @param globalTable the table
	 * @param keySelector computes the key to look up
	 * @param joiner joins the values
	 * @return the joined records
	 */
	<GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
			GlobalKTable<GlobalKey, GlobalValue> globalTable,
			KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
			ValueJoinerWithStreamAndMappedKey<? super K, ? super GlobalKey, ? super V, ? super GlobalValue, ? extends VOut> joiner);

	/**
	 * Joins each record with the row that a global table holds for a key computed from
	 * it, at the moment when the record is processed, or with null if there is none or
	 * the mapper gives null. The record keeps its key, which may be null. A record
	 * without a value is dropped and counted.
	 * @param <GlobalKey> the type of the table's keys
	 * @param <GlobalValue> the type of the table's values
	 * @param <VOut> the type of the joined values
	 * @param globalTable the table
	 * @param keySelector computes the key to look up
	 * @param joiner joins the values
	 * @param named the name of the operator
	 * @return the joined records
	 */
	<GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
			GlobalKTable<GlobalKey, GlobalValue> globalTable,
			KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
			ValueJoinerWithStreamAndMappedKey<? super K, ? super GlobalKey, ? super V, ? super GlobalValue, ? extends VOut> joiner,
			Named named);

	/**
	 * As {@link #join(KStream, ValueJoiner, JoinWindows, StreamJoined)}, with generated
	 * names and the serdes of the streams or the defaults.
	 * @param <VRight> the type of the other stream's values
	 * @param <VOut> the type of the new values
	 * @param rightStream the other stream
	 * @param joiner joins the values
	 * @param windows how near in time
	 * @return the joined records
	 */
	<VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
			KStream<K, VRight> rightStream, ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
			JoinWindows windows);

	/**
	 * Joins each record with the records of another stream that have its key and lie
	 * within the windows. Each pair gives one result, when the later of the two is
	 * processed, with the higher of the two timestamps. A record without a key or value
	 * is dropped and counted.
	 * <p>
	 * Both streams need the same number of partitions. A stream of which an operator
	 * before may have changed the keys goes through a repartition topic first.
	 * @param <VRight> the type of the other stream's values
	 * @param <VOut> the type of the new values
	 * @param rightStream the other stream
	 * @param joiner joins the values
	 * @param windows how near in time
	 * @param streamJoined serdes, names and stores
	 * @return the joined records
	 */
	<VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
			KStream<K, VRight> rightStream, ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
			JoinWindows windows, StreamJoined<K, V, VRight> streamJoined);

	/**
	 * As {@link #join(KStream, ValueJoinerWithKey, JoinWindows, StreamJoined)}, with
	 * generated names and the serdes of the streams or the defaults.
	 * @param <VRight> the type of the other stream's values
	 * @param <VOut> the type of the new values
	 * @param rightStream the other stream
	 * @param joiner joins the values
	 * @param windows how near in time
	 * @return the joined records
	 */
	<VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
			KStream<K, VRight> rightStream,
			ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner, JoinWindows windows);

	/**
	 * Joins each record with the records of another stream that have its key and lie
	 * within the windows. Each pair gives one result, when the later of the two is
	 * processed, with the higher of the two timestamps. A record without a key or value
	 * is dropped and counted.
	 * <p>
	 * Both streams need the same number of partitions. A stream of which an operator
	 * before may have changed the keys goes through a repartition topic first.
	 * @param <VRight> the type of the other stream's values
	 * @param <VOut> the type of the new values
	 * @param rightStream the other stream
	 * @param joiner joins the values
	 * @param windows how near in time
	 * @param streamJoined serdes, names and stores
	 * @return the joined records
	 */
	<VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
			KStream<K, VRight> rightStream,
			ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner, JoinWindows windows,
			StreamJoined<K, V, VRight> streamJoined);

	/**
	 * As {@link #leftJoin(KStream, ValueJoiner, JoinWindows, StreamJoined)}, with
	 * generated names and the serdes of the streams or the defaults.
	 * @param <VRight> the type of the other stream's values
	 * @param <VOut> the type of the new values
	 * @param rightStream the other stream
	 * @param joiner joins the values; null stands for a missing value of the other stream
	 * @param windows how near in time
	 * @return the joined records
	 */
	<VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
			KStream<K, VRight> rightStream, ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
			JoinWindows windows);

	/**
	 * Joins each record with the records of another stream that have its key and lie
	 * within the windows, or with null if none has come by the time that the window is
	 * closed. Each pair gives one result, when the later of the two is processed, with
	 * the higher of the two timestamps. A result without a match comes once, and is never
	 * contradicted: a record that is a match after all comes too late, is dropped and
	 * counted. A record of this stream without a key is joined with null at once; other
	 * records without a key, and those without a value, are dropped and counted.
	 * <p>
	 * Both streams need the same number of partitions. A stream of which an operator
	 * before may have changed the keys goes through a repartition topic first.
	 * @param <VRight> the type of the other stream's values
	 * @param <VOut> the type of the new values
	 * @param rightStream the other stream
	 * @param joiner joins the values; null stands for a missing value of the other stream
	 * @param windows how near in time
	 * @param streamJoined serdes, names and stores
	 * @return the joined records
	 */
	<VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
			KStream<K, VRight> rightStream, ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
			JoinWindows windows, StreamJoined<K, V, VRight> streamJoined);

	/**
	 * As {@link #leftJoin(KStream, ValueJoinerWithKey, JoinWindows, StreamJoined)}, with
	 * generated names and the serdes of the streams or the defaults.
	 * @param <VRight> the type of the other stream's values
	 * @param <VOut> the type of the new values
	 * @param rightStream the other stream
	 * @param joiner joins the values; null stands for a missing value of the other stream
	 * @param windows how near in time
	 * @return the joined records
	 */
	<VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
			KStream<K, VRight> rightStream,
			ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner, JoinWindows windows);

	/**
	 * Joins each record with the records of another stream that have its key and lie
	 * within the windows, or with null if none has come by the time that the window is
	 * closed. Each pair gives one result, when the later of the two is processed, with
	 * the higher of the two timestamps. A result without a match comes once, and is never
	 * contradicted: a record that is a match after all comes too late, is dropped and
	 * counted. A record of this stream without a key is joined with null at once; other
	 * records without a key, and those without a value, are dropped and counted.
	 * <p>
	 * Both streams need the same number of partitions. A stream of which an operator
	 * before may have changed the keys goes through a repartition topic first.
	 * @param <VRight> the type of the other stream's values
	 * @param <VOut> the type of the new values
	 * @param rightStream the other stream
	 * @param joiner joins the values; null stands for a missing value of the other stream
	 * @param windows how near in time
	 * @param streamJoined serdes, names and stores
	 * @return the joined records
	 */
	<VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
			KStream<K, VRight> rightStream,
			ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner, JoinWindows windows,
			StreamJoined<K, V, VRight> streamJoined);

	/**
	 * As {@link #outerJoin(KStream, ValueJoiner, JoinWindows, StreamJoined)}, with
	 * generated names and the serdes of the streams or the defaults.
	 * @param <VRight> the type of the other stream's values
	 * @param <VOut> the type of the new values
	 * @param rightStream the other stream
	 * @param joiner joins the values; null stands for a missing value
	 * @param windows how near in time
	 * @return the joined records
	 */
	<VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> outerJoin(
			KStream<K, VRight> rightStream, ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
			JoinWindows windows);

	/**
	 * Joins each record of either stream with the records of the other that have its key
	 * and lie within the windows, or with null if none has come by the time that the
	 * window is closed. Each pair gives one result, when the later of the two is
	 * processed, with the higher of the two timestamps. A result without a match comes
	 * once, and is never contradicted: a record that is a match after all comes too late,
	 * is dropped and counted. A record without a key is joined with null at once; one
	 * without a value is dropped and counted.
	 * <p>
	 * Both streams need the same number of partitions. A stream of which an operator
	 * before may have changed the keys goes through a repartition topic first.
	 * @param <VRight> the type of the other stream's values
	 * @param <VOut> the type of the new values
	 * @param rightStream the other stream
	 * @param joiner joins the values; null stands for a missing value
	 * @param windows how near in time
	 * @param streamJoined serdes, names and stores
	 * @return the joined records
	 */
	<VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> outerJoin(
			KStream<K, VRight> rightStream, ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
			JoinWindows windows, StreamJoined<K, V, VRight> streamJoined);

	/**
	 * As {@link #outerJoin(KStream, ValueJoinerWithKey, JoinWindows, StreamJoined)}, with
	 * generated names and the serdes of the streams or the defaults.
	 * @param <VRight> the type of the other stream's values
	 * @param <VOut> the type of the new values
	 * @param rightStream the other stream
	 * @param joiner joins the values; null stands for a missing value
	 * @param windows how near in time
	 * @return the joined records
	 */
	<VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> outerJoin(
			KStream<K, VRight> rightStream,
			ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner, JoinWindows windows);

	/**
	 * Joins each record of either stream with the records of the other that have its key
	 * and lie within the windows, or with null if none has come by the time that the
	 * window is closed. Each pair gives one result, when the later of the two is
	 * processed, with the higher of the two timestamps. A result without a match comes
	 * once, and is never contradicted: a record that is a match after all comes too late,
	 * is dropped and counted. A record without a key is joined with null at once; one
	 * without a value is dropped and counted.
	 * <p>
	 * Both streams need the same number of partitions. A stream of which an operator
	 * before may have changed the keys goes through a repartition topic first.
	 * @param <VRight> the type of the other stream's values
	 * @param <VOut> the type of the new values
	 * @param rightStream the other stream
	 * @param joiner joins the values; null stands for a missing value
	 * @param windows how near in time
	 * @param streamJoined serdes, names and stores
	 * @return the joined records
	 */
	<VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> outerJoin(
			KStream<K, VRight> rightStream,
			ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner, JoinWindows windows,
			StreamJoined<K, V, VRight> streamJoined);

	/**
	 * As {@link #process(ProcessorSupplier, Named, String...)}, with a generated name.
	 * @param <KOut> the type of the new keys
	 * @param <VOut> the type of the new values
	 * @param processorSupplier makes a new processor at each call
	 * @param stateStoreNames the names of the stores that the processor may use, besides
	 * those that the supplier brings
	 * @return what the processor forwards
	 */
	<KOut extends @Nullable Object, VOut extends @Nullable Object> KStream<KOut, VOut> process(
			ProcessorSupplier<? super K, ? super V, ? extends KOut, ? extends VOut> processorSupplier,
			String... stateStoreNames);

	/**
	 * Hands each record to a processor, which may forward any records, use stores and
	 * schedule calls. As it may change keys, what needs records of a key together goes
	 * through a repartition topic afterwards; use {@code processValues} if the key stays.
	 * <p>
	 * The supplier has to return a new processor at each call: every task gets its own.
	 * @param <KOut> the type of the new keys
	 * @param <VOut> the type of the new values
	 * @param processorSupplier makes a new processor at each call
	 * @param named the name of the operator
	 * @param stateStoreNames the names of the stores that the processor may use, besides
	 * those that the supplier brings
	 * @return what the processor forwards
	 */
	<KOut extends @Nullable Object, VOut extends @Nullable Object> KStream<KOut, VOut> process(
			ProcessorSupplier<? super K, ? super V, ? extends KOut, ? extends VOut> processorSupplier, Named named,
			String... stateStoreNames);

	/**
	 * As {@link #processValues(FixedKeyProcessorSupplier, Named, String...)}, with a
	 * generated name.
	 * @param <VOut> the type of the new values
	 * @param processorSupplier makes a new processor at each call
	 * @param stateStoreNames the names of the stores that the processor may use, besides
	 * those that the supplier brings
	 * @return what the processor forwards
	 */
	<VOut extends @Nullable Object> KStream<K, VOut> processValues(
			FixedKeyProcessorSupplier<? super K, ? super V, ? extends VOut> processorSupplier,
			String... stateStoreNames);

	/**
	 * Hands each record to a processor that may change all of it but the key, use stores
	 * and schedule calls.
	 * <p>
	 * The supplier has to return a new processor at each call: every task gets its own.
	 * @param <VOut> the type of the new values
	 * @param processorSupplier makes a new processor at each call
	 * @param named the name of the operator
	 * @param stateStoreNames the names of the stores that the processor may use, besides
	 * those that the supplier brings
	 * @return what the processor forwards
	 */
	<VOut extends @Nullable Object> KStream<K, VOut> processValues(
			FixedKeyProcessorSupplier<? super K, ? super V, ? extends VOut> processorSupplier, Named named,
			String... stateStoreNames);

}
