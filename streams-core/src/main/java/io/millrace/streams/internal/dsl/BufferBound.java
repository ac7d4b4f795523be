package io.millrace.streams.internal.dsl;

import java.util.Map;

import io.millrace.streams.kstream.Suppressed;
import org.jspecify.annotations.Nullable;

/**
 * How much a suppression buffers, and with what changelog. Made by {@link Suppressed},
 * read when the suppression is declared. Immutable.
 *
 * @param <BC> the kind of bound, as users see it
 */
public abstract sealed class BufferBound<BC extends Suppressed.BufferConfig<BC>> implements Suppressed.BufferConfig<BC>
		permits EagerBuffer, StrictBuffer {

	final long maxRecords;

	final long maxBytes;

	/** The settings of the changelog topic, null for no changelog. */
	final @Nullable Map<String, String> topicSettings;

	BufferBound(long maxRecords, long maxBytes, @Nullable Map<String, String> topicSettings) {
		this.maxRecords = maxRecords;
		this.maxBytes = maxBytes;
		this.topicSettings = (topicSettings != null) ? Map.copyOf(topicSettings) : null;
	}

	abstract BC with(long records, long bytes, @Nullable Map<String, String> settings);

	/**
	 * Whether the oldest rows are passed on when the buffer is full.
	 */
	abstract boolean emitsEarly();

	@Override
	public final BC withMaxRecords(long recordLimit) {
		return with(recordLimit, this.maxBytes, this.topicSettings);
	}

	@Override
	public final BC withMaxBytes(long byteLimit) {
		return with(this.maxRecords, byteLimit, this.topicSettings);
	}

	@Override
	public final Suppressed.StrictBufferConfig withNoBound() {
		return new StrictBuffer(Long.MAX_VALUE, Long.MAX_VALUE, this.topicSettings);
	}

	@Override
	public final Suppressed.StrictBufferConfig shutDownWhenFull() {
		return new StrictBuffer(this.maxRecords, this.maxBytes, this.topicSettings);
	}

	@Override
	public final Suppressed.EagerBufferConfig emitEarlyWhenFull() {
		return new EagerBuffer(this.maxRecords, this.maxBytes, this.topicSettings);
	}

	@Override
	public final BC withLoggingDisabled() {
		return with(this.maxRecords, this.maxBytes, null);
	}

	@Override
	public final BC withLoggingEnabled(Map<String, String> config) {
		return with(this.maxRecords, this.maxBytes, config);
	}

}
