package io.millrace.streams.processor.api;

import org.jspecify.annotations.Nullable;

/**
 * The task as a {@link FixedKeyProcessor} sees it, and the way to its children.
 *
 * @param <KForward> the type of keys that are forwarded
 * @param <VForward> the type of values that are forwarded
 */
public interface FixedKeyProcessorContext<KForward extends @Nullable Object, VForward extends @Nullable Object>
		extends ProcessingContext {

	/**
	 * Hands a record to all children.
	 * @param record the record, derived from the one that came in
	 * @param <K> the type of the key
	 * @param <V> the type of the value
	 * @throws io.millrace.streams.errors.StreamsException if called outside of a record
	 * or punctuation
	 */
	<K extends KForward, V extends VForward> void forward(FixedKeyRecord<K, V> record);

	/**
	 * Hands a record to one child.
	 * @param record the record, derived from the one that came in
	 * @param childName the child's name in the topology
	 * @param <K> the type of the key
	 * @param <V> the type of the value
	 * @throws io.millrace.streams.errors.StreamsException if there is no such child, or
	 * if called outside of a record or punctuation
	 */
	<K extends KForward, V extends VForward> void forward(FixedKeyRecord<K, V> record, String childName);

}
