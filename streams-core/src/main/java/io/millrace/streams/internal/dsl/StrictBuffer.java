package io.millrace.streams.internal.dsl;

import java.util.Map;

import io.millrace.streams.kstream.Suppressed;
import org.jspecify.annotations.Nullable;

/**
 * A buffer of which nothing is passed on early. Made by {@link Suppressed}.
 */
public final class StrictBuffer extends BufferBound<Suppressed.StrictBufferConfig>
		implements Suppressed.StrictBufferConfig {

	/**
	 * Makes the settings.
	 * @param maxRecords how many rows are buffered at most
	 * @param maxBytes how many bytes are buffered at most
	 * @param topicSettings the settings of the changelog topic, null for no changelog
	 */
	public StrictBuffer(long maxRecords, long maxBytes, @Nullable Map<String, String> topicSettings) {
		super(maxRecords, maxBytes, topicSettings);
	}

	@Override
	Suppressed.StrictBufferConfig with(long records, long bytes, @Nullable Map<String, String> settings) {
		return new StrictBuffer(records, bytes, settings);
	}

	@Override
	boolean emitsEarly() {
		return false;
	}

}
