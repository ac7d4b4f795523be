package io.millrace.streams.kstream;

import org.jspecify.annotations.Nullable;

/**
 * Told of records that come after their window is closed. Called by the thread that
 * processes the record, by several threads if several tasks run. A record that is
 * processed again after a failure is told of again. If it throws, the record counts as
 * failed, and {@code on.error} decides.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
@FunctionalInterface
public interface LateRecordHandler<K extends @Nullable Object, V extends @Nullable Object> {

	/**
	 * A record comes too late for a window. Called once for each such window.
	 * @param late the record, the window, and how late it is
	 */
	void onLate(LateRecord<K, V> late);

}
