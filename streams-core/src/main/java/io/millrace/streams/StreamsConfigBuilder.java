package io.millrace.streams;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serde;

/**
 * Puts the settings of an application together. Made by {@link StreamsConfig#builder()}.
 * Not thread-safe.
 */
public final class StreamsConfigBuilder {

	private final Map<String, Object> settings = new HashMap<>();

	StreamsConfigBuilder() {
	}

	/**
	 * Names the application.
	 * @param applicationId a name that no other application in the cluster has
	 * @return this builder
	 */
	public StreamsConfigBuilder applicationId(String applicationId) {
		return set(StreamsConfig.APPLICATION_ID_CONFIG, applicationId);
	}

	/**
	 * Names brokers to find the cluster by.
	 * @param bootstrapServers {@code host:port,host:port}
	 * @return this builder
	 */
	public StreamsConfigBuilder bootstrapServers(String bootstrapServers) {
		return set(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
	}

	/**
	 * Chooses the guarantee.
	 * @param guarantee {@link StreamsConfig#EXACTLY_ONCE_V2}, the default, or
	 * {@link StreamsConfig#AT_LEAST_ONCE}
	 * @return this builder
	 */
	public StreamsConfigBuilder processingGuarantee(String guarantee) {
		return set(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
	}

	/**
	 * Says how many threads process records.
	 * @param threads the count, at least 1; the default is 1
	 * @return this builder
	 */
	public StreamsConfigBuilder numStreamThreads(int threads) {
		return set(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads);
	}

	/**
	 * Says how much time there is between two commits.
	 * @param interval the time, of milliseconds; the default is 100 ms
	 * @return this builder
	 */
	public StreamsConfigBuilder commitInterval(Duration interval) {
		return set(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, interval.toMillis());
	}

	/**
	 * Says where local state lives.
	 * @param directory the directory, created if it isn't there
	 * @return this builder
	 */
	public StreamsConfigBuilder stateDirectory(Path directory) {
		return set(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
	}

	/**
	 * Chooses the serde of keys where the topology names none.
	 * @param serde a class with a constructor that takes nothing
	 * @return this builder
	 */
	public StreamsConfigBuilder defaultKeySerde(Class<? extends Serde<?>> serde) {
		return set(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, serde);
	}

	/**
	 * Chooses the serde of values where the topology names none.
	 * @param serde a class with a constructor that takes nothing
	 * @return this builder
	 */
	public StreamsConfigBuilder defaultValueSerde(Class<? extends Serde<?>> serde) {
		return set(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, serde);
	}

	/**
	 * Leaves bad records out; without this call, or {@link #deadLetter}, one ends its
	 * thread.
	 * @return this builder
	 */
	public StreamsConfigBuilder skipBadRecords() {
		return set(StreamsConfig.ON_ERROR_CONFIG, "skip");
	}

	/**
	 * Sends bad records to a topic.
	 * @param topic a topic that exists
	 * @return this builder
	 */
	public StreamsConfigBuilder deadLetter(String topic) {
		return set(StreamsConfig.ON_ERROR_CONFIG, "dead-letter")
			.set(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, topic);
	}

	/**
	 * Sets anything.
	 * @param name the name, with its prefix if it has one
	 * @param value the value, of the right type or as text
	 * @return this builder
	 */
	public StreamsConfigBuilder set(String name, Object value) {
		this.settings.put(name, value);
		return this;
	}

	/**
	 * Sets many things.
	 * @param values values by name
	 * @return this builder
	 */
	public StreamsConfigBuilder setAll(Map<String, ?> values) {
		this.settings.putAll(values);
		return this;
	}

	/**
	 * Checks the settings.
	 * @return the settings
	 * @throws ConfigException if a setting is missing, unknown, wrong or at odds with
	 * another; the message names all of them
	 */
	public StreamsConfig build() {
		return new StreamsConfig(this.settings);
	}

}
