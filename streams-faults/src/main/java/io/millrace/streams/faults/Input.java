package io.millrace.streams.faults;

import org.jspecify.annotations.Nullable;

/**
 * A record for the application under test.
 *
 * @param topic its topic
 * @param partition its partition
 * @param timestamp its time in milliseconds since the epoch
 * @param key its key in bytes, if it has one
 * @param value its value in bytes, if it has one
 */
@SuppressWarnings("ArrayRecordComponent")
public record Input(String topic, int partition, long timestamp, byte @Nullable [] key, byte @Nullable [] value) {
}
