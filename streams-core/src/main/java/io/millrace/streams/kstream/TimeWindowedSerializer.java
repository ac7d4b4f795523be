package io.millrace.streams.kstream;

import java.nio.ByteBuffer;

import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Serialises a key in a time window: the key, then the start of the window in eight
 * bytes. Not thread-safe unless the inner serializer is.
 *
 * @param <T> the type of the key within the window
 */
public class TimeWindowedSerializer<T> extends WindowedKeySerializer<T> {

	/**
	 * The setting that names a serde whose serializer writes the key within the window.
	 */
	public static final String WINDOWED_INNER_SERIALIZER_CLASS = INNER_SETTING;

	/**
	 * For Kafka, which makes it by name and then calls {@link #configure}.
	 */
	public TimeWindowedSerializer() {
		this(null);
	}

	/**
	 * Makes a serializer.
	 * @param inner writes the key within the window
	 */
	public TimeWindowedSerializer(@Nullable Serializer<T> inner) {
		super(inner);
	}

	@Override
	int timeLength() {
		return Long.BYTES;
	}

	@Override
	void putTimes(Window window, ByteBuffer times) {
		times.putLong(window.start());
	}

}
