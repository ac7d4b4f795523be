package io.millrace.streams.embedded;

import java.io.IOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A Kafka broker inside this JVM, for demos and tests: one node, KRaft, streams groups
 * enabled, no authentication, reachable from this machine only. It listens on a free port
 * and keeps its data in a temporary directory, unless told otherwise, and it is small and
 * quick where a real broker is patient: groups notice a dead member after 3 s, topics are
 * not created by being used, internal topics have one partition.
 *
 * <pre class="code">
 * try (EmbeddedKafka kafka = EmbeddedKafka.builder().topic("orders", 4).start()) {
 *     properties.put("bootstrap.servers", kafka.bootstrapServers());
 * }
 * </pre>
 *
 * The first start in a JVM takes a few seconds, later ones less than one. The broker's
 * threads keep the JVM alive until it is closed. The broker's loggers are set to
 * {@code WARN} if Logback is in use and nothing else is configured for them. A broker
 * that must be killed, or whose end must not take this JVM along, belongs in a JVM of its
 * own: {@link EmbeddedKafkaProcess}.
 * <p>
 * Instances may be used from several threads.
 */
public final class EmbeddedKafka implements AutoCloseable {

	private final BrokerSettings settings;

	private final Runnable onFatalFault;

	private final BrokerDirectory directory;

	private final Object monitor = new Object();

	private int port;

	private @Nullable Broker broker;

	private boolean closed;

	private EmbeddedKafka(BrokerSettings settings, Runnable onFatalFault) {
		this.settings = settings;
		this.onFatalFault = onFatalFault;
		this.directory = BrokerDirectory.open(settings.directory());
		this.port = settings.port();
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
	 * stays the same over {@link #stop()} and {@link #start()}.
	 * @return host and port
	 */
	public String bootstrapServers() {
		synchronized (this.monitor) {
			return "localhost:" + this.port;
		}
	}

	/**
	 * Returns the directory that holds the broker's data.
	 * @return the directory, temporary or given
	 */
	public Path directory() {
		return this.directory.path();
	}

	/**
	 * Returns whether the directory is deleted when this broker is closed, since none was
	 * given.
	 * @return whether the data is temporary
	 */
	public boolean isTemporary() {
		return this.directory.isTemporary();
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
	 * Starts the broker again after {@link #stop()}, with the same data, on the same
	 * port. Does nothing if it's running.
	 * @throws EmbeddedKafkaException if it doesn't start
	 * @throws IllegalStateException if it was closed
	 */
	public void start() {
		synchronized (this.monitor) {
			if (this.closed) {
				throw new IllegalStateException("The embedded Kafka broker was closed: build another one");
			}
			if (this.broker == null) {
				this.broker = startBroker();
				this.port = this.broker.port();
			}
		}
	}

	/**
	 * Stops the broker and keeps its data. Does nothing if it's not running.
	 * @throws EmbeddedKafkaException if it doesn't stop in order
	 */
	public void stop() {
		synchronized (this.monitor) {
			Broker running = this.broker;
			this.broker = null;
			if (running != null) {
				shutDown(running);
			}
		}
	}

	/**
	 * Stops the broker, and starts it again with the same data, on the same port.
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
				stop();
			}
			finally {
				this.directory.close();
			}
		}
	}

	private Broker startBroker() {
		BrokerLoggers.quieten();
		try {
			Path data = Files.createDirectories(directory().resolve("data"));
			return Broker.start(data, this.port, this.settings.properties(),
					(part, fatal, cleanUp) -> new BrokerFault(part, fatal, cleanUp, this.onFatalFault));
		}
		catch (BindException ex) {
			throw new EmbeddedKafkaException("The embedded Kafka broker can't listen on port " + this.port + " ("
					+ ex.getMessage() + "): choose another port, or 0 to have a free one chosen", ex);
		}
		catch (IOException ex) {
			throw new EmbeddedKafkaException("The embedded Kafka broker can't use its directory or its port: " + ex,
					ex);
		}
		catch (Exception ex) {
			throw new EmbeddedKafkaException(
					"The embedded Kafka broker with its data in " + directory() + " doesn't start: " + ex, ex);
		}
	}

	private void shutDown(Broker running) {
		try {
			running.shutDown();
		}
		catch (RuntimeException ex) {
			throw new EmbeddedKafkaException("The embedded Kafka broker at " + bootstrapServers() + " with its data in "
					+ directory() + " didn't stop in order: " + ex, ex);
		}
	}

	/**
	 * Collects what a broker shall be like. Can be used for several brokers, one after
	 * another; is to be used by one thread.
	 */
	public static final class Builder {

		private final BrokerSettings settings = new BrokerSettings();

		private Runnable onFatalFault = () -> {
		};

		private Builder() {
		}

		/**
		 * Sets where the broker keeps its data. The directory is created if need be and
		 * never deleted; a later broker on the same directory takes the data over.
		 * Default: a temporary directory.
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
		 * Sets what to do when the broker can't go on. Default: nothing but a log line.
		 */
		Builder onFatalFault(Runnable onFatalFault) {
			this.onFatalFault = onFatalFault;
			return this;
		}

		/**
		 * Starts a broker and returns when it can be used.
		 * @return the broker, running
		 * @throws EmbeddedKafkaException if it doesn't start
		 */
		public EmbeddedKafka start() {
			EmbeddedKafka kafka = new EmbeddedKafka(this.settings.copy(), this.onFatalFault);
			try {
				kafka.start();
				kafka.createTopics(new LinkedHashMap<>(kafka.settings.topics()));
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
