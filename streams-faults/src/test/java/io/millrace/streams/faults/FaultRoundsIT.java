package io.millrace.streams.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

import io.millrace.streams.embedded.EmbeddedKafkaProcess;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rounds of faults over applications of several kinds, two at a time, each with a broker
 * of its own: most of a round is waiting. How many rounds all together, and with which
 * seed, can be set by the system properties {@code millrace.faults.rounds} and
 * {@code millrace.seed}; the report is printed and written to the build directory.
 */
@Execution(ExecutionMode.CONCURRENT)
class FaultRoundsIT {

	private static final int APPLICATIONS = 11;

	private static final int ROUNDS = Integer.getInteger("millrace.faults.rounds", 44);

	private static final long SEED = Long.getLong("millrace.seed", System.nanoTime() % 1_000_000);

	private static final String[] ONLY = Arrays.stream(System.getProperty("millrace.faults.only", "").split(","))
		.filter((name) -> !name.isBlank())
		.toArray(String[]::new);

	private static final int PARTITIONS = 2;

	private static final Path DIRECTORY = Path.of("target", "faults");

	private static final List<FaultReport> reports = Collections.synchronizedList(new ArrayList<>());

	private EmbeddedKafkaProcess broker;

	@BeforeAll
	static void prepare() throws IOException {
		System.out.println("millrace.seed=" + SEED);
		Files.createDirectories(DIRECTORY);
	}

	@BeforeEach
	void start() {
		this.broker = EmbeddedKafkaProcess.builder()
			.brokerProperty("group.streams.session.timeout.ms", "1000")
			.brokerProperty("group.streams.heartbeat.interval.ms", "100")
			// Kafka 4.4.0, of a transaction that ends while its only broker gives up the
			// leadership of its partitions: the coordinator takes them for deleted, and
			// calls the transaction complete without writing its markers.
			.brokerProperty("controlled.shutdown.enable", "false")
			.start();
	}

	@AfterEach
	void stop() {
		this.broker.close();
	}

	@AfterAll
	static void report() throws IOException {
		List<FaultReport> all = new ArrayList<>(reports);
		all.sort(Comparator.comparingLong(FaultReport::seed));
		String table = FaultReport.table(all);
		System.out.println(table);
		Files.writeString(DIRECTORY.resolve("report.md"), table);
	}

	@Test
	void wordCountInMemory() throws IOException {
		String name = name("word-count-memory");
		run(0, wordCount(name).application(name, WordCount.class, "in-memory", "exactly_once_v2"));
	}

	@Test
	void wordCountOnDisk() throws IOException {
		String name = name("word-count-disk");
		run(1, wordCount(name).application(name, WordCount.class, "rocksdb", "exactly_once_v2"));
	}

	@Test
	void wordCountOfUpdatesForwardedAsOne() throws IOException {
		String name = name("word-count-coalesced");
		run(5, wordCount(name).application(name, WordCount.class, "rocksdb", "exactly_once_v2", "2000", "coalesced")
			.updates(Updates.SOME));
	}

	@Test
	void wordCountAtLeastOnce() throws IOException {
		String name = name("word-count-at-least-once");
		run(2, wordCount(name).application(name, WordCount.class, "rocksdb", "at_least_once").exactlyOnce(false));
	}

	/**
	 * The harness itself: it must notice an application that promises less than is asked.
	 */
	@Test
	void atLeastOnceIsNotTakenForExactlyOnce() throws IOException {
		String name = name("less-than-promised");
		FaultReport report = wordCount(name).application(name, WordCount.class, "in-memory", "at_least_once")
			.directory(Files.createTempDirectory(DIRECTORY, "run"))
			.partitions(PARTITIONS)
			.members(1)
			.seed(5)
			.rounds(20)
			.timeout(Duration.ofSeconds(5))
			.build(this.broker)
			.run();
		assertThat(report.kept()).as("%s", report).isFalse();
		assertThat(report.differences()).isNotEmpty();
	}

	@Test
	void twoStepsOnDisk() throws IOException {
		String name = name("two-steps");
		run(3, FaultRun.builder()
			.application(name, TwoSteps.class, "rocksdb", "exactly_once_v2")
			.model(() -> new TwoSteps.Model(name))
			.inputs(TwoSteps.inputs(name, PARTITIONS))
			.output(name + "-out", new StringDeserializer(), new StringDeserializer()));
	}

	@Test
	void windowedCountOnDisk() throws IOException {
		String name = name("windowed-count");
		run(4, FaultRun.builder()
			.application(name, WindowedCount.class, "rocksdb", "exactly_once_v2")
			.model(() -> new WindowedCount.Model(name))
			.inputs(WindowedCount.inputs(name, PARTITIONS))
			.output(name + "-out", new StringDeserializer(), new LongDeserializer()));
	}

	@Test
	void finalResultsInMemory() throws IOException {
		finalResults(6, "finals-memory", "in-memory");
	}

	@Test
	void finalResultsOnDisk() throws IOException {
		finalResults(7, "finals-disk", "rocksdb");
	}

	private void finalResults(int number, String application, String engine) throws IOException {
		String name = name(application, "-in", "-tumbling", "-sessions", "-hopping");
		FaultRunBuilder builder = FaultRun.builder()
			.application(name, Finals.class, engine, "exactly_once_v2")
			.model(() -> new Finals.Model(name))
			.inputs(Finals.inputs(name, PARTITIONS));
		for (String windows : List.of("-tumbling", "-sessions", "-hopping")) {
			builder.output(name + windows, new StringDeserializer(), new LongDeserializer());
		}
		run(number, builder);
	}

	@Test
	void joinsInMemory() throws IOException {
		joins(8, "joins-memory", "in-memory");
	}

	@Test
	void joinsOnDisk() throws IOException {
		joins(9, "joins-disk", "rocksdb");
	}

	private void joins(int number, String application, String engine) throws IOException {
		String name = name(application, "-in", "-pairs", "-enriched", "-tables");
		FaultRunBuilder builder = FaultRun.builder()
			.application(name, Joins.class, engine, "exactly_once_v2")
			.model(() -> new Joins.Model(name))
			.inputs(Joins.inputs(name, PARTITIONS));
		for (String joined : List.of("-pairs", "-enriched", "-tables")) {
			builder.output(name + joined, new StringDeserializer(), new StringDeserializer());
		}
		run(number, builder);
	}

	@Test
	void foreignKeysOnDisk() throws IOException {
		String name = name("foreign-keys", "-orders", "-customers", "-out");
		run(10, FaultRun.builder()
			.application(name, ForeignKeys.class, "rocksdb", "exactly_once_v2")
			.model(() -> new ForeignKeys.Model(name))
			.inputs(ForeignKeys.inputs(name, PARTITIONS))
			.output(name + "-out", new StringDeserializer(), new StringDeserializer())
			.updates(Updates.LAST));
	}

	private String name(String application) {
		return name(application, "-in", "-out");
	}

	private String name(String application, String... topics) {
		for (String topic : topics) {
			this.broker.createTopic(application + topic, PARTITIONS);
		}
		return application;
	}

	private static FaultRunBuilder wordCount(String name) {
		return FaultRun.builder()
			.model(() -> new WordCount.Model(name))
			.inputs(WordCount.inputs(name, PARTITIONS))
			.output(name + "-out", new StringDeserializer(), new LongDeserializer());
	}

	private void run(int number, FaultRunBuilder builder) throws IOException {
		Path directory = Files.createTempDirectory(DIRECTORY, "run");
		FaultReport report = builder.directory(directory)
			.partitions(PARTITIONS)
			.seed(SEED + number)
			.only(ONLY)
			.rounds((ROUNDS + APPLICATIONS - 1) / APPLICATIONS)
			.build(this.broker)
			.run();
		reports.add(report);
		assertThat(report.kept()).as("%s, see %s", report, directory).isTrue();
	}

}
