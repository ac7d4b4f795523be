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
 * What the serialisers of windowed keys have in common: the key comes first, as an inner
 * serializer writes it, and the times of its window behind it. The subclasses say which
 * times.
 *
 * @param <T> the type of the key within the window
 */
abstract class WindowedKeySerializer<T> implements WindowedSerializer<T> {

	static final String INNER_SETTING = "windowed.inner.serializer.class";

	private @Nullable Serializer<T> inner;

	WindowedKeySerializer(@Nullable Serializer<T> inner) {
		this.inner = inner;
	}

	/**
	 * How many bytes the times take.
	 */
	abstract int timeLength();

	/**
	 * Writes the times of a window.
	 */
	abstract void putTimes(Window window, ByteBuffer times);

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
		Serde<T> named = WindowedInner.named(configs, INNER_SETTING);
		this.inner = WindowedInner.agreed(this.inner, (named != null) ? named.serializer() : null, INNER_SETTING);
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
		Serializer<T> serializer = WindowedInner.ready(this.inner, INNER_SETTING);
		if (data == null) {
			return null;
		}
		byte[] key = serializer.serialize(topic, headers, data.key());
		ByteBuffer buffer = ByteBuffer.allocate(key.length + timeLength()).put(key);
		putTimes(data.window(), buffer);
		return buffer.array();
	}

	@Override
	public byte[] serializeBaseKey(String topic, Windowed<T> data) {
		return serializeBaseKey(topic, new RecordHeaders(), data);
	}

	@Override
	public byte[] serializeBaseKey(String topic, Headers headers, Windowed<T> data) {
		return WindowedInner.ready(this.inner, INNER_SETTING).serialize(topic, headers, data.key());
	}

	@Override
	public void close() {
		if (this.inner != null) {
			this.inner.close();
		}
	}

}
