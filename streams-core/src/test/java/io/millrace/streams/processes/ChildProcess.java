package io.millrace.streams.processes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A class of the tests running in a JVM of its own; its output is kept in a file.
 */
final class ChildProcess implements AutoCloseable {

	private final Process process;

	private final Path output;

	private ChildProcess(Process process, Path output) {
		this.process = process;
		this.output = output;
	}

	static ChildProcess start(Path directory, String name, Class<?> main, String... arguments) {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx192m",
						"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", main.getName()));
		command.addAll(List.of(arguments));
		Path output = directory.resolve(name + ".log");
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
		builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
		try {
			return new ChildProcess(builder.start(), output);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	void awaitOutput(String text) {
		await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(output()).contains(text));
	}

	String output() {
		try {
			return Files.readString(this.output);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Ends the process in good order.
	 */
	void stop() throws IOException, InterruptedException {
		this.process.getOutputStream().close();
		assertThat(this.process.waitFor(60, TimeUnit.SECONDS)).as(output()).isTrue();
	}

	/**
	 * Ends the process as kill -9 does.
	 */
	void kill() throws InterruptedException {
		this.process.destroyForcibly();
		assertThat(this.process.waitFor(60, TimeUnit.SECONDS)).isTrue();
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

}
