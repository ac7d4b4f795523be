package io.millrace.sample.kafka;

import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Values as JSON.
 *
 * @param <T> the type of the values
 */
public final class JsonSerde<T> implements Serde<T> {

	private static final JsonMapper mapper = JsonMapper.shared();

	private final Class<T> type;

	/**
	 * Creates a serde.
	 * @param type what the JSON is read as
	 */
	public JsonSerde(Class<T> type) {
		this.type = type;
	}

	@Override
	public Serializer<T> serializer() {
		return this::write;
	}

	@Override
	public Deserializer<T> deserializer() {
		return this::read;
	}

	private byte @Nullable [] write(String topic, @Nullable T value) {
		return (value != null) ? mapper.writeValueAsBytes(value) : null;
	}

	private @Nullable T read(String topic, byte @Nullable [] json) {
		return (json != null) ? mapper.readValue(json, this.type) : null;
	}

}
