package io.millrace.streams.kstream;

import io.millrace.streams.KeyValue;
import io.millrace.streams.processor.TopicNameExtractor;
import io.millrace.streams.processor.api.FixedKeyProcessorSupplier;
import io.millrace.streams.processor.api.ProcessorSupplier;
import io.millrace.streams.state.KeyValueStore;
import org.apache.kafka.common.utils.Bytes;

public interface KStream<K, V> {

	KStream<K, V> filter(Predicate<? super K, ? super V> predicate);

	KStream<K, V> filter(Predicate<? super K, ? super V> predicate, Named named);

	KStream<K, V> filterNot(Predicate<? super K, ? super V> predicate);

	KStream<K, V> filterNot(Predicate<? super K, ? super V> predicate, Named named);

	<KOut> KStream<KOut, V> selectKey(KeyValueMapper<? super K, ? super V, ? extends KOut> mapper);

	<KOut> KStream<KOut, V> selectKey(KeyValueMapper<? super K, ? super V, ? extends KOut> mapper, Named named);

	<VOut> KStream<K, VOut> mapValues(ValueMapper<? super V, ? extends VOut> mapper);

	<VOut> KStream<K, VOut> mapValues(ValueMapper<? super V, ? extends VOut> mapper, Named named);

	<VOut> KStream<K, VOut> mapValues(ValueMapperWithKey<? super K, ? super V, ? extends VOut> mapper);

	<VOut> KStream<K, VOut> mapValues(ValueMapperWithKey<? super K, ? super V, ? extends VOut> mapper, Named named);

	<KOut, VOut> KStream<KOut, VOut> map(KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KOut, ? extends VOut>> mapper);

	<KOut, VOut> KStream<KOut, VOut> map(KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KOut, ? extends VOut>> mapper, Named named);

	<KOut, VOut> KStream<KOut, VOut> flatMap(KeyValueMapper<? super K, ? super V, ? extends Iterable<? extends KeyValue<? extends KOut, ? extends VOut>>> mapper);

	<KR, VOut> KStream<KR, VOut> flatMap(KeyValueMapper<? super K, ? super V, ? extends Iterable<? extends KeyValue<? extends KR, ? extends VOut>>> mapper, Named named);

	<VOut> KStream<K, VOut> flatMapValues(ValueMapper<? super V, ? extends Iterable<? extends VOut>> mapper);

	<VOut> KStream<K, VOut> flatMapValues(ValueMapper<? super V, ? extends Iterable<? extends VOut>> mapper, Named named);

	<VOut> KStream<K, VOut> flatMapValues(ValueMapperWithKey<? super K, ? super V, ? extends Iterable<? extends VOut>> mapper);

	<VOut> KStream<K, VOut> flatMapValues(ValueMapperWithKey<? super K, ? super V, ? extends Iterable<? extends VOut>> mapper, Named named);

	void print(Printed<K, V> printed);

	void foreach(ForeachAction<? super K, ? super V> action);

	void foreach(ForeachAction<? super K, ? super V> action, Named named);

	KStream<K, V> peek(ForeachAction<? super K, ? super V> action);

	KStream<K, V> peek(ForeachAction<? super K, ? super V> action, Named named);

	BranchedKStream<K, V> split();

	BranchedKStream<K, V> split(Named named);

	KStream<K, V> merge(KStream<K, V> stream);

	KStream<K, V> merge(KStream<K, V> stream, Named named);

	KStream<K, V> repartition();

	KStream<K, V> repartition(Repartitioned<K, V> repartitioned);

	void to(String name);

	void to(String name, Produced<K, V> produced);

	void to(TopicNameExtractor<K, V> topicExtractor);

	void to(TopicNameExtractor<K, V> topicExtractor, Produced<K, V> produced);

	KTable<K, V> toTable();

	KTable<K, V> toTable(Named named);

	KTable<K, V> toTable(Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

	KTable<K, V> toTable(Named named, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

	KGroupedStream<K, V> groupByKey();

	KGroupedStream<K, V> groupByKey(Grouped<K, V> grouped);

	<KOut> KGroupedStream<KOut, V> groupBy(KeyValueMapper<? super K, ? super V, KOut> mapper);

	<KOut> KGroupedStream<KOut, V> groupBy(KeyValueMapper<? super K, ? super V, KOut> mapper, Grouped<KOut, V> grouped);

	<TableValue, VOut> KStream<K, VOut> join(KTable<K, TableValue> table, ValueJoiner<? super V, ? super TableValue, ? extends VOut> joiner);

	<TableValue, VOut> KStream<K, VOut> join(KTable<K, TableValue> table, ValueJoinerWithKey<? super K, ? super V, ? super TableValue, ? extends VOut> joiner);

	<TableValue, VOut> KStream<K, VOut> join(KTable<K, TableValue> table, ValueJoiner<? super V, ? super TableValue, ? extends VOut> joiner, Joined<K, V, TableValue> joined);

	<TableValue, VOut> KStream<K, VOut> join(KTable<K, TableValue> table, ValueJoinerWithKey<? super K, ? super V, ? super TableValue, ? extends VOut> joiner, Joined<K, V, TableValue> joined);

	<VTable, VOut> KStream<K, VOut> leftJoin(KTable<K, VTable> table, ValueJoiner<? super V, ? super VTable, ? extends VOut> joiner);

	<VTable, VOut> KStream<K, VOut> leftJoin(KTable<K, VTable> table, ValueJoinerWithKey<? super K, ? super V, ? super VTable, ? extends VOut> joiner);

	<VTable, VOut> KStream<K, VOut> leftJoin(KTable<K, VTable> table, ValueJoiner<? super V, ? super VTable, ? extends VOut> joiner, Joined<K, V, VTable> joined);

	<VTable, VOut> KStream<K, VOut> leftJoin(KTable<K, VTable> table, ValueJoinerWithKey<? super K, ? super V, ? super VTable, ? extends VOut> joiner, Joined<K, V, VTable> joined);

	<KOut, VOut> KStream<KOut, VOut> process(ProcessorSupplier<? super K, ? super V, ? extends KOut, ? extends VOut> processorSupplier, String... stateStoreNames);

	<KOut, VOut> KStream<KOut, VOut> process(ProcessorSupplier<? super K, ? super V, ? extends KOut, ? extends VOut> processorSupplier, Named named, String... stateStoreNames);

	<VOut> KStream<K, VOut> processValues(FixedKeyProcessorSupplier<? super K, ? super V, ? extends VOut> processorSupplier, String... stateStoreNames);

	<VOut> KStream<K, VOut> processValues(FixedKeyProcessorSupplier<? super K, ? super V, ? extends VOut> processorSupplier, Named named, String... stateStoreNames);

}
