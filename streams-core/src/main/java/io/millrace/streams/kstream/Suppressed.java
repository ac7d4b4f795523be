package io.millrace.streams.kstream;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;

import io.millrace.streams.internal.dsl.EagerBuffer;
import io.millrace.streams.internal.dsl.StrictBuffer;
import io.millrace.streams.internal.dsl.Suppression;
import org.jspecify.annotations.Nullable;

/**
 * Which changes of a table are kept from what comes after it, and how they are buffered
 * meanwhile. The buffer is part of the application's state: it outlives restarts, and
 * what a failed record put into it is undone. Immutable.
 *
 * @param <K> the type of the table's keys
 */
public interface Suppressed<K extends @Nullable Object> extends NamedOperation<Suppressed<K>> {

	/**
	 * Keeps all changes of a window but the last, which is passed on once the window is
	 * closed: when the time of the changes reaches its end and the grace period. Deletes
	 * aren't passed on. For tables of windows only.
	 * @param bufferConfig how much may be buffered; it can't be passed on earlier
	 * @return the settings
	 */
	static Suppressed<Windowed<?>> untilWindowCloses(StrictBufferConfig bufferConfig) {
		return new Suppression<>(null, true, Duration.ZERO,
				Objects.requireNonNull(bufferConfig, "bufferConfig can't be null"));
	}

	/**
	 * Keeps changes of a row for a time, and passes the last of them on when the time of
	 * the table's changes is that much later than the first.
	 * @param <K> the type of the table's keys
	 * @param timeToWaitForMoreEvents how long, not negative
	 * @param bufferConfig how much may be buffered, and what happens then
	 * @return the settings
	 * @throws IllegalArgumentException if the time is negative or too long for
	 * milliseconds
	 */
	static <K extends @Nullable Object> Suppressed<K> untilTimeLimit(Duration timeToWaitForMoreEvents,
			BufferConfig<?> bufferConfig) {
		return new Suppression<>(null, false,
				Duration.ofMillis(Durations.notNegative("The time to wait for more changes", timeToWaitForMoreEvents)),
				Objects.requireNonNull(bufferConfig, "bufferConfig can't be null"));
	}

	/**
	 * Names the operator, and its buffer {@code <name>-store}.
	 * @param name the name; null for a generated one
	 * @return other settings
	 */
	@Override
	Suppressed<K> withName(@Nullable String name);

	/**
	 * How much may be buffered.
	 *
	 * @param <BC> the kind of bound
	 */
	interface BufferConfig<BC extends BufferConfig<BC>> {

		/**
		 * Buffers that many rows at most; the oldest is passed on earlier if more come.
		 * @param recordLimit how many
		 * @return the settings
		 */
		static EagerBufferConfig maxRecords(long recordLimit) {
			return new EagerBuffer(recordLimit, Long.MAX_VALUE, Map.of());
		}

		/**
		 * Changes how many rows are buffered at most.
		 * @param recordLimit how many
		 * @return other settings
		 */
		BC withMaxRecords(long recordLimit);

		/**
		 * Buffers that many bytes at most, those of keys, values, origins and headers;
		 * the oldest rows are passed on earlier if more come.
		 * @param byteLimit how many
		 * @return the settings
		 */
		static EagerBufferConfig maxBytes(long byteLimit) {
			return new EagerBuffer(Long.MAX_VALUE, byteLimit, Map.of());
		}

		/**
		 * Changes how many bytes are buffered at most.
		 * @param byteLimit how many
		 * @return other settings
		 */
		BC withMaxBytes(long byteLimit);

		/**
		 * Buffers whatever comes.
		 * @return the settings
		 */
		static StrictBufferConfig unbounded() {
			return new StrictBuffer(Long.MAX_VALUE, Long.MAX_VALUE, Map.of());
		}

		/**
		 * Takes the bounds away.
		 * @return other settings
		 */
		StrictBufferConfig withNoBound();

		/**
		 * Fails the task when the buffer is full, whatever {@code on.error} says.
		 * @return other settings
		 */
		StrictBufferConfig shutDownWhenFull();

		/**
		 * Passes the oldest rows on earlier when the buffer is full.
		 * @return other settings
		 */
		EagerBufferConfig emitEarlyWhenFull();

		/**
		 * Leaves the buffer without a changelog: what it holds is lost when a task moves.
		 * @return other settings
		 */
		BC withLoggingDisabled();

		/**
		 * Gives the buffer a changelog, as is the default.
		 * @param config settings of the changelog topic
		 * @return other settings
		 */
		BC withLoggingEnabled(Map<String, String> config);

	}

	/**
	 * A buffer of which nothing is passed on early.
	 */
	interface StrictBufferConfig extends BufferConfig<StrictBufferConfig> {

	}

	/**
	 * A buffer of which the oldest rows are passed on early when it's full.
	 */
	interface EagerBufferConfig extends BufferConfig<EagerBufferConfig> {

	}

}
