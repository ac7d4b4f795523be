package io.millrace.streams.spring.boot.starter;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.Topology;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.spring.boot.autoconfigure.StreamsApplications;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An application with the starter alone comes up.
 */
class StarterTests {

	@ParameterizedTest
	@ValueSource(strings = { "org.springframework.kafka.core.KafkaTemplate", "org.springframework.messaging.Message",
			"org.springframework.transaction.PlatformTransactionManager",
			"org.springframework.boot.actuate.endpoint.annotation.Endpoint",
			"org.springframework.boot.health.contributor.HealthIndicator",
			"io.micrometer.core.instrument.MeterRegistry", "tools.jackson.databind.json.JsonMapper",
			"org.springframework.web.context.WebApplicationContext", "org.apache.kafka.streams.KafkaStreams" })
	void bringsNoMoreThanItMust(String absent) {
		assertThatExceptionOfType(ClassNotFoundException.class).isThrownBy(() -> Class.forName(absent));
	}

	@Test
	void comesUp() {
		try (ConfigurableApplicationContext context = SpringApplication.run(OneTopology.class,
				"--streams.application-id=alone", "--streams.auto-startup=false",
				"--streams.embedded-kafka.enabled=false")) {
			assertThat(context.getBean(StreamsApplications.class).single().applicationId()).isEqualTo("alone");
		}
	}

	@Test
	void comesUpWithNothingToRun() {
		try (ConfigurableApplicationContext context = SpringApplication.run(NoTopology.class,
				"--streams.embedded-kafka.enabled=false")) {
			assertThat(context.getBean(StreamsApplications.class).all()).isEmpty();
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class OneTopology {

		@Bean
		Topology copies(StreamsBuilder builder) {
			builder.stream("orders", Consumed.with(Serdes.String(), Serdes.String())).to("copies");
			return builder.build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class NoTopology {

	}

}
