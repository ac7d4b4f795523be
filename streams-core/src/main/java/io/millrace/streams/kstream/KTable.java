package io.millrace.streams.kstream;

import io.millrace.streams.state.KeyValueStore;
import org.apache.kafka.common.utils.Bytes;

public interface KTable<K, V> {

	KTable<K, V> filter(Predicate<? super K, ? super V> predicate);

	KTable<K, V> filter(Predicate<? super K, ? super V> predicate, Named named);

	KTable<K, V> filter(Predicate<? super K, ? super V> predicate, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

	KTable<K, V> filter(Predicate<? super K, ? super V> predicate, Named named, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

	KTable<K, V> filterNot(Predicate<? super K, ? super V> predicate);

	KTable<K, V> filterNot(Predicate<? super K, ? super V> predicate, Named named);

	KTable<K, V> filterNot(Predicate<? super K, ? super V> predicate, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

	KTable<K, V> filterNot(Predicate<? super K, ? super V> predicate, Named named, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

	<VR> KTable<K, VR> mapValues(ValueMapper<? super V, ? extends VR> mapper);

	<VR> KTable<K, VR> mapValues(ValueMapper<? super V, ? extends VR> mapper, Named named);

	<VR> KTable<K, VR> mapValues(ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper);

	<VR> KTable<K, VR> mapValues(ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper, Named named);

	<VR> KTable<K, VR> mapValues(ValueMapper<? super V, ? extends VR> mapper, Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

	<VR> KTable<K, VR> mapValues(ValueMapper<? super V, ? extends VR> mapper, Named named, Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

	<VR> KTable<K, VR> mapValues(ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper, Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

	<VR> KTable<K, VR> mapValues(ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper, Named named, Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

	KStream<K, V> toStream();

	KStream<K, V> toStream(Named named);

	<KR> KStream<KR, V> toStream(KeyValueMapper<? super K, ? super V, ? extends KR> mapper);

	<KR> KStream<KR, V> toStream(KeyValueMapper<? super K, ? super V, ? extends KR> mapper, Named named);

	String queryableStoreName();

}
