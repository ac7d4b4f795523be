package io.millrace.streams.faults;

import org.jspecify.annotations.Nullable;

/**
 * A record that the application should commit, or did.
 *
 * @param topic its topic
 * @param key its key, as the topic's deserializer gives it
 * @param value its value, as the topic's deserializer gives it
 */
public record Output(String topic, @Nullable Object key, @Nullable Object value) {
}
