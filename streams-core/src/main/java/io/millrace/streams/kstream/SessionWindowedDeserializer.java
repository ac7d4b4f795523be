package io.millrace.streams.kstream;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;

import io.millrace.streams.kstream.internals.SessionWindow;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * Deserialises what {@link SessionWindowedSerializer} writes. Not thread-safe unless the
 * inner deserializer is.
 *
 * @param <T> the type of the key within the session
 */
public class SessionWindowedDeserializer<T> implements Deserializer<Windowed<T>> {

	/**
	 * The setting that names a serde whose deserializer reads the key within the session.
	 */
	public static final String WINDOWED_INNER_DESERIALIZER_CLASS = "windowed.inner.deserializer.class";

	private @Nullable Deserializer<T> inner;

	/**
	 * For Kafka, which makes it by name and then calls {@link #configure}.
	 */
	public SessionWindowedDeserializer() {
	}

	/**
	 * Makes a deserializer.
	 * @param inner reads the key within the session
	 */
	public SessionWindowedDeserializer(@Nullable Deserializer<T> inner) {
		this.inner = inner;
	}

	/**
	 * Finds the inner deserializer unless the constructor was given it.
	 * @param configs the settings
	 * @param isKey whether keys are deserialised
	 * @throws IllegalArgumentException if the inner deserializer isn't known, or known
	 * twice and not the same
	 * @throws org.apache.kafka.common.config.ConfigException if a class can't be made
	 */
	@Override
	public void configure(Map<String, ?> configs, boolean isKey) {
		Serde<T> named = WindowedInner.named(configs, WINDOWED_INNER_DESERIALIZER_CLASS);
		this.inner = WindowedInner.agreed(this.inner, (named != null) ? named.deserializer() : null,
				WINDOWED_INNER_DESERIALIZER_CLASS);
	}

	@Override
	@SuppressWarnings("NullAway")
	public Windowed<T> deserialize(String topic, byte @Nullable [] data) {
		return deserialize(topic, new RecordHeaders(), data);
	}

	@Override
	@SuppressWarnings("NullAway")
	public Windowed<T> deserialize(String topic, Headers headers, byte @Nullable [] data) {
		Deserializer<T> deserializer = WindowedInner.ready(this.inner, WINDOWED_INNER_DESERIALIZER_CLASS);
		if (data == null || data.length == 0) {
			return null;
		}
		int length = data.length - 2 * Long.BYTES;
		if (length < 0) {
			throw new SerializationException("A key of topic " + topic + " has " + data.length
					+ " bytes, too few for a key in a session, which ends with 16 bytes of time.");
		}
		T key = deserializer.deserialize(topic, headers, Arrays.copyOf(data, length));
		ByteBuffer times = ByteBuffer.wrap(data, length, 2 * Long.BYTES);
		long end = times.getLong();
		return new Windowed<>(key, new SessionWindow(times.getLong(), end));
	}

	@Override
	public void close() {
		if (this.inner != null) {
			this.inner.close();
		}
	}

}
