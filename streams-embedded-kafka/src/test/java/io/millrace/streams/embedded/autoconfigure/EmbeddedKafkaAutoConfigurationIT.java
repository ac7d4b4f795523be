package io.millrace.streams.embedded.autoconfigure;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import io.millrace.streams.embedded.EmbeddedKafka;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what {@link EmbeddedKafkaAutoConfiguration} starts.
 */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class EmbeddedKafkaAutoConfigurationIT {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(EmbeddedKafkaAutoConfiguration.class, KafkaAutoConfiguration.class));

	@Test
	void startsWhenNothingIsConfigured(CapturedOutput output) {
		this.contextRunner.run((context) -> {
			assertThat(context).hasSingleBean(KafkaConnectionDetails.class);
			String address = context.getBean(EmbeddedKafka.class).bootstrapServers();
			assertThat(context.getBean(KafkaConnectionDetails.class).getBootstrapServers()).containsExactly(address);
			try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
				assertThat(admin.describeCluster().nodes().get()).hasSize(1);
			}
			assertThat(output.toString().lines().filter((line) -> line.contains("embedded Kafka broker")))
				.singleElement()
				.asString()
				.contains("INFO", address, "temporary", "demos and tests", "spring.kafka.bootstrap-servers",
						"streams.embedded-kafka.enabled=false");
		});
	}

	@Test
	void propertiesReachTheBroker(@TempDir Path directory) {
		this.contextRunner
			.withPropertyValues("streams.embedded-kafka.directory=" + directory,
					"streams.embedded-kafka.topics.orders=3", "streams.embedded-kafka.topics[Order_Lines.v1]=2",
					"streams.embedded-kafka.broker-properties.num.partitions=4")
			.run((context) -> {
				EmbeddedKafka kafka = context.getBean(EmbeddedKafka.class);
				assertThat(kafka.directory()).isEqualTo(directory);
				assertThat(kafka.isTemporary()).isFalse();
				try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
					var topics = admin.describeTopics(List.of("orders", "Order_Lines.v1")).allTopicNames().get();
					assertThat(topics.get("orders").partitions()).hasSize(3);
					assertThat(topics.get("Order_Lines.v1").partitions()).hasSize(2);
					ConfigResource broker = new ConfigResource(ConfigResource.Type.BROKER, "1");
					var config = admin.describeConfigs(List.of(broker)).all().get().get(broker);
					assertThat(config.get("num.partitions").value()).isEqualTo("4");
				}
			});
	}

	@Test
	void outlivesTheStreamsThatUseIt() {
		AtomicReference<String> seen = new AtomicReference<>();
		AtomicReference<Path> directory = new AtomicReference<>();
		this.contextRunner.withUserConfiguration(StreamsLikeConfiguration.class)
			.withBean("seen", AtomicReference.class, () -> seen)
			.run((context) -> directory.set(context.getBean(EmbeddedKafka.class).directory()));
		assertThat(seen.get()).isEqualTo("1 node while stopping");
		assertThat(directory.get()).doesNotExist();
	}

	@Configuration(proxyBeanMethods = false)
	static class StreamsLikeConfiguration {

		@Bean
		StreamsLike streamsLike(KafkaConnectionDetails connection, AtomicReference<String> seen) {
			return new StreamsLike(connection, seen);
		}

	}

	/**
	 * Needs the broker at its start and up to its end, as streams do.
	 */
	static class StreamsLike implements SmartLifecycle {

		private final KafkaConnectionDetails connection;

		private final AtomicReference<String> seen;

		private Admin admin;

		StreamsLike(KafkaConnectionDetails connection, AtomicReference<String> seen) {
			this.connection = connection;
			this.seen = seen;
		}

		@Override
		public void start() {
			this.admin = Admin.create(Map.of("bootstrap.servers", this.connection.getBootstrapServers()));
			nodes();
		}

		@Override
		public void stop() {
			this.seen.set(nodes() + " node while stopping");
			this.admin.close();
			this.admin = null;
		}

		@Override
		public boolean isRunning() {
			return this.admin != null;
		}

		private int nodes() {
			try {
				return this.admin.describeCluster().nodes().get().size();
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}
