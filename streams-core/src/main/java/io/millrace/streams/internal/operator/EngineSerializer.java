package io.millrace.streams.internal.operator;

import org.apache.kafka.common.serialization.Serializer;

/**
 * A serialiser of the engine's own making for an internal topic, around one of the
 * user's.
 */
interface EngineSerializer extends TaskBound<Serializer<?>> {

	/**
	 * The serialiser of the user's that it calls.
	 * @return the serialiser, once the task has begun
	 */
	Serializer<?> inner();

}
