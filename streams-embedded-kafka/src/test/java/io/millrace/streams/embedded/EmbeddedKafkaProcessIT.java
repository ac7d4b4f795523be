package io.millrace.streams.embedded;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link EmbeddedKafkaProcess} and {@link EmbeddedKafkaLauncher}.
 */
@Timeout(90)
class EmbeddedKafkaProcessIT {

	@Test
	void killedBrokerKeepsWhatWasCommitted() {
		Path directory;
		try (EmbeddedKafkaProcess kafka = builder().topic("orders", 1).start()) {
			directory = kafka.directory();
			String address = kafka.bootstrapServers();
			ProcessHandle process = ProcessHandle.of(kafka.pid()).orElseThrow();
			Records.write(address, "orders", "first");
			kafka.kill();
			assertThat(process.isAlive()).isFalse();
			assertThat(kafka.isRunning()).isFalse();
			kafka.start();
			assertThat(kafka.bootstrapServers()).isEqualTo(address);
			Records.write(address, "orders", "second");
			assertThat(Records.read(address, "orders", 2)).containsExactly("first", "second");
		}
		assertThat(directory).doesNotExist();
	}

	@Test
	void stoppedBrokerLeavesItsDataToOneInThisJvm(@TempDir Path directory) {
		try (EmbeddedKafkaProcess kafka = builder().directory(directory).start()) {
			kafka.createTopic("orders", 1);
			Records.write(kafka.bootstrapServers(), "orders", "first");
			kafka.restart();
			Records.write(kafka.bootstrapServers(), "orders", "second");
		}
		assertThat(directory.resolve("broker.log")).isNotEmptyFile();
		try (EmbeddedKafka kafka = EmbeddedKafka.builder().directory(directory).start()) {
			assertThat(Records.read(kafka.bootstrapServers(), "orders", 2)).containsExactly("first", "second");
		}
	}

	@Test
	void brokerThatDoesNotStartShowsWhy(@TempDir Path directory) {
		assertThatExceptionOfType(EmbeddedKafkaException.class)
			.isThrownBy(() -> builder().directory(directory).brokerProperty("num.io.threads", "many").start())
			.withMessageContaining("exit code 1")
			.withMessageContaining("num.io.threads")
			.withMessageContaining(directory.resolve("broker.log").toString());
	}

	@Test
	void brokerThatTakesTooLongIsKilled(@TempDir Path directory) {
		assertThatExceptionOfType(EmbeddedKafkaException.class)
			.isThrownBy(() -> builder().directory(directory).startTimeout(Duration.ofMillis(50)).start())
			.withMessageContaining("can't be used after");
		// It would hold the lock if it lived.
		BrokerDirectory.open(directory).close();
	}

	@Test
	void brokerEndsWithItsParentsPipe(@TempDir Path directory) throws Exception {
		Process process = launch(directory);
		try {
			Path output = directory.resolve("output");
			await().atMost(Duration.ofSeconds(60))
				.until(() -> Files.readString(output).contains(EmbeddedKafkaLauncher.READY));
			assertThat(process.isAlive()).isTrue();
			process.getOutputStream().close();
			assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
			assertThat(process.exitValue()).isZero();
		}
		finally {
			process.destroyForcibly();
		}
	}

	@Test
	void wrongArgumentIsNamed(@TempDir Path directory) throws Exception {
		Process process = launch(directory, "--topic=orders");
		try {
			assertThat(process.waitFor()).isEqualTo(2);
			assertThat(directory.resolve("output")).content().contains("--topic=orders", "':' is missing");
		}
		finally {
			process.destroyForcibly();
		}
	}

	/**
	 * These brokers don't live long enough for the better compiler to be of use.
	 */
	private static EmbeddedKafkaProcess.Builder builder() {
		return EmbeddedKafkaProcess.builder().jvmArguments("-XX:TieredStopAtLevel=1");
	}

	private static Process launch(Path directory, String... arguments) throws Exception {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m",
						"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", EmbeddedKafkaLauncher.class.getName(),
						"--exit-with-parent", "--directory=" + directory));
		command.addAll(List.of(arguments));
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
		builder.redirectOutput(new File(directory.toFile(), "output"));
		builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
		return builder.start();
	}

}
