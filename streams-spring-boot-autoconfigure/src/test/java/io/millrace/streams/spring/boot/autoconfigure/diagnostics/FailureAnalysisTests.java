package io.millrace.streams.spring.boot.autoconfigure.diagnostics;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.Topology;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.spring.boot.autoconfigure.StreamsAutoConfiguration;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * What a user reads on the console when an application doesn't start.
 */
@ExtendWith(OutputCaptureExtension.class)
class FailureAnalysisTests {

	@ParameterizedTest
	@ValueSource(strings = { "streams.processing-guarantee", "streams.applications.orders.processing-guarantee" })
	void unknownProcessingGuarantee(String property, CapturedOutput output) {
		fail(One.class, "--spring.application.name=shop", "--" + property + "=exactly_onse");
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains(property + " has the value 'exactly_onse'")
			.contains("Set " + property + " to one of: exactly-once, at-least-once");
	}

	@Test
	void noApplicationId(CapturedOutput output) {
		fail(One.class);
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("'orders' has no application id")
			.contains("streams.application-id")
			.contains("spring.application.name");
	}

	@Test
	void illegalApplicationId(CapturedOutput output) {
		fail(One.class, "--spring.application.name=My Shop");
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("'My Shop'")
			.contains("spring.application.name")
			.contains("Set streams.application-id to at most");
	}

	@Test
	void twoTopologiesWithOneId(CapturedOutput output) {
		fail(Two.class, "--streams.applications.orders.application-id=same",
				"--streams.applications.payments.application-id=same");
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("'orders' and 'payments'")
			.contains("'same'")
			.contains("streams.applications.payments.application-id");
	}

	@Test
	void settingsForATopologyThatIsNot(CapturedOutput output) {
		fail(Two.class, "--spring.application.name=shop", "--streams.applications.oders.threads=2");
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("streams.applications.oders is set")
			.contains("orders, payments");
	}

	@Test
	void contradictingSettings(CapturedOutput output) {
		fail(One.class, "--spring.application.name=shop", "--streams.transaction-timeout=50ms");
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("'orders' can't be run as configured")
			.contains("streams.commit-interval is 100, not below streams.transaction-timeout, which is 50");
	}

	@Test
	void contradictingSettingsOfOneApplication(CapturedOutput output) {
		fail(Two.class, "--spring.application.name=shop", "--streams.applications.payments.on-error=dead-letter");
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("'payments' can't be run as configured")
			.contains(
					"streams.applications.payments.on-error is dead-letter, but streams.dead-letter-topic is not set");
	}

	@Test
	void wrongNumber(CapturedOutput output) {
		fail(One.class, "--spring.application.name=shop", "--streams.threads=0");
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("Invalid value 0 for configuration streams.threads");
	}

	@Test
	void engineThatIsNotThere(CapturedOutput output) {
		fail(One.class, "--spring.application.name=shop", "--streams.properties.state.store=punch-cards");
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("for configuration streams.properties.state.store")
			.contains("streams-store-rocksdb");
	}

	@Test
	void unknownSetting(CapturedOutput output) {
		fail(One.class, "--spring.application.name=shop", "--streams.properties.commit.intervall.ms=5");
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("Unknown setting streams.properties.commit.intervall.ms. Did you mean streams.commit-interval?");
	}

	@Test
	void generatedNames(CapturedOutput output) {
		fail(Unnamed.class, "--spring.application.name=shop");
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("The topology is invalid")
			.contains("Materialized.as")
			.contains("streams.properties.ensure.explicit.internal.resource.naming=false");
	}

	@Test
	void notADuration(CapturedOutput output) {
		fail(One.class, "--spring.application.name=shop", "--streams.commit-interval=soon");
		assertThat(output).contains("APPLICATION FAILED TO START").contains("streams.commit-interval").contains("soon");
	}

	private static void fail(Class<?> application, String... arguments) {
		SpringApplication spring = new SpringApplication(application);
		spring.setWebApplicationType(WebApplicationType.NONE);
		assertThatException().isThrownBy(() -> spring.run(arguments).close());
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(StreamsAutoConfiguration.class)
	static class One {

		@Bean
		Topology orders(StreamsBuilder builder) {
			return builder.build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(StreamsAutoConfiguration.class)
	static class Unnamed {

		@Bean
		Topology orders(StreamsBuilder builder) {
			builder.stream("orders", Consumed.with(Serdes.String(), Serdes.String()))
				.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
				.count();
			return builder.build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(StreamsAutoConfiguration.class)
	static class Two {

		@Bean
		Topology orders(StreamsBuilder builder) {
			return builder.build();
		}

		@Bean
		Topology payments(StreamsBuilder builder) {
			return builder.build();
		}

	}

}
