package io.millrace.streams.internal.runtime;

import java.util.List;
import java.util.Map;
import java.util.UUID;

import io.millrace.streams.StreamsConfig;
import io.millrace.streams.internal.group.InternalTopicSettings;
import io.millrace.streams.internal.group.Membership;
import io.millrace.streams.internal.group.StreamsGroupMember;
import io.millrace.streams.internal.topology.CompiledTopology;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Makes Kafka's clients for the threads of one application instance, and names them.
 */
final class ThreadClients {

	private final StreamsConfig config;

	private final UUID processId;

	private final List<CompiledTopology.Subtopology> subtopologies;

	ThreadClients(StreamsConfig config, UUID processId, List<CompiledTopology.Subtopology> subtopologies) {
		this.config = config;
		this.processId = processId;
		this.subtopologies = subtopologies;
	}

	/**
	 * The prefix of all client ids, and of the names of threads.
	 */
	String clientId() {
		String given = this.config.clientId();
		return (given != null) ? given : this.config.applicationId() + "-" + this.processId;
	}

	String adminClientId() {
		return clientId() + "-admin";
	}

	static String consumerClientId(String thread) {
		return thread + "-consumer";
	}

	static String restoreConsumerClientId(String thread) {
		return thread + "-restore-consumer";
	}

	static String producerClientId(String thread) {
		return thread + "-producer";
	}

	/**
	 * The name of the thread that fills global stores.
	 */
	String globalThread() {
		return clientId() + "-GlobalStreamThread";
	}

	/**
	 * Makes the consumer of that thread, which belongs to no group.
	 * @param thread the thread's name
	 */
	Consumer<byte[], byte[]> globalConsumer(String thread) {
		return new KafkaConsumer<>(this.config.globalConsumerSettings(thread + "-consumer"),
				new ByteArrayDeserializer(), new ByteArrayDeserializer());
	}

	Admin admin() {
		return Admin.create(this.config.adminSettings(adminClientId()));
	}

	Membership membership(String thread) {
		return new StreamsGroupMember(this.config.consumerSettings(consumerClientId(thread)), this.processId,
				this.config.applicationServer(), this.subtopologies,
				new InternalTopicSettings(this.config.replicationFactor(), this.config.topicSettings()));
	}

	Consumer<byte[], byte[]> restoreConsumer(String thread) {
		return new KafkaConsumer<>(this.config.restoreConsumerSettings(restoreConsumerClientId(thread)),
				new ByteArrayDeserializer(), new ByteArrayDeserializer());
	}

	/**
	 * Makes a producer. Each thread has a transactional id of its own, which a producer
	 * that replaces another takes over.
	 * @param thread the thread's name
	 * @param number the thread's number within the process
	 */
	Producer<byte[], byte[]> producer(String thread, int number) {
		String transactionalId = this.config.exactlyOnce()
				? this.config.applicationId() + "-" + this.processId + "-" + number : null;
		Map<String, Object> settings = this.config.producerSettings(producerClientId(thread), transactionalId);
		return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
	}

}
