package io.millrace.streams.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

import io.millrace.streams.embedded.EmbeddedKafkaProcess;
import org.apache.kafka.common.serialization.Deserializer;
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
 * of its own, which the next one takes over with all that is there: most of a round is
 * waiting. How many rounds all together, and with which seed, can be set by the system
 * properties {@code millrace.faults.rounds} and {@code millrace.seed}; the report is
 * printed and written to the build directory.
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

	private static final Queue<EmbeddedKafkaProcess> idle = new ConcurrentLinkedQueue<>();

	private EmbeddedKafkaProcess broker;

	private boolean passed;

	@BeforeAll
	static void prepare() throws IOException {
		System.out.println("millrace.seed=" + SEED);
		Files.createDirectories(DIRECTORY);
	}

	@BeforeEach
	void start() {
		EmbeddedKafkaProcess used = idle.poll();
		this.broker = (used != null) ? used : startBroker();
	}

	private static EmbeddedKafkaProcess startBroker() {
		return EmbeddedKafkaProcess.builder()
			.brokerProperty("group.streams.session.timeout.ms", "1000")
			.brokerProperty("group.streams.heartbeat.interval.ms", "100")
			.jvmArguments("-XX:TieredStopAtLevel=1")
			// Kafka 4.4.0, of a transaction that ends while its only broker gives up the
			// leadership of its partitions: the coordinator takes them for deleted, and
			// calls the transaction complete without writing its markers.
			.brokerProperty("controlled.shutdown.enable", "false")
			.start();
	}

	@AfterEach
	void stop() {
		if (this.passed) {
			idle.add(this.broker);
		}
		else {
			this.broker.close();
		}
	}

	@AfterAll
	static void report() throws IOException {
		idle.forEach(EmbeddedKafkaProcess::close);
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
			.build(this.broker)
			.run();
		assertThat(report.kept()).as("%s", report).isFalse();
		assertThat(report.doubled()).as("%s", report).isPositive();
		assertThat(report.differences()).isNotEmpty();
		this.passed = true;
	}

	@Test
	void twoStepsOnDisk() throws IOException {
		String name = name("two-steps");
		run(3, subject(name, TwoSteps.class, Settings.SMALL_BUFFERS, () -> new TwoSteps.Model(name),
				TwoSteps.inputs(name, PARTITIONS), new StringDeserializer(), "-out"));
	}

	@Test
	void windowedCountOnDisk() throws IOException {
		String name = name("windowed-count");
		run(4, subject(name, WindowedCount.class, Settings.SMALL_BUFFERS, () -> new WindowedCount.Model(name),
				WindowedCount.inputs(name, PARTITIONS), new LongDeserializer(), "-out"));
	}

	@Test
	void finalResultsInMemory() throws IOException {
		run(6, finalResults("finals-memory", "in-memory"));
	}

	@Test
	void finalResultsOnDisk() throws IOException {
		run(7, finalResults("finals-disk", Settings.SMALL_BUFFERS));
	}

	private FaultRunBuilder finalResults(String application, String engine) {
		String name = name(application, "-in", "-tumbling", "-sessions", "-hopping");
		return subject(name, Finals.class, engine, () -> new Finals.Model(name), Finals.inputs(name, PARTITIONS),
				new LongDeserializer(), "-tumbling", "-sessions", "-hopping");
	}

	@Test
	void joinsInMemory() throws IOException {
		run(8, joins("joins-memory", "in-memory"));
	}

	@Test
	void joinsOnDisk() throws IOException {
		run(9, joins("joins-disk", Settings.SMALL_BUFFERS));
	}

	private FaultRunBuilder joins(String application, String engine) {
		String name = name(application, "-in", "-pairs", "-enriched", "-tables");
		return subject(name, Joins.class, engine, () -> new Joins.Model(name), Joins.inputs(name, PARTITIONS),
				new StringDeserializer(), "-pairs", "-enriched", "-tables");
	}

	@Test
	void foreignKeysOnDisk() throws IOException {
		String name = name("foreign-keys", "-orders", "-customers", "-out");
		run(10, subject(name, ForeignKeys.class, Settings.SMALL_BUFFERS, () -> new ForeignKeys.Model(name),
				ForeignKeys.inputs(name, PARTITIONS), new StringDeserializer(), "-out")
			.updates(Updates.LAST));
	}

	private static FaultRunBuilder subject(String name, Class<?> main, String engine,
			Supplier<? extends ReferenceModel> model, InputGenerator inputs, Deserializer<?> values,
			String... outputs) {
		FaultRunBuilder builder = FaultRun.builder()
			.application(name, main, engine, "exactly_once_v2")
			.model(model)
			.inputs(inputs);
		for (String output : outputs) {
			builder.output(name + output, new StringDeserializer(), values);
		}
		return builder;
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
		this.passed = true;
	}

}
