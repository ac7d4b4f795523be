package io.millrace.streams.internal.operator;

import org.apache.kafka.common.serialization.Deserializer;

/**
 * A deserialiser of the engine's own making for an internal topic, around one of the
 * user's.
 */
interface EngineDeserializer extends TaskBound<Deserializer<?>> {

	/**
	 * The deserialiser of the user's that it calls.
	 * @return the deserialiser, once the task has begun
	 */
	Deserializer<?> inner();

}
