package io.millrace.streams;

import java.util.Map;

import org.apache.kafka.common.Uuid;

/**
 * The ids by which brokers know the Kafka clients of an instance in the metrics that
 * clients push. Immutable.
 */
public interface ClientInstanceIds {

	/**
	 * The admin client's id.
	 * @return the id
	 * @throws IllegalStateException if the client doesn't push metrics
	 */
	Uuid adminInstanceId();

	/**
	 * The ids of the consumers.
	 * @return ids by client id; those that don't push metrics are missing
	 */
	Map<String, Uuid> consumerInstanceIds();

	/**
	 * The ids of the producers.
	 * @return ids by client id; those that don't push metrics are missing
	 */
	Map<String, Uuid> producerInstanceIds();

}
