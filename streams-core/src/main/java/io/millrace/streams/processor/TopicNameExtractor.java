package io.millrace.streams.processor;

public interface TopicNameExtractor<K, V> {

	String extract(K key, V value, RecordContext recordContext);

}
