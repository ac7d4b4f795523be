package io.millrace.streams.internal.operator;

import org.jspecify.annotations.Nullable;

/**
 * Says which of the application's default serdes a serialiser or deserialiser of the
 * engine's own making will ask for when a task begins. The topology room asks before any
 * task is there.
 */
public final class DefaultSerdes {

	private DefaultSerdes() {
	}

	/**
	 * Whether a default serde will be asked for.
	 * @param declared the serialiser or deserialiser of a source or sink; null for none
	 * @param key true for the serde of keys, false for that of values
	 * @return true if the topology names none in its place
	 */
	public static boolean neededBy(@Nullable Object declared, boolean key) {
		return declared instanceof TaskBound<?> bound && bound.needsDefault(key);
	}

}
