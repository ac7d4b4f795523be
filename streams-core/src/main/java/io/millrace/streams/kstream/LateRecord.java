package io.millrace.streams.kstream;

import java.time.Duration;
import java.util.Optional;

import io.millrace.streams.processor.api.Record;
import io.millrace.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A record that comes after a window of it is closed. What is joined with a versioned
 * table has a window of one millisecond, its own.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @param record the record, with its timestamp and a copy of its headers
 * @param window the window that it would belong to
 * @param lateness how far stream time was past the end of the window and the grace
 * period, or the history of the table
 * @param metadata where the record is from; empty if it came of a punctuation
 */
public record LateRecord<K extends @Nullable Object, V extends @Nullable Object>(Record<K, V> record, Window window,
		Duration lateness, Optional<RecordMetadata> metadata) {
}
