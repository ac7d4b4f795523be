package io.millrace.streams.kstream;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;

import io.millrace.streams.kstream.internals.TimeWindow;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * Deserialises what {@link TimeWindowedSerializer} writes. The end of a window isn't
 * written; it follows from the size of the windows. Not thread-safe unless the inner
 * deserializer is.
 *
 * @param <T> the type of the key within the window
 */
public class TimeWindowedDeserializer<T> implements Deserializer<Windowed<T>> {

	/** The setting for the size of the windows in milliseconds. */
	public static final String WINDOW_SIZE_MS_CONFIG = "window.size.ms";

	/**
	 * The setting that names a serde whose deserializer reads the key within the window.
	 */
	public static final String WINDOWED_INNER_DESERIALIZER_CLASS = "windowed.inner.deserializer.class";

	private @Nullable Deserializer<T> inner;

	private @Nullable Long windowSize;

	private boolean ofChangelog;

	/**
	 * For Kafka, which makes it by name and then calls {@link #configure}.
	 */
	public TimeWindowedDeserializer() {
	}

	/**
	 * Makes a deserializer.
	 * @param inner reads the key within the window
	 * @param windowSize the size of the windows in milliseconds
	 */
	public TimeWindowedDeserializer(@Nullable Deserializer<T> inner, @Nullable Long windowSize) {
		this.inner = inner;
		this.windowSize = windowSize;
	}

	/**
	 * The size of the windows.
	 * @return milliseconds, or null if it isn't known yet
	 */
	public @Nullable Long getWindowSize() {
		return this.windowSize;
	}

	/**
	 * Finds what the constructor wasn't given.
	 * @param configs the settings
	 * @param isKey whether keys are deserialised
	 * @throws IllegalArgumentException if the inner deserializer or the size isn't known,
	 * or known twice
	 * @throws org.apache.kafka.common.config.ConfigException if a class can't be made
	 */
	@Override
	public void configure(Map<String, ?> configs, boolean isKey) {
		Object size = configs.get(WINDOW_SIZE_MS_CONFIG);
		if (size != null && this.windowSize != null) {
			throw new IllegalArgumentException("The size of the windows is " + this.windowSize
					+ " ms by the constructor and " + size + " ms by " + WINDOW_SIZE_MS_CONFIG + "; set one of them.");
		}
		if (size != null) {
			this.windowSize = (size instanceof Number number) ? Long.valueOf(number.longValue())
					: Long.valueOf(size.toString());
		}
		if (this.windowSize == null) {
			throw new IllegalArgumentException(
					"The size of the windows isn't known; give it to the constructor, or set " + WINDOW_SIZE_MS_CONFIG
							+ ".");
		}
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
		int suffix = this.ofChangelog ? Long.BYTES + Integer.BYTES : Long.BYTES;
		if (data.length < suffix) {
			throw new SerializationException("A key of topic " + topic + " has " + data.length
					+ " bytes, too few for a key in a time window, which ends with " + suffix + " bytes of time.");
		}
		int length = data.length - suffix;
		T key = deserializer.deserialize(topic, headers, Arrays.copyOf(data, length));
		long start = ByteBuffer.wrap(data).getLong(length);
		long end = start + WindowedInner.ready(this.windowSize, WINDOW_SIZE_MS_CONFIG);
		return new Windowed<>(key, new TimeWindow(start, (end < 0) ? Long.MAX_VALUE : end));
	}

	@Override
	public void close() {
		if (this.inner != null) {
			this.inner.close();
		}
	}

	/**
	 * Reads the keys of a window store's changelog, which have a sequence number behind
	 * the time.
	 * @param isChangelogTopic whether such keys are read
	 */
	public void setIsChangelogTopic(boolean isChangelogTopic) {
		this.ofChangelog = isChangelogTopic;
	}

}
