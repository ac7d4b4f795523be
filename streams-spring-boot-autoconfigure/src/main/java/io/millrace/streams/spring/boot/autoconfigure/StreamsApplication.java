package io.millrace.streams.spring.boot.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.millrace.streams.KafkaStreams;
import io.millrace.streams.StoreQueryParameters;
import io.millrace.streams.StreamsConfig;
import io.millrace.streams.Topology;
import io.millrace.streams.monitor.ApplicationStatus;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * A topology bean at work: owns the {@link KafkaStreams} that runs it, and replaces it on
 * each start, since one can't be started twice. {@link StreamsApplications} starts and
 * stops it with the context; user code may do so, and queries its stores. Safe for use by
 * several threads.
 */
public final class StreamsApplication {

	private static final Log logger = LogFactory.getLog(StreamsApplication.class);

	private final String name;

	private final Topology topology;

	private final ApplicationConfiguration configuration;

	private final StreamsConfig config;

	private final Hooks hooks;

	private volatile @Nullable KafkaStreams streams;

	private @Nullable KeepAlive keepAlive;

	private volatile boolean running;

	StreamsApplication(String name, Topology topology, ApplicationConfiguration configuration, Hooks hooks) {
		this.name = name;
		this.topology = topology;
		this.configuration = configuration;
		this.config = configuration.toStreamsConfig();
		this.hooks = hooks;
	}

	/**
	 * Return the name of the topology bean.
	 * @return the bean's name
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Return the application id, under which the broker knows this application.
	 * @return the application id
	 */
	public String applicationId() {
		return this.configuration.applicationId();
	}

	/**
	 * Return the topology that is run.
	 * @return the topology
	 */
	public Topology topology() {
		return this.topology;
	}

	/**
	 * Return the configuration that the application is run with.
	 * @return the configuration
	 */
	public StreamsConfig config() {
		return this.config;
	}

	/**
	 * Return whether the application starts with the context.
	 * @return whether it starts by itself
	 */
	public boolean isAutoStartup() {
		return this.configuration.autoStartup();
	}

	/**
	 * Return the current runtime. Another one takes its place when the application is
	 * started again, so don't keep it.
	 * @return the runtime of the latest start, or {@code null} before the first one
	 */
	public @Nullable KafkaStreams kafkaStreams() {
		return this.streams;
	}

	/**
	 * Return whether the application was started and not stopped since. One that failed
	 * after its start counts as running until it is stopped.
	 * @return whether it was started
	 */
	public boolean isRunning() {
		return this.running;
	}

	/**
	 * Return a view on a store.
	 * @param <T> the type of view
	 * @param parameters which store, and how it is viewed
	 * @return the view
	 * @throws IllegalStateException if the application isn't started
	 */
	public <T> T store(StoreQueryParameters<T> parameters) {
		KafkaStreams current = this.streams;
		if (current == null || !this.running) {
			throw new IllegalStateException("Streams application '" + this.name
					+ "' isn't started, so its stores can't be queried; start it first");
		}
		return current.store(parameters);
	}

	/**
	 * Return what the application is doing. Calls no broker.
	 * @return a snapshot
	 */
	public ApplicationStatus status() {
		KafkaStreams current = this.streams;
		if (current != null) {
			return current.status();
		}
		return new ApplicationStatus(applicationId(), KafkaStreams.State.CREATED, List.of(), Optional.empty(),
				List.of());
	}

	/**
	 * Start the application; does nothing if it is started. Returns without waiting for
	 * Kafka.
	 */
	public synchronized void start() {
		if (this.running) {
			return;
		}
		KafkaStreams started = create();
		try {
			this.hooks.beforeStart(this, started);
			started.start();
		}
		catch (RuntimeException ex) {
			started.close(Duration.ZERO);
			throw ex;
		}
		this.streams = started;
		this.keepAlive = new KeepAlive(this.name, started);
		this.running = true;
		this.hooks.started(this);
	}

	/**
	 * Stop the application: commit, leave the group and release all resources. Does
	 * nothing if it isn't started.
	 * @param timeout how long to wait
	 * @return whether all was done within the timeout
	 */
	public synchronized boolean stop(Duration timeout) {
		KafkaStreams current = this.streams;
		if (!this.running || current == null) {
			return true;
		}
		this.running = false;
		try {
			boolean closed = current.close(timeout);
			if (!closed) {
				logger.warn("Streams application '" + this.name + "' did not stop within " + timeout
						+ "; what it had not committed will be processed again");
			}
			return closed;
		}
		finally {
			if (this.keepAlive != null) {
				this.keepAlive.close();
			}
			this.hooks.stopped(this);
		}
	}

	private KafkaStreams create() {
		try {
			return this.hooks.create(this.topology, this.config);
		}
		catch (ConfigException ex) {
			throw this.configuration.refused(ex);
		}
	}

	@Override
	public String toString() {
		return "StreamsApplication '" + this.name + "' (" + applicationId() + ")";
	}

	/**
	 * What takes part in starts and stops.
	 */
	interface Hooks {

		KafkaStreams create(Topology topology, StreamsConfig config);

		void beforeStart(StreamsApplication application, KafkaStreams streams);

		void started(StreamsApplication application);

		void stopped(StreamsApplication application);

	}

}
