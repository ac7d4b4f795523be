package io.millrace.programs;

import org.jspecify.annotations.Nullable;

/**
 * A result of a program.
 *
 * @param key the key
 * @param value the value
 * @param timestamp the timestamp
 */
public record ProgramOutput(@Nullable String key, @Nullable String value, long timestamp) {
}
