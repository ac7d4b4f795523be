package io.millrace.streams.embedded.autoconfigure;

import java.util.List;

import io.millrace.streams.embedded.EmbeddedKafka;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;

/**
 * Leads every Kafka client that Spring Boot configures to the embedded broker.
 */
class EmbeddedKafkaConnectionDetails implements KafkaConnectionDetails {

	private final EmbeddedKafka kafka;

	EmbeddedKafkaConnectionDetails(EmbeddedKafka kafka) {
		this.kafka = kafka;
	}

	@Override
	public List<String> getBootstrapServers() {
		return List.of(this.kafka.bootstrapServers());
	}

}
