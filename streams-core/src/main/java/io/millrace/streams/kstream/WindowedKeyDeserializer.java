package io.millrace.streams.kstream;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;

import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * What the deserialisers of windowed keys have in common: the key comes first, for an
 * inner deserializer to read, and the times of its window behind it. The subclasses say
 * which times.
 *
 * @param <T> the type of the key within the window
 */
abstract class WindowedKeyDeserializer<T> implements Deserializer<Windowed<T>> {

	static final String INNER_SETTING = "windowed.inner.deserializer.class";

	private final String kind;

	private @Nullable Deserializer<T> inner;

	/**
	 * Makes a deserializer.
	 * @param kind what errors call the window, with its article
	 */
	WindowedKeyDeserializer(String kind, @Nullable Deserializer<T> inner) {
		this.kind = kind;
		this.inner = inner;
	}

	/**
	 * How many bytes the times take.
	 */
	abstract int timeLength();

	/**
	 * Reads the window.
	 */
	abstract Window window(ByteBuffer times);

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
		Serde<T> named = WindowedInner.named(configs, INNER_SETTING);
		this.inner = WindowedInner.agreed(this.inner, (named != null) ? named.deserializer() : null, INNER_SETTING);
	}

	@Override
	@SuppressWarnings("NullAway")
	public Windowed<T> deserialize(String topic, byte @Nullable [] data) {
		return deserialize(topic, new RecordHeaders(), data);
	}

	@Override
	@SuppressWarnings("NullAway")
	public Windowed<T> deserialize(String topic, Headers headers, byte @Nullable [] data) {
		Deserializer<T> deserializer = WindowedInner.ready(this.inner, INNER_SETTING);
		if (data == null || data.length == 0) {
			return null;
		}
		int times = timeLength();
		int length = data.length - times;
		if (length < 0) {
			throw new SerializationException("A key of topic " + topic + " has " + data.length
					+ " bytes, too few for a key in " + this.kind + ", which ends with " + times + " bytes of time.");
		}
		T key = deserializer.deserialize(topic, headers, Arrays.copyOf(data, length));
		return new Windowed<>(key, window(ByteBuffer.wrap(data, length, times)));
	}

	@Override
	public void close() {
		if (this.inner != null) {
			this.inner.close();
		}
	}

}
