package io.millrace.streams.processor.api;

public interface FixedKeyProcessorContext<KForward, VForward> extends ProcessingContext {

	<K extends KForward, V extends VForward> void forward(FixedKeyRecord<K, V> record);

	<K extends KForward, V extends VForward> void forward(FixedKeyRecord<K, V> record, String name);

}
