package io.millrace.streams.kstream;

import io.millrace.streams.state.KeyValueStore;
import org.apache.kafka.common.utils.Bytes;

public interface KGroupedStream<K, V> {

	KTable<K, Long> count();

	KTable<K, Long> count(Named named);

	KTable<K, Long> count(Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized);

	KTable<K, Long> count(Named named, Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized);

	KTable<K, V> reduce(Reducer<V> reducer);

	KTable<K, V> reduce(Reducer<V> reducer, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

	KTable<K, V> reduce(Reducer<V> reducer, Named named, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

	<VOut> KTable<K, VOut> aggregate(Initializer<VOut> initializer, Aggregator<? super K, ? super V, VOut> aggregator);

	<VOut> KTable<K, VOut> aggregate(Initializer<VOut> initializer, Aggregator<? super K, ? super V, VOut> aggregator, Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized);

	<VOut> KTable<K, VOut> aggregate(Initializer<VOut> initializer, Aggregator<? super K, ? super V, VOut> aggregator, Named named, Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized);

}
