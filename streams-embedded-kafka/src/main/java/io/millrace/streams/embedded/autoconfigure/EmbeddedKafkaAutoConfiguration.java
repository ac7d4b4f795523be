package io.millrace.streams.embedded.autoconfigure;

import io.millrace.streams.embedded.EmbeddedKafka;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * Starts an {@link EmbeddedKafka} where the application names no Kafka: neither
 * {@code spring.kafka.bootstrap-servers} nor a bean of {@link KafkaConnectionDetails}, as
 * service connections are. The broker starts when its bean is created, before any bean
 * that asks where to connect, and stops when its bean is destroyed: after all beans with
 * a lifecycle have stopped.
 */
@AutoConfiguration(before = KafkaAutoConfiguration.class)
@ConditionalOnClass(KafkaConnectionDetails.class)
@ConditionalOnBooleanProperty(name = "streams.embedded-kafka.enabled", matchIfMissing = true)
@Conditional(OnNoBootstrapServersCondition.class)
@ConditionalOnMissingBean(KafkaConnectionDetails.class)
@EnableConfigurationProperties(EmbeddedKafkaProperties.class)
class EmbeddedKafkaAutoConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(EmbeddedKafkaAutoConfiguration.class);

	@Bean(destroyMethod = "close")
	@ConditionalOnMissingBean
	EmbeddedKafka embeddedKafka(EmbeddedKafkaProperties properties) {
		EmbeddedKafka.Builder builder = EmbeddedKafka.builder()
			.port(properties.port())
			.brokerProperties(properties.brokerProperties())
			.topics(properties.topics());
		if (properties.directory() != null) {
			builder.directory(properties.directory());
		}
		return builder.start();
	}

	@Bean
	KafkaConnectionDetails embeddedKafkaConnectionDetails(EmbeddedKafka kafka) {
		logger.info(
				"Using an embedded Kafka broker at {}, with its data in {} ({}): meant for demos and tests. "
						+ "Set spring.kafka.bootstrap-servers to use another one, "
						+ "or streams.embedded-kafka.enabled=false to have none.",
				kafka.bootstrapServers(), kafka.directory(),
				kafka.isTemporary() ? "temporary, deleted at the end" : "kept");
		return new EmbeddedKafkaConnectionDetails(kafka);
	}

}
