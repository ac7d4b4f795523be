package io.millrace.streams.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A process under test, in a JVM with the defaults but for the heap.
 */
final class Child {

	private final Process process;

	private final Path log;

	private final long startedAt;

	private Child(Process process, Path log, long startedAt) {
		this.process = process;
		this.log = log;
		this.startedAt = startedAt;
	}

	static Child start(Path log, Class<?> main, List<String> arguments) throws IOException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx1g", main.getName()));
		command.addAll(arguments);
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.to(log.toFile()));
		builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
		long now = System.nanoTime();
		return new Child(builder.start(), log, now);
	}

	long millisSinceStart() {
		return (System.nanoTime() - this.startedAt) / 1_000_000;
	}

	Duration cpu() {
		return this.process.info().totalCpuDuration().orElse(Duration.ZERO);
	}

	/**
	 * How many records were restored in how many milliseconds.
	 */
	Optional<long[]> restored() throws IOException {
		for (String line : Files.readAllLines(this.log)) {
			if (line.startsWith(RestoreClock.LINE)) {
				String[] parts = line.substring(RestoreClock.LINE.length()).split(" ");
				return Optional.of(new long[] { Long.parseLong(parts[0]), Long.parseLong(parts[1]) });
			}
		}
		return Optional.empty();
	}

	boolean alive() {
		return this.process.isAlive();
	}

	void kill() throws InterruptedException {
		this.process.destroyForcibly().waitFor();
	}

	void stop() throws InterruptedException {
		this.process.destroy();
		if (!this.process.waitFor(90, TimeUnit.SECONDS)) {
			kill();
		}
	}

}
