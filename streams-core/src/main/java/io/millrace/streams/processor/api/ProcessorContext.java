package io.millrace.streams.processor.api;

import org.jspecify.annotations.Nullable;

/**
 * The task as a {@link Processor} sees it, and the way to its children.
 *
 * @param <KForward> the type of keys that are forwarded
 * @param <VForward> the type of values that are forwarded
 */
public interface ProcessorContext<KForward extends @Nullable Object, VForward extends @Nullable Object>
		extends ProcessingContext {

	/**
	 * Hands a record to all children.
	 * @param record the record
	 * @param <K> the type of the key
	 * @param <V> the type of the value
	 * @throws io.millrace.streams.errors.StreamsException if called outside of a record
	 * or punctuation
	 */
	<K extends KForward, V extends VForward> void forward(Record<K, V> record);

	/**
	 * Hands a record to one child.
	 * @param record the record
	 * @param childName the child's name in the topology
	 * @param <K> the type of the key
	 * @param <V> the type of the value
	 * @throws io.millrace.streams.errors.StreamsException if there is no such child, or
	 * if called outside of a record or punctuation
	 */
	<K extends KForward, V extends VForward> void forward(Record<K, V> record, String childName);

}
