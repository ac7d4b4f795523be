package io.millrace.streams.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * A value as a view finds it. Never changes, so any thread may have it.
 *
 * @param stored the value as {@link StoreSerdes#stored} makes it; null if it was deleted
 * since the last commit
 * @param timestamp the value's timestamp, -1 if the store has none
 */
record StoredValue(@Nullable Object stored, long timestamp) {
}
