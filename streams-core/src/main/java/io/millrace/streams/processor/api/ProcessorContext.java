package io.millrace.streams.processor.api;

public interface ProcessorContext<KForward, VForward> extends ProcessingContext {

	<K extends KForward, V extends VForward> void forward(Record<K, V> record);

	<K extends KForward, V extends VForward> void forward(Record<K, V> record, String name);

}
