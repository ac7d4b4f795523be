package io.millrace.streams.spring.boot.autoconfigure;

import java.time.Duration;
import java.util.Map;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.StreamsConfig;
import io.millrace.streams.errors.DefaultProductionExceptionHandler;
import io.millrace.streams.errors.LogAndContinueExceptionHandler;
import io.millrace.streams.errors.LogAndContinueProcessingExceptionHandler;
import io.millrace.streams.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@ExtendWith(OutputCaptureExtension.class)
class StreamsAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(StreamsAutoConfiguration.class))
		.withPropertyValues("streams.auto-startup=false");

	private final ApplicationContextRunner one = this.runner.withUserConfiguration(OneTopology.class)
		.withPropertyValues("spring.application.name=shop");

	private final ApplicationContextRunner two = this.runner.withUserConfiguration(TwoTopologies.class)
		.withPropertyValues("spring.application.name=shop");

	@Test
	void disabled() {
		this.one.withPropertyValues("streams.enabled=false")
			.withUserConfiguration(OwnBuilder.class)
			.run((context) -> assertThat(context).doesNotHaveBean(StreamsApplications.class));
	}

	@Test
	void noTopology(CapturedOutput output) {
		this.runner.run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(StreamsApplications.class).all()).isEmpty();
			assertThat(output).containsOnlyOnce("no Topology bean");
			assertThatIllegalStateException().isThrownBy(context.getBean(StreamsApplications.class)::single)
				.withMessageContaining("define a Topology bean");
		});
	}

	@Test
	void applicationIdIsSpringApplicationName() {
		this.one.run((context) -> {
			StreamsApplication application = context.getBean(StreamsApplications.class).single();
			assertThat(application.name()).isEqualTo("orders");
			assertThat(application.applicationId()).isEqualTo("shop");
		});
	}

	@Test
	void applicationIdIsGiven() {
		this.one.withPropertyValues("streams.application-id=given")
			.run((context) -> assertThat(context.getBean(StreamsApplications.class).single().applicationId())
				.isEqualTo("given"));
	}

	@Test
	void severalTopologiesHaveIdsOfTheirOwn() {
		this.two.run((context) -> {
			StreamsApplications applications = context.getBean(StreamsApplications.class);
			assertThat(applications.get("orders").applicationId()).isEqualTo("shop-orders");
			assertThat(applications.get("shop-payments").name()).isEqualTo("payments");
			assertThatIllegalArgumentException().isThrownBy(() -> applications.get("none"))
				.withMessageContaining("orders, payments");
			assertThatIllegalStateException().isThrownBy(applications::single)
				.withMessageContaining("orders, payments");
		});
	}

	@Test
	void settingsOfOneApplicationWinOverCommonOnes() {
		this.two
			.withPropertyValues("streams.threads=2", "streams.commit-interval=200ms",
					"streams.properties.metadata.max.age.ms=1000", "streams.applications.orders.threads=3",
					"streams.applications.orders.application-id=own",
					"streams.applications.orders.properties.metadata.max.age.ms=2000")
			.run((context) -> {
				StreamsApplications applications = context.getBean(StreamsApplications.class);
				assertThat(applications.get("own").config().originals())
					.containsEntry(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 3)
					.containsEntry(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 200L)
					.containsEntry("metadata.max.age.ms", "2000");
				assertThat(applications.get("payments").config().originals())
					.containsEntry(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 2)
					.containsEntry("metadata.max.age.ms", "1000");
			});
	}

	@Test
	void settingsBecomeTheRuntimesOwn() {
		this.one
			.withPropertyValues("streams.processing-guarantee=at-least-once", "streams.transaction-timeout=20s",
					"streams.state.dir=/var/state", "streams.state.store=in-memory", "streams.missing-topics=fail",
					"streams.on-error=dead-letter", "streams.dead-letter-topic=bad", "streams.producer.linger.ms=5",
					"streams.consumer.fetch.min.bytes=100")
			.run((context) -> assertThat(context.getBean(StreamsApplications.class).single().config().originals())
				.containsEntry(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE)
				.containsEntry("producer.transaction.timeout.ms", 20_000L)
				.containsEntry(StreamsConfig.STATE_DIR_CONFIG, "/var/state")
				.containsEntry(StreamsConfig.STATE_STORE_CONFIG, "in-memory")
				.containsEntry(StreamsConfig.MISSING_TOPICS_CONFIG, "fail")
				.containsEntry(StreamsConfig.ON_ERROR_CONFIG, "dead-letter")
				.containsEntry(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, "bad")
				.containsEntry("producer.linger.ms", "5")
				.containsEntry("consumer.fetch.min.bytes", "100"));
	}

	@Test
	void handlersOfErrorsAreSetByTheirClasses() {
		this.two.withPropertyValues(
				"streams.deserialization-exception-handler=io.millrace.streams.errors.LogAndContinueExceptionHandler",
				"streams.applications.payments.processing-exception-handler="
						+ "io.millrace.streams.errors.LogAndContinueProcessingExceptionHandler",
				"streams.production-exception-handler=io.millrace.streams.errors.DefaultProductionExceptionHandler")
			.run((context) -> {
				StreamsConfig config = context.getBean(StreamsApplications.class).get("payments").config();
				assertThat(config.deserializationExceptionHandler()).isInstanceOf(LogAndContinueExceptionHandler.class);
				assertThat(config.processingExceptionHandler())
					.isInstanceOf(LogAndContinueProcessingExceptionHandler.class);
				assertThat(config.getClass(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG))
					.isEqualTo(DefaultProductionExceptionHandler.class);
				assertThat(context.getBean(StreamsApplications.class)
					.get("orders")
					.config()
					.getClass(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG)).isNull();
			});
	}

	@Test
	void namesMustBeExplicitUnlessSaidOtherwise() {
		String setting = StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG;
		this.one.run((context) -> assertThat(context.getBean(StreamsApplications.class).single().config().originals())
			.containsEntry(setting, true));
		this.one.withPropertyValues("streams.properties." + setting + "=false")
			.run((context) -> assertThat(context.getBean(StreamsApplications.class).single().config().originals())
				.containsEntry(setting, "false"));
	}

	@Test
	void noTwoBuildersAreTheSame() {
		this.two.run((context) -> {
			StreamsApplications applications = context.getBean(StreamsApplications.class);
			assertThat(applications.get("orders").topology()).isNotSameAs(applications.get("payments").topology());
			assertThat(context.getBean(TwoTopologies.class).builders).doesNotHaveDuplicates().hasSize(2);
		});
	}

	@Test
	void buildersCarryTheirApplicationsSettings() {
		this.two.withUserConfiguration(RecordingConfigCustomizer.class)
			.run((context) -> assertThat(context.getBean(RecordingConfigCustomizer.class).seen)
				.containsOnlyKeys("orders", "payments")
				.extractingByKey("orders")
				.isEqualTo("shop-orders"));
	}

	@Test
	void customizersChangeConfigurationsAndBuilders() {
		this.one.withUserConfiguration(Customizers.class).run((context) -> {
			assertThat(context.getBean(StreamsApplications.class).single().config().originals())
				.containsEntry("client.id", "customized-orders");
			assertThat(context.getBean(Customizers.class).builders).isEqualTo(1);
		});
	}

	@Test
	void ownBuilderReplacesOurs() {
		this.one.withUserConfiguration(OwnBuilder.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(StreamsBuilder.class)).isSameAs(context.getBean(OwnBuilder.class).own);
		});
	}

	@Test
	void startsLazily() {
		this.one
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> assertThat(context.getBean(StreamsApplications.class).all()).hasSize(1));
	}

	@Test
	void runsWithoutSpringBootsKafka() {
		this.one.withClassLoader(new FilteredClassLoader("org.springframework.boot.kafka", "org.springframework.kafka"))
			.withPropertyValues("spring.kafka.bootstrap-servers=broker:1")
			.run((context) -> assertThat(context.getBean(StreamsApplications.class).single().config().originals())
				.extractingByKey("bootstrap.servers")
				.asString()
				.contains("broker:1"));
	}

	@Test
	void phaseIsBelowTheWebServers() {
		this.one.run((context) -> assertThat(context.getBean(StreamsApplications.class).getPhase())
			.isLessThan(WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE));
	}

	@Test
	void autoStartupIsOff() {
		this.one.run((context) -> {
			StreamsApplication application = context.getBean(StreamsApplications.class).single();
			assertThat(application.isAutoStartup()).isFalse();
			assertThat(application.isRunning()).isFalse();
			assertThat(application.kafkaStreams()).isNull();
			assertThat(application.status().applicationId()).isEqualTo("shop");
			assertThat(application.stop(Duration.ofSeconds(1))).isTrue();
		});
	}

	@Configuration(proxyBeanMethods = false)
	static class OneTopology {

		@Bean
		Topology orders(StreamsBuilder builder) {
			return builder.build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoTopologies {

		final java.util.List<StreamsBuilder> builders = new java.util.ArrayList<>();

		@Bean
		Topology orders(StreamsBuilder builder) {
			this.builders.add(builder);
			return builder.build();
		}

		@Bean
		Topology payments(StreamsBuilder builder) {
			this.builders.add(builder);
			return builder.build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnBuilder {

		final StreamsBuilder own = new StreamsBuilder(
				new StreamsConfig(Map.of("application.id", "own", "bootstrap.servers", "localhost:1")));

		@Bean
		StreamsBuilder streamsBuilder() {
			return this.own;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class RecordingConfigCustomizer {

		final Map<String, Object> seen = new java.util.HashMap<>();

		@Bean
		StreamsConfigCustomizer recordingCustomizer() {
			return (topology, config) -> this.seen.put(topology, config.get(StreamsConfig.APPLICATION_ID_CONFIG));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Customizers {

		int builders;

		@Bean
		StreamsConfigCustomizer configCustomizer() {
			return (topology, config) -> config.put("client.id", "customized-" + topology);
		}

		@Bean
		StreamsBuilderCustomizer builderCustomizer() {
			return (builder) -> this.builders++;
		}

	}

}
