package io.millrace.streams.embedded;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * The main class of a JVM that holds nothing but an embedded Kafka broker. Prints the one
 * line {@code bootstrap.servers=host:port} to the standard output once the broker can be
 * used, and stops it in order when the JVM is asked to end. Started by
 * {@link EmbeddedKafkaProcess}, or by hand; the arguments are, all optional:
 *
 * <pre>
 * --directory=PATH              where the data is kept; default: a temporary directory
 * --port=NUMBER                 the port; default: a free one
 * --topic=NAME:PARTITIONS       a topic to create; may be repeated
 * --broker-property=NAME=VALUE  a property of Kafka's broker; may be repeated
 * --exit-with-parent            ends when the standard input does
 * </pre>
 *
 * Exits with 1 if the broker doesn't start, with 2 if an argument is wrong, and with 3 if
 * the broker fails so that it can't go on.
 */
public final class EmbeddedKafkaLauncher {

	static final String READY = "bootstrap.servers=";

	static final String EXIT_WITH_PARENT = "--exit-with-parent";

	private static final int NOT_STARTED = 1;

	private static final int WRONG_ARGUMENT = 2;

	private static final int FATAL_FAULT = 3;

	private EmbeddedKafkaLauncher() {
	}

	/**
	 * Starts a broker and returns; the broker's threads keep the JVM alive.
	 * @param arguments see the class
	 */
	public static void main(String[] arguments) {
		EmbeddedKafka.Builder builder = EmbeddedKafka.builder();
		try {
			for (String argument : arguments) {
				apply(builder, argument);
			}
		}
		catch (IllegalArgumentException ex) {
			System.err.println(ex.getMessage());
			System.exit(WRONG_ARGUMENT);
		}
		start(builder);
	}

	private static void start(EmbeddedKafka.Builder builder) {
		try {
			EmbeddedKafka kafka = builder.onFatalFault(() -> Runtime.getRuntime().halt(FATAL_FAULT)).start();
			Runtime.getRuntime().addShutdownHook(new Thread(kafka::close, "embedded-kafka-stop"));
			announce(System.out, kafka);
		}
		catch (Throwable ex) {
			ex.printStackTrace();
			System.exit(NOT_STARTED);
		}
	}

	private static void announce(PrintStream out, EmbeddedKafka kafka) {
		out.print(READY + kafka.bootstrapServers() + System.lineSeparator());
		out.flush();
	}

	private static void apply(EmbeddedKafka.Builder builder, String argument) {
		if (argument.equals(EXIT_WITH_PARENT)) {
			exitWithParent();
			return;
		}
		int end = argument.indexOf('=');
		String value = argument.substring(end + 1);
		switch (argument.substring(0, Math.max(0, end))) {
			case "--directory" -> builder.directory(Path.of(value));
			case "--port" -> builder.port(number(argument, value));
			case "--topic" -> {
				int colon = split(argument, value, ':');
				builder.topic(value.substring(0, colon), number(argument, value.substring(colon + 1)));
			}
			case "--broker-property" -> {
				int equals = split(argument, value, '=');
				builder.brokerProperty(value.substring(0, equals), value.substring(equals + 1));
			}
			default -> throw new IllegalArgumentException("The argument " + argument
					+ " is unknown: use --directory=, --port=, --topic=, --broker-property= or " + EXIT_WITH_PARENT);
		}
	}

	private static int number(String argument, String text) {
		try {
			return Integer.parseInt(text);
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException("The argument " + argument + " is wrong: '" + text + "' is not a number",
					ex);
		}
	}

	private static int split(String argument, String value, char separator) {
		int index = value.indexOf(separator);
		if (index < 1) {
			throw new IllegalArgumentException(
					"The argument " + argument + " is wrong: a '" + separator + "' is missing after the name");
		}
		return index;
	}

	private static void exitWithParent() {
		Thread watch = new Thread(() -> {
			try {
				while (System.in.read() != -1) {
					// What is written there doesn't matter, only that it ends.
				}
			}
			catch (IOException ex) {
				// As good as an end.
			}
			System.exit(0);
		}, "embedded-kafka-parent-watch");
		watch.setDaemon(true);
		watch.start();
	}

}
