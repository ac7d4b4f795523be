package io.millrace.streams;

import java.util.Map;

import io.millrace.streams.processor.TimestampExtractor;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an application.
 */
@SuppressWarnings("DoNotCallSuggester")
public class StreamsConfig extends AbstractConfig {

	public StreamsConfig(Map<?, ?> settings) {
		super(new ConfigDef(), settings);
	}

	public String applicationId() {
		throw new UnsupportedOperationException();
	}

	public boolean exactlyOnce() {
		throw new UnsupportedOperationException();
	}

	public OnError onError() {
		throw new UnsupportedOperationException();
	}

	public Map<String, Object> consumerSettings(String clientId) {
		throw new UnsupportedOperationException();
	}

	public Map<String, Object> restoreConsumerSettings(String clientId) {
		throw new UnsupportedOperationException();
	}

	public Map<String, Object> producerSettings(String clientId, @Nullable String transactionalId) {
		throw new UnsupportedOperationException();
	}

	public Map<String, Object> adminSettings(String clientId) {
		throw new UnsupportedOperationException();
	}

	public Serde<?> defaultKeySerde() {
		throw new UnsupportedOperationException();
	}

	public Serde<?> defaultValueSerde() {
		throw new UnsupportedOperationException();
	}

	public TimestampExtractor defaultTimestampExtractor() {
		throw new UnsupportedOperationException();
	}

	/**
	 * What happens to a record that can't be processed.
	 */
	public enum OnError {

		/** The thread fails. */
		FAIL,
		/** The record is undone, counted and left out. */
		SKIP,
		/** The record is undone and sent to the dead-letter topic. */
		DEAD_LETTER

	}

}
