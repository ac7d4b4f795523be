package io.millrace.streams.kstream;

import java.nio.ByteBuffer;

import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Serialises a key in a session: the key, then the end and the start of the session in
 * eight bytes each. Not thread-safe unless the inner serializer is.
 *
 * @param <T> the type of the key within the window
 */
public class SessionWindowedSerializer<T> extends WindowedKeySerializer<T> {

	/**
	 * The setting that names a serde whose serializer writes the key within the window.
	 */
	public static final String WINDOWED_INNER_SERIALIZER_CLASS = INNER_SETTING;

	/**
	 * For Kafka, which makes it by name and then calls {@link #configure}.
	 */
	public SessionWindowedSerializer() {
		this(null);
	}

	/**
	 * Makes a serializer.
	 * @param inner writes the key within the window
	 */
	public SessionWindowedSerializer(@Nullable Serializer<T> inner) {
		super(inner);
	}

	@Override
	int timeLength() {
		return 2 * Long.BYTES;
	}

	@Override
	void putTimes(Window window, ByteBuffer times) {
		times.putLong(window.end()).putLong(window.start());
	}

}
