package io.millrace.streams.internal.operator;

import java.time.Duration;
import java.util.Optional;

import io.millrace.streams.kstream.LateRecord;
import io.millrace.streams.kstream.LateRecordHandler;
import io.millrace.streams.kstream.Window;
import io.millrace.streams.kstream.internals.TimeWindow;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.processor.api.RecordMetadata;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Tells the user's handler of records that came too late for an operator with windows, or
 * for a versioned table.
 */
final class LateRecords {

	private LateRecords() {
	}

	/**
	 * Tells of a record that is late for a versioned table, where each moment is a window
	 * of its own.
	 * @param handler told of it
	 * @param task where the record is from
	 * @param lateMillis for how long its moment is over
	 */
	static void tell(LateRecordHandler<?, ?> handler, OperatorContext task, Object key, @Nullable Object value,
			long timestamp, Headers headers, long lateMillis) {
		tell(handler, task, key, value, timestamp, headers, new TimeWindow(timestamp, timestamp + 1), lateMillis);
	}

	/**
	 * Tells of a record.
	 * @param handler told of it
	 * @param task where the record is from
	 * @param window the window that it missed
	 * @param lateMillis for how long that was closed
	 */
	@SuppressWarnings("unchecked")
	static void tell(LateRecordHandler<?, ?> handler, OperatorContext task, Object key, @Nullable Object value,
			long timestamp, Headers headers, Window window, long lateMillis) {
		String topic = task.topic();
		Optional<RecordMetadata> origin = (topic != null)
				? Optional.of(new Origin(topic, task.partition(), task.offset())) : Optional.empty();
		((LateRecordHandler<Object, @Nullable Object>) handler).onLate(new LateRecord<>(
				new Record<>(key, value, timestamp, headers), window, Duration.ofMillis(lateMillis), origin));
	}

	private record Origin(String topic, int partition, long offset) implements RecordMetadata {
	}

}
