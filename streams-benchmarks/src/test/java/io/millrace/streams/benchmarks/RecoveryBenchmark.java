package io.millrace.streams.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import io.millrace.streams.benchmarks.application.RestoreClock;
import io.millrace.streams.benchmarks.process.Child;
import io.millrace.streams.benchmarks.process.Directories;
import io.millrace.streams.embedded.EmbeddedKafkaProcess;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * How long it takes from the start of a process to the first new result, after the one
 * before it was killed with -9 under load, and how fast state is restored to an empty
 * disk; Millrace and Kafka Streams on the same broker, one after another, by size of
 * state. Prints a table and writes it to the build directory. Takes long with the sizes
 * that are set; the property {@code millrace.recovery.keys} takes others.
 */
class RecoveryBenchmark {

	private static final int PARTITIONS = 4;

	private static final Duration TIMEOUT = Duration.ofMinutes(20);

	private static final Path DIRECTORY = Path.of("target", "recovery");

	private final List<String> rows = new ArrayList<>();

	@Test
	void compare() throws Exception {
		int[] sizes = Arrays.stream(System.getProperty("millrace.recovery.keys", "100000").split(","))
			.mapToInt(Integer::parseInt)
			.toArray();
		this.rows.add(
				"| keys | application | on disk, MB | killed: first result, s | in all partitions, s | restored, records"
						+ " | CPU, s | empty disk: restored, records | in s | records/s | CPU µs/record |");
		this.rows.add("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
		for (int keys : sizes) {
			try (EmbeddedKafkaProcess broker = EmbeddedKafkaProcess.builder()
				.brokerProperty("group.streams.session.timeout.ms", "1000")
				.brokerProperty("group.streams.heartbeat.interval.ms", "100")
				.topic("in", PARTITIONS)
				.start()) {
				new Load(broker.bootstrapServers(), "in", PARTITIONS).fill(keys);
				for (Rival rival : rivals()) {
					compare(broker, keys, rival);
				}
				bareConsumer(broker, keys);
			}
		}
		String table = String.join("\n", this.rows) + "\n";
		System.out.println(table);
		Files.writeString(DIRECTORY.resolve("recovery.md"), table);
	}

	/**
	 * Who takes part: all, unless a property has names.
	 */
	private static List<Rival> rivals() {
		String names = System.getProperty("millrace.recovery.rivals", "");
		return Arrays.stream(Rival.values())
			.filter((rival) -> names.isBlank() || List.of(names.split(",")).contains(rival.id()))
			.toList();
	}

	private void compare(EmbeddedKafkaProcess broker, int keys, Rival rival) throws Exception {
		Path directory = Files.createDirectories(DIRECTORY.resolve(keys + "-" + rival.id()));
		Path state = directory.resolve("state");
		Directories.delete(state);
		String output = rival.id() + "-out";
		broker.createTopic(output, PARTITIONS);
		try (Markers markers = new Markers(broker.bootstrapServers(), "in", output, PARTITIONS)) {
			List<String> arguments = new ArrayList<>(
					List.of(broker.bootstrapServers(), rival.id(), state.toString(), "in", output));
			arguments.addAll(rival.arguments());
			String run = rival.id();
			Child first = Child.start(directory.resolve("first.log"), rival.main(), arguments);
			markers.send(run + "-filled");
			assertTrue(markers.await(run + "-filled", true, TIMEOUT, first), rival + " fills its state");
			new Load(broker.bootstrapServers(), "in", PARTITIONS).update(keys, 10_000, 5_000);
			first.kill();
			long megabytes = Directories.size(state) / 1_000_000;
			// The group forgets the killed process; what that takes is the same for all.
			Thread.sleep(2_000);
			Child second = Child.start(directory.resolve("killed.log"), rival.main(), arguments);
			markers.send(run + "-killed");
			assertTrue(markers.await(run + "-killed", false, TIMEOUT, second), rival + " recovers");
			double firstResult = second.millisSinceStart() / 1000.0;
			assertTrue(markers.await(run + "-killed", true, TIMEOUT, second), rival + " recovers everywhere");
			double allResults = second.millisSinceStart() / 1000.0;
			double cpu = second.cpu().toMillis() / 1000.0;
			long caughtUp = RestoreClock.read(second).map((restored) -> restored[0]).orElse(0L);
			second.stop();
			Directories.delete(state);
			Thread.sleep(2_000);
			Child third = Child.start(directory.resolve("empty.log"), rival.main(), arguments);
			markers.send(run + "-empty");
			assertTrue(markers.await(run + "-empty", true, TIMEOUT, third), rival + " restores");
			long[] restored = RestoreClock.read(third).orElseThrow();
			double restoreCpu = third.cpu().toNanos() / 1000.0 / restored[0];
			third.stop();
			Directories.delete(state);
			row(keys, rival.title(), megabytes, firstResult, allResults, caughtUp, cpu, restored, restoreCpu);
		}
	}

	private void bareConsumer(EmbeddedKafkaProcess broker, int keys) throws Exception {
		Path log = DIRECTORY.resolve(keys + "-consumer.log");
		Child child = Child.start(log, BareConsumer.class,
				List.of(broker.bootstrapServers(), Rival.MILLRACE.id() + "-latest-changelog"));
		while (child.alive()) {
			Thread.sleep(20);
		}
		long[] read = RestoreClock.read(child).orElseThrow();
		this.rows.add(String.format(Locale.ROOT, "| %d | bare consumer | | | | | | %d | %.1f | %.0f | |", keys, read[0],
				read[1] / 1000.0, read[0] * 1000.0 / Math.max(1, read[1])));
		System.out.println(this.rows.get(this.rows.size() - 1));
	}

	private void row(int keys, String title, long megabytes, double first, double all, long caughtUp, double cpu,
			long[] restored, double restoreCpu) {
		this.rows.add(String.format(Locale.ROOT, "| %d | %s | %d | %.1f | %.1f | %d | %.1f | %d | %.1f | %.0f | %.1f |",
				keys, title, megabytes, first, all, caughtUp, cpu, restored[0], restored[1] / 1000.0,
				restored[0] * 1000.0 / Math.max(1, restored[1]), restoreCpu));
		System.out.println(this.rows.get(this.rows.size() - 1));
	}

}
