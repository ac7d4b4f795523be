package io.millrace.streams.spring.boot.starter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.Topology;
import io.millrace.streams.embedded.EmbeddedKafka;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Produced;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The process of an application without a web server: how long it lives.
 */
class StarterProcessIT {

	@TempDir
	Path directory;

	private Process process;

	@AfterEach
	void end() {
		if (this.process != null) {
			this.process.destroyForcibly();
		}
	}

	@Test
	void livesWithoutKafkaAndEndsWhenTold() throws Exception {
		start("--spring.kafka.bootstrap-servers=localhost:1");
		await("waits for a broker");
		assertThat(this.process.waitFor(3, TimeUnit.SECONDS)).isFalse();
		this.process.destroy();
		assertThat(this.process.waitFor(20, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void endsWhenItFailed() throws Exception {
		try (EmbeddedKafka kafka = EmbeddedKafka.builder().topic("words", 1).topic("copies", 1).start()) {
			start("--spring.kafka.bootstrap-servers=" + kafka.bootstrapServers());
			await("to RUNNING");
			try (KafkaProducer<String, String> producer = new KafkaProducer<>(
					Map.of("bootstrap.servers", kafka.bootstrapServers()), new StringSerializer(),
					new StringSerializer())) {
				producer.send(new ProducerRecord<>("words", "bad")).get(10, TimeUnit.SECONDS);
			}
			assertThat(this.process.waitFor(60, TimeUnit.SECONDS)).as(output()).isTrue();
			assertThat(output()).contains("Poisoned");
		}
	}

	@Test
	void endsWithAnExplanationWhenItCannotStart() throws Exception {
		start("--streams.processing-guarantee=exactly_onse");
		assertThat(this.process.waitFor(60, TimeUnit.SECONDS)).isTrue();
		assertThat(this.process.exitValue()).isEqualTo(1);
		assertThat(output()).contains("APPLICATION FAILED TO START")
			.contains("Set streams.processing-guarantee to one of: exactly-once, at-least-once");
	}

	private void start(String argument) throws IOException {
		String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
		List<String> command = new ArrayList<>(List.of(
				Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m", "-XX:+UseSerialGC",
				"-XX:TieredStopAtLevel=1", "-cp", classPath, Copies.class.getName(), "--streams.application-id=process",
				"--streams.state.dir=" + this.directory.resolve("state"), argument));
		this.process = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(this.directory.resolve("output").toFile())
			.start();
	}

	private void await(String text) {
		Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(output()).contains(text));
	}

	private String output() throws IOException {
		return Files.readString(this.directory.resolve("output"));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Copies {

		public static void main(String[] arguments) {
			SpringApplication.run(Copies.class, arguments);
		}

		@Bean
		Topology copies(StreamsBuilder builder) {
			builder.stream("words", Consumed.with(Serdes.String(), Serdes.String())).filter((key, value) -> {
				if (value.equals("bad")) {
					throw new IllegalStateException("Poisoned");
				}
				return true;
			}).to("copies", Produced.with(Serdes.String(), Serdes.String()));
			return builder.build();
		}

	}

}
