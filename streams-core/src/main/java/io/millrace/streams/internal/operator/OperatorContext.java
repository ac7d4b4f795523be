package io.millrace.streams.internal.operator;

import java.io.File;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

import io.millrace.streams.StreamsMetrics;
import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.internal.store.HoldingStore;
import io.millrace.streams.processor.Cancellable;
import io.millrace.streams.processor.PunctuationType;
import io.millrace.streams.processor.Punctuator;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.TaskId;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * The task as its operators see it: stores, time, the record being processed, and where
 * results go. Implemented by the task room; one instance serves all operators of a task.
 */
public interface OperatorContext {

	String applicationId();

	TaskId taskId();

	/**
	 * All settings of the application, as given.
	 * @return an unmodifiable map
	 */
	Map<String, Object> settings();

	/**
	 * The default key serde.
	 * @return the serde of {@code default.key.serde}
	 * @throws io.millrace.streams.errors.StreamsException if none is set
	 */
	Serde<?> defaultKeySerde();

	Serde<?> defaultValueSerde();

	File stateDirectory();

	StreamsMetrics metrics();

	/**
	 * A store of this task.
	 * @param name the store's name
	 * @return the store, or null if the task has none of that name
	 */
	@Nullable StateStore store(String name);

	/**
	 * A store that every instance has in full.
	 * @param name the store's name
	 * @return the store, to be read only, or null if there is none of that name
	 */
	default @Nullable StateStore globalStore(String name) {
		return null;
	}

	/**
	 * The stores that were connected with an operator when the topology was declared;
	 * user code may reach these only.
	 * @param operator the operator's name
	 * @return the names of the stores, not to be changed
	 */
	Set<String> connectedStores(String operator);

	/**
	 * Stream time of the task.
	 * @return the highest timestamp seen, -1 before the first record
	 */
	long streamTime();

	/**
	 * The clock of a window operator, the same one at each call.
	 * @param name its name
	 * @param graceMillis how long after its end a window still takes records
	 * @return the clock
	 */
	WindowClock windowClock(ClockName name, long graceMillis);

	/**
	 * Wall-clock time as read once per batch.
	 * @return milliseconds since the epoch
	 */
	long wallClockTime();

	/**
	 * Has silence watched for, which may take questions to the broker.
	 * @param millis the shortest silence of interest in milliseconds
	 */
	default void watchSilence(long millis) {
	}

	/**
	 * A clock that silence is measured with: it stands still while it isn't known whether
	 * records wait at the broker.
	 * @return milliseconds, of no meaning but in comparison
	 */
	default long silenceTime() {
		return wallClockTime();
	}

	/**
	 * When records last waited for the task, or may have waited at the broker.
	 * @return milliseconds by the clock of {@link #silenceTime}, {@link Long#MIN_VALUE}
	 * if that was never seen
	 */
	default long busyAt() {
		return Long.MIN_VALUE;
	}

	/**
	 * Origin of the record being processed.
	 * @return the topic, or null within a punctuation
	 */
	@Nullable String topic();

	/**
	 * Partition of the record being processed.
	 * @return the partition, or -1 within a punctuation
	 */
	int partition();

	/**
	 * Offset of the record being processed.
	 * @return the offset, or -1 within a punctuation
	 */
	long offset();

	/**
	 * Writes the row that was looked up last and holds the change back until the commit,
	 * on behalf of the record being processed.
	 * @param row the store that stays on the row
	 * @param value the value; null deletes the row
	 * @param timestamp the row's timestamp in milliseconds
	 * @param headers the record's headers
	 * @return whether it is held; if not, nothing is written
	 */
	default boolean hold(HoldingStore row, @Nullable Object value, long timestamp, Headers headers) {
		return false;
	}

	/**
	 * Moves on to a change that was held back.
	 * @param partition the origin of the record that the row was changed by last, null if
	 * it was no record
	 * @param offset the offset of that record
	 * @param timestamp the row's timestamp in milliseconds
	 */
	default void enterHeld(@Nullable TopicPartition partition, long offset, long timestamp) {
	}

	/**
	 * Gives a result that is due to other records than the one that is processed, which
	 * is returned to afterwards. If it fails, it is left to the error policy by itself:
	 * if that passes it over, the record is processed once more without it.
	 * @param partition where the other record is from, null if it was none or several
	 * @param offset the offset of the other record
	 * @param timestamp the timestamp of the result in milliseconds
	 * @param work gives the result
	 */
	default void onBehalfOf(@Nullable TopicPartition partition, long offset, long timestamp, Runnable work) {
		work.run();
	}

	/**
	 * Registers a callback on behalf of an operator.
	 * @param operator the operator whose children take what the callback forwards
	 * @param startTime the first time it is due in milliseconds, or null for one interval
	 * from now (wall clock) or at the first record (stream time)
	 * @param interval the time between two calls
	 * @param type which clock
	 * @param callback what to call
	 * @return the means to cancel it
	 */
	Cancellable schedule(Operator operator, @Nullable Long startTime, Duration interval, PunctuationType type,
			Punctuator callback);

	/**
	 * Asks for a commit as soon as the record is through.
	 */
	void requestCommit();

	/**
	 * Where sinks send to.
	 * @return the task's output
	 */
	RecordOutput output();

	/**
	 * Counts a record that an operator dropped by its semantics (a null key, say).
	 * @param operator the operator's name
	 * @param reason why
	 */
	void dropped(String operator, DropReason reason);

}
