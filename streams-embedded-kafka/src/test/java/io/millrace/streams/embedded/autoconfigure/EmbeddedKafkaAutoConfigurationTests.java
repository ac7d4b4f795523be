package io.millrace.streams.embedded.autoconfigure;

import java.util.List;

import io.millrace.streams.embedded.EmbeddedKafka;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for when {@link EmbeddedKafkaAutoConfiguration} keeps back. What it starts is in
 * {@link EmbeddedKafkaAutoConfigurationIT}.
 */
class EmbeddedKafkaAutoConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(EmbeddedKafkaAutoConfiguration.class, KafkaAutoConfiguration.class));

	@Test
	void isRegistered() {
		assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()))
			.contains(EmbeddedKafkaAutoConfiguration.class.getName());
	}

	@Test
	void backsOffWithBootstrapServers() {
		this.contextRunner.withPropertyValues("spring.kafka.bootstrap-servers=kafka.example.com:9092")
			.run((context) -> {
				assertThat(context).doesNotHaveBean(EmbeddedKafka.class);
				assertThat(context.getBean(KafkaConnectionDetails.class).getBootstrapServers())
					.containsExactly("kafka.example.com:9092");
			});
	}

	@Test
	void backsOffWithBootstrapServersOneByOne() {
		this.contextRunner.withPropertyValues("spring.kafka.bootstrap-servers[0]=kafka.example.com:9092")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(EmbeddedKafka.class));
	}

	@Test
	void backsOffWithOtherConnectionDetails() {
		this.contextRunner.withUserConfiguration(OtherConnection.class).run((context) -> {
			assertThat(context).doesNotHaveBean(EmbeddedKafka.class);
			assertThat(context.getBean(KafkaConnectionDetails.class).getBootstrapServers())
				.containsExactly("container.example.com:9092");
		});
	}

	@Test
	void backsOffWhenDisabled() {
		this.contextRunner.withPropertyValues("streams.embedded-kafka.enabled=false").run((context) -> {
			assertThat(context).doesNotHaveBean(EmbeddedKafka.class);
			assertThat(context.getBean(KafkaConnectionDetails.class).getBootstrapServers())
				.containsExactly("localhost:9092");
		});
	}

	@Test
	void backsOffWithoutSpringBootsKafka() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(EmbeddedKafkaAutoConfiguration.class))
			.withClassLoader(new FilteredClassLoader(KafkaConnectionDetails.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(EmbeddedKafka.class));
	}

	@Test
	void wrongPropertyIsNamed() {
		this.contextRunner.withPropertyValues("streams.embedded-kafka.topics.orders=0")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("'orders' can't have 0 partitions"));
	}

	@Configuration(proxyBeanMethods = false)
	static class OtherConnection {

		@Bean
		KafkaConnectionDetails connectionDetails() {
			return () -> List.of("container.example.com:9092");
		}

	}

}
