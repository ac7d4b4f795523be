package io.millrace.streams;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.millrace.streams.KafkaStreams.State;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Where an application begins, and what it says if records are gone before they were
 * processed.
 */
class PositionsIT {

	private static final Duration CLOSE = Duration.ofSeconds(20);

	@AutoClose
	private static final Cluster cluster = Cluster.start();

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	@BeforeEach
	void listen() {
		this.log.start();
		((Logger) LoggerFactory.getLogger("io.millrace.streams.internal.runtime.StartPositions")).addAppender(this.log);
	}

	@AfterEach
	void stopListening() {
		((Logger) LoggerFactory.getLogger("io.millrace.streams.internal.runtime.StartPositions"))
			.detachAppender(this.log);
	}

	@Test
	void saysWhichRecordsWereDeletedBeforeTheyWereProcessed() throws Exception {
		Run run = cluster.run("deleted", 1);
		run.send(0, 100);
		try (KafkaStreams streams = start(run)) {
			run.awaitOutput(100);
			assertThat(streams.close(CLOSE)).isTrue();
		}
		run.send(100, 100);
		delete(run, 150);
		try (KafkaStreams streams = start(run)) {
			assertThat(run.awaitOutput(150)).hasSize(150);
			await().until(() -> run.committed() == 200);
			assertThat(warnings()).singleElement()
				.asString()
				.contains("deleted-in-0")
				.contains("offset 100 to 149")
				.contains("deleted before they were processed");
			assertThat(streams.close(CLOSE)).isTrue();
			assertThat(streams.status().failure()).isEmpty();
		}
	}

	@Test
	void stopsRatherThanSkipsIfThatIsAskedFor() throws Exception {
		Run run = cluster.run("refused", 1);
		run.send(0, 100);
		try (KafkaStreams streams = start(run)) {
			run.awaitOutput(100);
			assertThat(streams.close(CLOSE)).isTrue();
		}
		run.send(100, 100);
		delete(run, 150);
		try (KafkaStreams streams = start(run, "consumer.auto.offset.reset", "none")) {
			await().atMost(CLOSE).until(streams::state, State.ERROR::equals);
			assertThat(streams.status().failure().orElseThrow()).contains("refused-in-0")
				.contains("100")
				.contains("auto.offset.reset");
		}
	}

	@Test
	void beginsNowhereIfNothingIsCommittedAndNothingSaysWhere() {
		Run run = cluster.run("nowhere", 1);
		run.send(0, 10);
		try (KafkaStreams streams = start(run, "consumer.auto.offset.reset", "none")) {
			await().atMost(CLOSE).until(streams::state, State.ERROR::equals);
			assertThat(streams.status().failure().orElseThrow()).contains("nowhere-in-0").contains("auto.offset.reset");
		}
	}

	@Test
	void beginsAtTheEndIfTheSettingsSaySo() {
		Run run = cluster.run("end", 2);
		run.send(0, 100);
		try (KafkaStreams streams = start(run, "consumer.auto.offset.reset", "latest")) {
			await().atMost(CLOSE).until(streams::state, State.RUNNING::equals);
			await().atMost(CLOSE).untilAsserted(() -> {
				run.send(100, 2);
				assertThat(run.awaitOutput(1)).isNotEmpty();
			});
			assertThat(run.awaitOutput(1)).noneMatch((count) -> count.endsWith("=11"));
			assertThat(warnings()).isEmpty();
			assertThat(streams.close(CLOSE)).isTrue();
		}
	}

	private static KafkaStreams start(Run run, Object... settings) {
		KafkaStreams streams = new KafkaStreams(CountingTopology.of(run.input(), run.output()), run.config(settings));
		streams.start();
		return streams;
	}

	private static void delete(Run run, long before) throws Exception {
		cluster.admin()
			.deleteRecords(Map.of(new TopicPartition(run.input(), 0), RecordsToDelete.beforeOffset(before)))
			.all()
			.get();
	}

	private List<String> warnings() {
		return List.copyOf(this.log.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
	}

}
