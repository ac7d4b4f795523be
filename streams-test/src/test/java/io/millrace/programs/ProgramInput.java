package io.millrace.programs;

import org.jspecify.annotations.Nullable;

/**
 * A record that a program is given.
 *
 * @param topic the topic
 * @param key the key
 * @param value the value
 * @param timestamp the timestamp
 */
public record ProgramInput(String topic, @Nullable String key, @Nullable String value, long timestamp) {
}
