package io.millrace.streams.spring.boot.autoconfigure;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.Topology;
import io.millrace.streams.embedded.EmbeddedKafka;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Materialized;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A web application on a real broker.
 */
class StreamsApplicationIT {

	private static final String COUNT_OF_A = "/actuator/streams/words/stores/counts?key=a";

	private EmbeddedKafka kafka;

	@BeforeEach
	void startKafka() {
		this.kafka = EmbeddedKafka.builder().topic("words", 2).start();
	}

	@AfterEach
	void stopKafka() {
		this.kafka.close();
	}

	@Test
	void processesAndShows() {
		try (RunningApplication running = start()) {
			running.awaitReady();
			RunningApplication.produce(this.kafka, "words", "a", "b", "a");
			RunningApplication.await()
				.untilAsserted(() -> assertThat(running.body(COUNT_OF_A)).contains("\"key\":\"a\"", "\"value\":2"));
			assertThat(running.body("/actuator/streams/words/stores/counts?from=a&to=b")).contains("\"value\":2",
					"\"value\":1");
			assertThat(running.body("/actuator/streams/words/stores")).contains("\"keyType\":\"java.lang.String\"",
					"\"changelogTopic\":\"wordcount-counts-changelog\"");
			assertThat(running.body("/actuator/streams")).contains("\"state\":\"RUNNING\"", "\"id\":\"0_0\"");
			assertThat(running.body("/actuator/streams/wordcount/topology?format=mermaid")).contains("[(\"counts\")]");
			assertThat(running.status("/actuator/health/liveness")).isEqualTo(200);
			assertThat(running.body("/actuator/health/readiness")).contains("\"streams\"");
			RunningApplication.await()
				.untilAsserted(() -> assertThat(
						running.body("/actuator/metrics/streams.records.processed?tag=application:wordcount"))
					.contains("\"value\":3.0"));
			RunningApplication.await()
				.untilAsserted(() -> assertThat(running.body("/actuator/metrics/streams.lag?tag=topic:words"))
					.contains("\"value\":0.0"));
		}
	}

	@Test
	void waitsForMissingTopics() {
		try (RunningApplication running = start("words.topic=later",
				"management.endpoint.health.probes.add-additional-paths=true")) {
			RunningApplication.await().untilAsserted(() -> {
				HttpResponse<String> readiness = running.get("/actuator/health/readiness");
				assertThat(readiness.statusCode()).isEqualTo(503);
				assertThat(readiness.body()).contains("\"status\":\"DOWN\"", "later");
			});
			assertThat(running.status("/actuator/health/liveness")).isEqualTo(200);
			assertThat(running.status("/readyz")).isEqualTo(503);
			assertThat(running.status("/livez")).isEqualTo(200);
			this.kafka.createTopic("later", 1);
			running.awaitReady();
			assertThat(running.status("/readyz")).isEqualTo(200);
		}
	}

	@Test
	void comesUpWithoutKafkaAndRecovers() {
		this.kafka.stop();
		try (RunningApplication running = start("streams.properties[admin.default.api.timeout.ms]=1000",
				"streams.properties[admin.request.timeout.ms]=500")) {
			RunningApplication.await().untilAsserted(() -> {
				HttpResponse<String> readiness = running.get("/actuator/health/readiness");
				assertThat(readiness.statusCode()).isEqualTo(503);
				assertThat(readiness.body()).contains("\"waitingFor\"", "\"status\":\"DOWN\"");
			});
			assertThat(running.status("/actuator/health/liveness")).isEqualTo(200);
			assertThat(running.status(COUNT_OF_A)).isEqualTo(503);
			this.kafka.start();
			running.awaitReady();
			RunningApplication.produce(this.kafka, "words", "a");
			RunningApplication.await()
				.untilAsserted(() -> assertThat(running.body(COUNT_OF_A)).contains("\"value\":1"));
		}
	}

	@Test
	void goesOnAfterStopAndStart() {
		try (RunningApplication running = start()) {
			running.awaitReady();
			RunningApplication.produce(this.kafka, "words", "a");
			RunningApplication.await()
				.untilAsserted(() -> assertThat(running.body(COUNT_OF_A)).contains("\"value\":1"));
			List<Meter.Id> meters = meters(running);
			StreamsApplication application = running.application();
			assertThat(application.stop(Duration.ofSeconds(30))).isTrue();
			assertThat(running.status("/actuator/health/liveness")).isEqualTo(200);
			assertThat(running.status(COUNT_OF_A)).isEqualTo(503);
			assertThat(meters(running)).isEmpty();
			application.start();
			running.awaitReady();
			RunningApplication.produce(this.kafka, "words", "a");
			RunningApplication.await()
				.untilAsserted(() -> assertThat(running.body(COUNT_OF_A)).contains("\"value\":2"));
			RunningApplication.await()
				.untilAsserted(() -> assertThat(meters(running)).containsExactlyInAnyOrderElementsOf(meters)
					.doesNotHaveDuplicates());
		}
	}

	@Test
	void aFatalErrorFailsLiveness() {
		try (RunningApplication running = start("words.poison=bad")) {
			running.awaitReady();
			RunningApplication.produce(this.kafka, "words", "bad");
			RunningApplication.await().untilAsserted(() -> {
				HttpResponse<String> liveness = running.get("/actuator/health/liveness");
				assertThat(liveness.statusCode()).as(liveness.body()).isEqualTo(503);
			});
			assertThat(running.status("/actuator/health/readiness")).isEqualTo(503);
			assertThat(running.body("/actuator/streams/words")).contains("\"failure\"");
		}
	}

	@Test
	void skipsBadRecordsIfTold() {
		try (RunningApplication running = start("words.poison=bad", "streams.on-error=skip")) {
			running.awaitReady();
			RunningApplication.produce(this.kafka, "words", "bad", "a");
			RunningApplication.await()
				.untilAsserted(() -> assertThat(running.body(COUNT_OF_A)).contains("\"value\":1"));
			assertThat(running.status("/actuator/health/liveness")).isEqualTo(200);
		}
	}

	@Test
	void startsLazily() {
		try (RunningApplication running = start("spring.main.lazy-initialization=true")) {
			running.awaitReady();
			RunningApplication.produce(this.kafka, "words", "a");
			RunningApplication.await()
				.untilAsserted(() -> assertThat(running.body(COUNT_OF_A)).contains("\"value\":1"));
		}
	}

	@Test
	void isRestartedInTheSameProcess() {
		for (int expected = 1; expected <= 2; expected++) {
			String value = "\"value\":" + expected;
			try (RunningApplication running = start()) {
				running.awaitReady();
				RunningApplication.produce(this.kafka, "words", "a");
				RunningApplication.await().untilAsserted(() -> assertThat(running.body(COUNT_OF_A)).contains(value));
			}
		}
	}

	@Test
	void twoTopologiesHaveAStoreOfTheSameName() {
		this.kafka.createTopic("letters", 1);
		try (RunningApplication running = RunningApplication.start(TwoCounts.class, this.kafka,
				"spring.application.name=both")) {
			running.awaitReady();
			RunningApplication.produce(this.kafka, "words", "a", "a");
			RunningApplication.produce(this.kafka, "letters", "a");
			RunningApplication.await()
				.untilAsserted(() -> assertThat(running.body(COUNT_OF_A)).contains("\"value\":2"));
			RunningApplication.await()
				.untilAsserted(() -> assertThat(running.body("/actuator/streams/both-letters/stores/counts?key=a"))
					.contains("\"value\":1"));
		}
	}

	private static Topology count(StreamsBuilder builder, String topic) {
		builder.stream(topic, Consumed.with(Serdes.String(), Serdes.String()))
			.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
			.count(Materialized.as("counts"));
		return builder.build();
	}

	private RunningApplication start(String... properties) {
		String[] all = new String[properties.length + 1];
		System.arraycopy(properties, 0, all, 0, properties.length);
		all[properties.length] = "spring.application.name=wordcount";
		return RunningApplication.start(WordCount.class, this.kafka, all);
	}

	private static List<Meter.Id> meters(RunningApplication running) {
		MeterRegistry registry = running.context().getBean(MeterRegistry.class);
		return registry.getMeters()
			.stream()
			.map(Meter::getId)
			.filter((id) -> id.getName().startsWith("streams."))
			.toList();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class WordCount {

		@Bean
		Topology words(StreamsBuilder builder, @Value("${words.topic:words}") String topic,
				@Value("${words.poison:}") String poison) {
			builder.stream(topic, Consumed.with(Serdes.String(), Serdes.String())).filter((key, value) -> {
				if (value.equals(poison)) {
					throw new IllegalStateException("Poisoned");
				}
				return true;
			}).groupByKey(Grouped.with(Serdes.String(), Serdes.String())).count(Materialized.as("counts"));
			return builder.build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class TwoCounts {

		@Bean
		Topology words(StreamsBuilder builder) {
			return count(builder, "words");
		}

		@Bean
		Topology letters(StreamsBuilder builder) {
			return count(builder, "letters");
		}

	}

}
