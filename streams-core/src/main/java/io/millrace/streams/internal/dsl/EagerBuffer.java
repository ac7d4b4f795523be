package io.millrace.streams.internal.dsl;

import java.util.Map;

import io.millrace.streams.kstream.Suppressed;
import org.jspecify.annotations.Nullable;

/**
 * A buffer whose oldest rows are passed on early when it's full. Made by
 * {@link Suppressed}.
 */
public final class EagerBuffer extends BufferBound<Suppressed.EagerBufferConfig>
		implements Suppressed.EagerBufferConfig {

	/**
	 * Makes the settings.
	 * @param maxRecords how many rows are buffered at most
	 * @param maxBytes how many bytes are buffered at most
	 * @param topicSettings the settings of the changelog topic, null for no changelog
	 */
	public EagerBuffer(long maxRecords, long maxBytes, @Nullable Map<String, String> topicSettings) {
		super(maxRecords, maxBytes, topicSettings);
	}

	@Override
	Suppressed.EagerBufferConfig with(long records, long bytes, @Nullable Map<String, String> settings) {
		return new EagerBuffer(records, bytes, settings);
	}

	@Override
	boolean emitsEarly() {
		return true;
	}

}
