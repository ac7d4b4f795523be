package io.millrace.streams.faults;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.millrace.streams.embedded.EmbeddedKafkaProcess;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A process is killed in the middle of a transaction that would stay open for minutes.
 * The one that is started after it ends that transaction and goes on.
 */
class TakeOverIT {

	private static final String NAME = "taken";

	@TempDir
	Path directory;

	@Test
	void whatWasLeftOpenHoldsNobodyUp() {
		OutputComparison comparison = new OutputComparison(Updates.EVERY);
		try (EmbeddedKafkaProcess broker = EmbeddedKafkaProcess.builder()
			.brokerProperty("group.streams.session.timeout.ms", "1000")
			.brokerProperty("group.streams.heartbeat.interval.ms", "100")
			.jvmArguments("-XX:TieredStopAtLevel=1")
			.topic(NAME + "-in", 1)
			.topic(NAME + "-out", 1)
			.start();
				InputFeed feed = new InputFeed(broker.bootstrapServers(), WordCount.inputs(NAME, 1),
						new WordCount.Model(NAME), comparison, 1);
				OutputReader reader = new OutputReader(broker.bootstrapServers(), Map.of(NAME + "-out",
						new OutputReader.Format(new StringDeserializer(), new LongDeserializer())), 1)) {
			try (ApplicationProcess killed = application(broker, FaultPoint.BEFORE_COMMIT)) {
				feed.send(500);
				feed.await();
				assertThat(killed.awaitReached(FaultPoint.BEFORE_COMMIT, Duration.ofSeconds(60))).isTrue();
				killed.kill();
			}
			try (ApplicationProcess next = application(broker, null)) {
				await().atMost(Duration.ofSeconds(60)).until(() -> {
					reader.read(Duration.ofMillis(50), comparison);
					return comparison.complete(true);
				});
				next.stop();
			}
			reader.readToEnd(comparison);
			assertThat(comparison.differences(true)).isEmpty();
		}
	}

	private ApplicationProcess application(EmbeddedKafkaProcess broker, FaultPoint armed) {
		return ApplicationProcess.start(WordCount.class, List.of(broker.bootstrapServers(), NAME,
				this.directory.resolve("state").toString(), "rocksdb", "exactly_once_v2", "600000"),
				this.directory.resolve("process.log"), armed);
	}

}
