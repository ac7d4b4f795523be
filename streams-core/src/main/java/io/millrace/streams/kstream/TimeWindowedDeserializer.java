package io.millrace.streams.kstream;

import java.nio.ByteBuffer;
import java.util.Map;

import io.millrace.streams.kstream.internals.TimeWindow;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Deserialises what {@link TimeWindowedSerializer} writes. The end of a window isn't
 * written; it follows from the size of the windows. Not thread-safe unless the inner
 * deserializer is.
 *
 * @param <T> the type of the key within the window
 */
public class TimeWindowedDeserializer<T> extends WindowedKeyDeserializer<T> {

	/** The setting for the size of the windows in milliseconds. */
	public static final String WINDOW_SIZE_MS_CONFIG = "window.size.ms";

	/**
	 * The setting that names a serde whose deserializer reads the key within the window.
	 */
	public static final String WINDOWED_INNER_DESERIALIZER_CLASS = INNER_SETTING;

	private @Nullable Long windowSize;

	private boolean ofChangelog;

	/**
	 * For Kafka, which makes it by name and then calls {@link #configure}.
	 */
	public TimeWindowedDeserializer() {
		this(null, null);
	}

	/**
	 * Makes a deserializer.
	 * @param inner reads the key within the window
	 * @param windowSize the size of the windows in milliseconds
	 */
	public TimeWindowedDeserializer(@Nullable Deserializer<T> inner, @Nullable Long windowSize) {
		super("a time window", inner);
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
		super.configure(configs, isKey);
	}

	@Override
	int timeLength() {
		return this.ofChangelog ? Long.BYTES + Integer.BYTES : Long.BYTES;
	}

	@Override
	Window window(ByteBuffer times) {
		long start = times.getLong();
		long end = start + WindowedInner.ready(this.windowSize, WINDOW_SIZE_MS_CONFIG);
		return new TimeWindow(start, (end < 0) ? Long.MAX_VALUE : end);
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
