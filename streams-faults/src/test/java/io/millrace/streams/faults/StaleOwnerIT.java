package io.millrace.streams.faults;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.millrace.streams.embedded.EmbeddedKafkaProcess;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A process that was frozen for longer than its session doesn't know that others have its
 * tasks. It must commit nothing, show nothing that is out of date, and join again.
 */
class StaleOwnerIT {

	private static final String NAME = "stale";

	private static final int PARTITIONS = 2;

	private static final Duration TIMEOUT = Duration.ofSeconds(60);

	@TempDir
	Path directory;

	private final OutputComparison comparison = new OutputComparison(Updates.EVERY);

	private final WordCount.Model model = new WordCount.Model(NAME);

	@ParameterizedTest
	@ValueSource(strings = { "in-memory", "rocksdb" })
	void commitsNothingServesNothingAndJoinsAgain(String store) throws Exception {
		try (EmbeddedKafkaProcess broker = EmbeddedKafkaProcess.builder()
			.brokerProperty("group.streams.session.timeout.ms", "1000")
			.brokerProperty("group.streams.heartbeat.interval.ms", "100")
			.jvmArguments("-XX:TieredStopAtLevel=1")
			.topic(NAME + "-in", PARTITIONS)
			.topic(NAME + "-out", PARTITIONS)
			.start();
				InputFeed feed = new InputFeed(broker.bootstrapServers(), WordCount.inputs(NAME, PARTITIONS),
						this.model, this.comparison, 1);
				OutputReader reader = reader(broker);
				ApplicationProcess frozen = application(broker, "frozen", store)) {
			feed.send(500);
			awaitOutputs(reader);
			await().atMost(TIMEOUT).untilAsserted(() -> assertThat(frozen.entries("counts")).isEqualTo(expected()));
			feed.send(300);
			frozen.pause();
			try (ApplicationProcess successor = application(broker, "successor", store)) {
				feed.send(500);
				feed.await();
				awaitOutputs(reader);
				awaitEntries(successor);
				int shown = thawAndLook(frozen, successor);
				assertThat(shown).as("looks at stores after the thaw").isPositive();
				feed.send(500);
				feed.await();
				awaitOutputs(reader);
				frozen.stop();
				successor.stop();
			}
			reader.readToEnd(this.comparison);
			assertThat(this.comparison.differences(true)).isEmpty();
		}
	}

	/**
	 * Everything is committed by the successor, so whatever the thawed process shows must
	 * be the last count. It's asked from its first moment on, until it has joined again.
	 */
	private int thawAndLook(ApplicationProcess frozen, ApplicationProcess successor) {
		int shown = 0;
		Thread thaw = new Thread(frozen::resume);
		thaw.start();
		long deadline = System.nanoTime() + TIMEOUT.toNanos();
		while (System.nanoTime() < deadline) {
			try {
				Map<String, String> entries = frozen.entries("counts");
				shown++;
				assertThat(expected()).as("what the thawed process shows").containsAllEntriesOf(entries);
				Map<String, String> all = new HashMap<>(successor.entries("counts"));
				all.putAll(entries);
				if (!entries.isEmpty() && all.equals(expected())) {
					return shown;
				}
			}
			catch (FaultRunException ex) {
				// It says that it can't: that's what it has to say until it has joined
				// again.
			}
		}
		throw new AssertionError("The thawed process hasn't joined again; it showed its stores " + shown + " times");
	}

	private void awaitEntries(ApplicationProcess process) {
		await().atMost(TIMEOUT)
			.ignoreException(FaultRunException.class)
			.untilAsserted(() -> assertThat(process.entries("counts")).isEqualTo(expected()));
	}

	private void awaitOutputs(OutputReader reader) {
		await().atMost(TIMEOUT).until(() -> {
			reader.read(Duration.ofMillis(50), this.comparison);
			return this.comparison.complete(true);
		});
	}

	private Map<String, String> expected() {
		return this.model.stores().get("counts");
	}

	private static OutputReader reader(EmbeddedKafkaProcess broker) {
		return new OutputReader(broker.bootstrapServers(),
				Map.of(NAME + "-out", new OutputReader.Format(new StringDeserializer(), new LongDeserializer())),
				PARTITIONS);
	}

	private ApplicationProcess application(EmbeddedKafkaProcess broker, String process, String store) {
		return ApplicationProcess.start(WordCount.class, List.of(broker.bootstrapServers(), NAME,
				this.directory.resolve(process).toString(), store, "exactly_once_v2"),
				this.directory.resolve(process + ".log"), null);
	}

}
