package io.millrace.streams.kstream;

import java.nio.ByteBuffer;
import java.util.Map;

import io.millrace.streams.kstream.internals.WindowedSerializer;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Serialises a key in a session: the key, then the end and the start of the session in
 * eight bytes each. Not thread-safe unless the inner serializer is.
 *
 * @param <T> the type of the key within the window
 */
public class SessionWindowedSerializer<T> implements WindowedSerializer<T> {

	/**
	 * The setting that names a serde whose serializer writes the key within the window.
	 */
	public static final String WINDOWED_INNER_SERIALIZER_CLASS = "windowed.inner.serializer.class";

	private @Nullable Serializer<T> inner;

	/**
	 * For Kafka, which makes it by name and then calls {@link #configure}.
	 */
	public SessionWindowedSerializer() {
	}

	/**
	 * Makes a serializer.
	 * @param inner writes the key within the window
	 */
	public SessionWindowedSerializer(@Nullable Serializer<T> inner) {
		this.inner = inner;
	}

	/**
	 * Finds the inner serializer unless the constructor was given it.
	 * @param configs the settings
	 * @param isKey whether keys are serialised
	 * @throws IllegalArgumentException if the inner serializer isn't known, or known
	 * twice and not the same
	 * @throws org.apache.kafka.common.config.ConfigException if a class can't be made
	 */
	@Override
	public void configure(Map<String, ?> configs, boolean isKey) {
		Serde<T> named = WindowedInner.named(configs, WINDOWED_INNER_SERIALIZER_CLASS);
		this.inner = WindowedInner.agreed(this.inner, (named != null) ? named.serializer() : null,
				WINDOWED_INNER_SERIALIZER_CLASS);
	}

	@Override
	public @Nullable Serializer<T> inner() {
		return this.inner;
	}

	@Override
	@SuppressWarnings("NullAway")
	public byte[] serialize(String topic, @Nullable Windowed<T> data) {
		return serialize(topic, new RecordHeaders(), data);
	}

	@Override
	@SuppressWarnings("NullAway")
	public byte[] serialize(String topic, Headers headers, @Nullable Windowed<T> data) {
		Serializer<T> serializer = WindowedInner.ready(this.inner, WINDOWED_INNER_SERIALIZER_CLASS);
		if (data == null) {
			return null;
		}
		byte[] key = serializer.serialize(topic, headers, data.key());
		return ByteBuffer.allocate(key.length + 2 * Long.BYTES)
			.put(key)
			.putLong(data.window().end())
			.putLong(data.window().start())
			.array();
	}

	@Override
	public byte[] serializeBaseKey(String topic, Windowed<T> data) {
		return serializeBaseKey(topic, new RecordHeaders(), data);
	}

	@Override
	public byte[] serializeBaseKey(String topic, Headers headers, Windowed<T> data) {
		return WindowedInner.ready(this.inner, WINDOWED_INNER_SERIALIZER_CLASS).serialize(topic, headers, data.key());
	}

	@Override
	public void close() {
		if (this.inner != null) {
			this.inner.close();
		}
	}

}
