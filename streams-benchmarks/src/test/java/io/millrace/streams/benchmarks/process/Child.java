package io.millrace.streams.benchmarks.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process under test, in a JVM that differs from its defaults only in what is given.
 * Its output goes to a file. Its standard input ends with this process, so that it can
 * end itself then.
 */
public final class Child {

	private final Process process;

	private final Path log;

	private final long startedAt;

	private Child(Process process, Path log, long startedAt) {
		this.process = process;
		this.log = log;
		this.startedAt = startedAt;
	}

	public static Child start(Path log, Class<?> main, List<String> arguments) throws IOException {
		return start(log, List.of("-Xmx1g"), main, arguments);
	}

	public static Child start(Path log, List<String> jvmArguments, Class<?> main, List<String> arguments)
			throws IOException {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(jvmArguments);
		command.add(main.getName());
		command.addAll(arguments);
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.to(log.toFile()));
		builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
		long now = System.nanoTime();
		return new Child(builder.start(), log, now);
	}

	public long pid() {
		return this.process.pid();
	}

	public long millisSinceStart() {
		return (System.nanoTime() - this.startedAt) / 1_000_000;
	}

	public Duration cpu() {
		return this.process.info().totalCpuDuration().orElse(Duration.ZERO);
	}

	/**
	 * What the process has written so far, line by line.
	 */
	public List<String> lines() throws IOException {
		return Files.readAllLines(this.log);
	}

	/**
	 * The end of what the process has written, for a message.
	 */
	public String lastLines() throws IOException {
		List<String> lines = lines().stream().filter((line) -> !line.startsWith("@")).toList();
		return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
	}

	public boolean alive() {
		return this.process.isAlive();
	}

	public void kill() throws InterruptedException {
		this.process.destroyForcibly().waitFor();
	}

	public void stop() throws InterruptedException {
		this.process.destroy();
		if (!this.process.waitFor(90, TimeUnit.SECONDS)) {
			kill();
		}
	}

}
