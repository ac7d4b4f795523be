package io.millrace.streams.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line that runs {@link EmbeddedKafkaLauncher} in another JVM.
 * {@link EmbeddedKafkaProcess} launches it, each time anew.
 */
final class BrokerCommand {

	private final BrokerSettings settings;

	private final String classPath;

	private final List<String> jvmArguments;

	BrokerCommand(BrokerSettings settings, String classPath, List<String> jvmArguments) {
		this.settings = settings;
		this.classPath = classPath;
		this.jvmArguments = jvmArguments;
	}

	/** Fixes the port that was chosen the first time. */
	void port(int port) {
		this.settings.port(port);
	}

	Process launch(Path log) throws IOException {
		ProcessBuilder builder = new ProcessBuilder(arguments());
		// Not an argument: class paths get longer than command lines may be.
		builder.environment().put("CLASSPATH", this.classPath);
		builder.redirectErrorStream(true);
		builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
		return builder.start();
	}

	List<String> arguments() {
		List<String> arguments = new ArrayList<>();
		arguments.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		arguments.add("-Xmx512m");
		arguments.add("-XX:+UseSerialGC");
		arguments.addAll(this.jvmArguments);
		arguments.add(EmbeddedKafkaLauncher.class.getName());
		arguments.add(EmbeddedKafkaLauncher.EXIT_WITH_PARENT);
		arguments.add("--directory=" + this.settings.directory());
		arguments.add("--port=" + this.settings.port());
		this.settings.topics().forEach((name, partitions) -> arguments.add("--topic=" + name + ":" + partitions));
		this.settings.properties().forEach((name, value) -> arguments.add("--broker-property=" + name + "=" + value));
		return arguments;
	}

}
