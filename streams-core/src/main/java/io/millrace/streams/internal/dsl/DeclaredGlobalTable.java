package io.millrace.streams.internal.dsl;

import io.millrace.streams.kstream.GlobalKTable;
import org.jspecify.annotations.Nullable;

/**
 * A global table of a {@link Program}.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @param program the program
 * @param queryableStoreName the name of its store
 */
record DeclaredGlobalTable<K extends @Nullable Object, V extends @Nullable Object>(Program program,
		String queryableStoreName) implements GlobalKTable<K, V> {
}
