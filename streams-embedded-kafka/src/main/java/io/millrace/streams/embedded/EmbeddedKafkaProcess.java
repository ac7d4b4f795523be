package io.millrace.streams.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * A Kafka broker as {@link EmbeddedKafka} runs it, in a JVM of its own: it can be killed,
 * and takes no memory, threads or log lines of this JVM. Its output goes to the file
 * {@code broker.log} in its directory. The broker's JVM ends by itself when this one
 * does, however that comes about.
 *
 * <pre class="code">
 * try (EmbeddedKafkaProcess kafka = EmbeddedKafkaProcess.builder().topic("orders", 4).start()) {
 *     properties.put("bootstrap.servers", kafka.bootstrapServers());
 *     kafka.kill();
 *     kafka.start();
 * }
 * </pre>
 *
 * Instances may be used from several threads.
 */
public final class EmbeddedKafkaProcess implements AutoCloseable {

	private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

	private final BrokerCommand command;

	private final Duration startTimeout;

	private final @Nullable BrokerDirectory temporaryDirectory;

	private final Path directory;

	private final ProcessLog log;

	private final Object monitor = new Object();

	private String bootstrapServers = "";

	private @Nullable Process process;

	private boolean closed;

	private EmbeddedKafkaProcess(Builder builder) {
		BrokerSettings settings = builder.settings.copy();
		Path given = settings.directory();
		if (given != null) {
			this.temporaryDirectory = null;
			this.directory = given;
		}
		else {
			this.temporaryDirectory = BrokerDirectory.open(null);
			this.directory = this.temporaryDirectory.path();
			// The broker locks its directory itself.
			settings.directory(this.directory.resolve("broker"));
		}
		this.command = new BrokerCommand(settings, builder.classPath, List.copyOf(builder.jvmArguments));
		this.startTimeout = builder.startTimeout;
		this.log = new ProcessLog(this.directory.resolve("broker.log"));
	}

	/**
	 * Returns a builder of brokers.
	 * @return the builder
	 */
	public static Builder builder() {
		return new Builder();
	}

	/**
	 * Returns the broker's address as clients need it for {@code bootstrap.servers}. It
	 * stays the same over {@link #kill()} or {@link #stop()} and {@link #start()}.
	 * @return host and port
	 */
	public String bootstrapServers() {
		synchronized (this.monitor) {
			return this.bootstrapServers;
		}
	}

	/**
	 * Returns the directory that holds the broker's data and its log file.
	 * @return the directory, temporary or given
	 */
	public Path directory() {
		return this.directory;
	}

	/**
	 * Returns whether the broker's process runs.
	 * @return whether it runs
	 */
	public boolean isRunning() {
		synchronized (this.monitor) {
			return this.process != null && this.process.isAlive();
		}
	}

	/**
	 * Returns the broker's process id, to pause it for example.
	 * @return the process id
	 * @throws IllegalStateException if the broker was stopped or killed
	 */
	public long pid() {
		synchronized (this.monitor) {
			if (this.process == null) {
				throw new IllegalStateException("The embedded Kafka broker's process was stopped: start it first");
			}
			return this.process.pid();
		}
	}

	/**
	 * Creates a topic and returns when it can be used. A topic that exists with as many
	 * partitions is left as it is.
	 * @param name its name
	 * @param partitions the number of its partitions
	 * @throws EmbeddedKafkaException if it can't be created, or exists with another
	 * number of partitions
	 */
	public void createTopic(String name, int partitions) {
		createTopics(Map.of(name, partitions));
	}

	/**
	 * Creates topics and returns when they can be used. Topics that exist with as many
	 * partitions are left as they are.
	 * @param topics the topics' names and their numbers of partitions
	 * @throws EmbeddedKafkaException if one can't be created, or exists with another
	 * number of partitions; others may have been created
	 */
	public void createTopics(Map<String, Integer> topics) {
		topics.forEach(BrokerSettings::checkTopic);
		new TopicCreation(bootstrapServers()).create(topics);
	}

	/**
	 * Starts the broker again after {@link #stop()} or {@link #kill()}, with the same
	 * data, on the same port, and returns when it can be used. Does nothing if it's
	 * running. After a kill it takes some seconds more than otherwise.
	 * @throws EmbeddedKafkaException if it doesn't start in time
	 * @throws IllegalStateException if it was closed
	 */
	public void start() {
		synchronized (this.monitor) {
			if (this.closed) {
				throw new IllegalStateException("The embedded Kafka broker was closed: build another one");
			}
			if (!isRunning()) {
				launch();
			}
		}
	}

	/**
	 * Ends the broker's process at once, as a power cut would, and returns when it's
	 * gone. Does nothing if it isn't running.
	 */
	public void kill() {
		synchronized (this.monitor) {
			Process running = this.process;
			this.process = null;
			if (running != null) {
				await(running.destroyForcibly());
			}
		}
	}

	/**
	 * Has the broker stop in order and returns when its process is gone. Does nothing if
	 * it isn't running.
	 * @throws EmbeddedKafkaException if it didn't stop in 30 s and was killed
	 */
	public void stop() {
		synchronized (this.monitor) {
			Process running = this.process;
			this.process = null;
			if (running == null) {
				return;
			}
			closeInput(running);
			if (!await(running)) {
				await(running.destroyForcibly());
				throw new EmbeddedKafkaException("The embedded Kafka broker at " + this.bootstrapServers
						+ " didn't stop in " + STOP_TIMEOUT.toSeconds() + " s and was killed. " + this.log.tail(),
						null);
			}
		}
	}

	/**
	 * Stops the broker in order if it's running, and starts it again with the same data,
	 * on the same port.
	 * @throws EmbeddedKafkaException if it doesn't stop or start
	 * @throws IllegalStateException if it was closed
	 */
	public void restart() {
		synchronized (this.monitor) {
			stop();
			start();
		}
	}

	/**
	 * Stops the broker for good and deletes its directory if it's a temporary one.
	 * Closing it once more does nothing.
	 */
	@Override
	public void close() {
		synchronized (this.monitor) {
			this.closed = true;
			try {
				if (this.temporaryDirectory != null) {
					// No one will miss the data.
					kill();
				}
				else {
					stop();
				}
			}
			finally {
				if (this.temporaryDirectory != null) {
					this.temporaryDirectory.close();
				}
			}
		}
	}

	private void launch() {
		try {
			this.log.startSection();
			Process launched = this.command.launch(this.log.file());
			this.process = launched;
			awaitReady(launched);
		}
		catch (IOException ex) {
			kill();
			throw new EmbeddedKafkaException(
					"The embedded Kafka broker's process can't be started in " + this.directory + ": " + ex, ex);
		}
		catch (Throwable ex) {
			kill();
			throw ex;
		}
	}

	private void awaitReady(Process launched) throws IOException {
		long deadline = System.nanoTime() + this.startTimeout.toNanos();
		String address = this.log.find(EmbeddedKafkaLauncher.READY);
		while (address == null) {
			if (!launched.isAlive()) {
				throw new EmbeddedKafkaException("The embedded Kafka broker's process ended with exit code "
						+ launched.exitValue() + " before the broker could be used. " + this.log.tail(), null);
			}
			if (System.nanoTime() - deadline > 0) {
				throw new EmbeddedKafkaException(
						"The embedded Kafka broker's process can't be used after " + this.startTimeout.toSeconds()
								+ " s: allow it more time or look for the cause. " + this.log.tail(),
						null);
			}
			await(launched, Duration.ofMillis(50));
			address = this.log.find(EmbeddedKafkaLauncher.READY);
		}
		this.bootstrapServers = address;
		this.command.port(Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)));
	}

	private static void closeInput(Process process) {
		try {
			process.getOutputStream().close();
		}
		catch (IOException ex) {
			// It's closed then, or the process is gone.
		}
	}

	private static boolean await(Process process) {
		return await(process, STOP_TIMEOUT);
	}

	private static boolean await(Process process, Duration timeout) {
		try {
			return process.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new EmbeddedKafkaException("Interrupted while waiting for the embedded Kafka broker's process", ex);
		}
	}

	/**
	 * Collects what a broker and its JVM shall be like. Can be used for several brokers,
	 * one after another; is to be used by one thread.
	 */
	public static final class Builder {

		private final BrokerSettings settings = new BrokerSettings();

		private String classPath = System.getProperty("java.class.path");

		private final List<String> jvmArguments = new ArrayList<>();

		private Duration startTimeout = Duration.ofSeconds(60);

		private Builder() {
		}

		/**
		 * Sets where the broker keeps its data and its log file. The directory is created
		 * if need be and never deleted; a later broker on the same directory takes the
		 * data over. Default: a temporary directory.
		 * @param directory the directory
		 * @return this
		 */
		public Builder directory(Path directory) {
			this.settings.directory(directory);
			return this;
		}

		/**
		 * Sets the port to listen on. Default: 0.
		 * @param port the port, or 0 to have a free one chosen
		 * @return this
		 */
		public Builder port(int port) {
			this.settings.port(port);
			return this;
		}

		/**
		 * Sets a property of Kafka's broker, in place of the default.
		 * @param name its name
		 * @param value its value
		 * @return this
		 * @throws IllegalArgumentException if the embedded broker decides it by itself,
		 * as it does its listeners, directories, roles and id
		 */
		public Builder brokerProperty(String name, String value) {
			this.settings.property(name, value);
			return this;
		}

		/**
		 * Sets properties of Kafka's broker, in place of the defaults.
		 * @param properties names and values
		 * @return this
		 * @throws IllegalArgumentException if the embedded broker decides one by itself,
		 * as it does its listeners, directories, roles and id
		 */
		public Builder brokerProperties(Map<String, String> properties) {
			properties.forEach(this.settings::property);
			return this;
		}

		/**
		 * Has a topic created before {@link #start()} returns, unless it exists.
		 * @param name its name
		 * @param partitions the number of its partitions
		 * @return this
		 */
		public Builder topic(String name, int partitions) {
			this.settings.topic(name, partitions);
			return this;
		}

		/**
		 * Has topics created before {@link #start()} returns, unless they exist.
		 * @param topics the topics' names and their numbers of partitions
		 * @return this
		 */
		public Builder topics(Map<String, Integer> topics) {
			topics.forEach(this.settings::topic);
			return this;
		}

		/**
		 * Sets the class path of the broker's JVM: this module and all it depends on.
		 * Default: the class path of this JVM.
		 * @param classPath directories and jar files, separated as the system does it
		 * @return this
		 */
		public Builder classPath(String classPath) {
			this.classPath = classPath;
			return this;
		}

		/**
		 * Sets the class path of the broker's JVM: this module and all it depends on.
		 * Default: the class path of this JVM.
		 * @param classPath directories and jar files
		 * @return this
		 */
		public Builder classPath(List<Path> classPath) {
			return classPath(String.join(File.pathSeparator, classPath.stream().map(Path::toString).toList()));
		}

		/**
		 * Adds arguments of the broker's JVM. They come after {@code -Xmx512m} and
		 * {@code -XX:+UseSerialGC} and win over these.
		 * @param arguments the arguments
		 * @return this
		 */
		public Builder jvmArguments(String... arguments) {
			this.jvmArguments.addAll(List.of(arguments));
			return this;
		}

		/**
		 * Sets how long {@link #start()} waits until the broker can be used. Default: 60
		 * s.
		 * @param startTimeout the time
		 * @return this
		 */
		public Builder startTimeout(Duration startTimeout) {
			this.startTimeout = startTimeout;
			return this;
		}

		/**
		 * Starts a broker in a JVM of its own and returns when it can be used.
		 * @return the broker, running
		 * @throws EmbeddedKafkaException if it doesn't start in time; the message holds
		 * the end of its output
		 */
		public EmbeddedKafkaProcess start() {
			EmbeddedKafkaProcess kafka = new EmbeddedKafkaProcess(this);
			try {
				kafka.start();
				return kafka;
			}
			catch (Throwable ex) {
				try {
					kafka.close();
				}
				catch (RuntimeException suppressed) {
					ex.addSuppressed(suppressed);
				}
				throw ex;
			}
		}

	}

}
