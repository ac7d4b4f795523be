package io.millrace.streams.kstream;

import java.nio.ByteBuffer;

import io.millrace.streams.kstream.internals.SessionWindow;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Deserialises what {@link SessionWindowedSerializer} writes. Not thread-safe unless the
 * inner deserializer is.
 *
 * @param <T> the type of the key within the session
 */
public class SessionWindowedDeserializer<T> extends WindowedKeyDeserializer<T> {

	/**
	 * The setting that names a serde whose deserializer reads the key within the session.
	 */
	public static final String WINDOWED_INNER_DESERIALIZER_CLASS = INNER_SETTING;

	/**
	 * For Kafka, which makes it by name and then calls {@link #configure}.
	 */
	public SessionWindowedDeserializer() {
		this(null);
	}

	/**
	 * Makes a deserializer.
	 * @param inner reads the key within the session
	 */
	public SessionWindowedDeserializer(@Nullable Deserializer<T> inner) {
		super("a session", inner);
	}

	@Override
	int timeLength() {
		return 2 * Long.BYTES;
	}

	@Override
	Window window(ByteBuffer times) {
		long end = times.getLong();
		return new SessionWindow(times.getLong(), end);
	}

}
