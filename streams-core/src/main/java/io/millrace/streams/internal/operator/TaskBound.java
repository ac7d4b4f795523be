package io.millrace.streams.internal.operator;

/**
 * A serialiser or deserialiser of the engine's own making that is declared with the
 * topology and completed when a task begins: with the application's defaults where the
 * topology names no serdes, and with memory of its own. Sources and sinks ask for it.
 *
 * @param <T> what is used in its place
 */
interface TaskBound<T> {

	/**
	 * Makes what one task uses.
	 * @param context the task
	 * @return the completed form
	 */
	T bind(OperatorContext context);

	/**
	 * Whether it can't be completed without a default serde.
	 * @param key true for that of keys, false for that of values
	 * @return true if the topology names none in its place
	 */
	boolean needsDefault(boolean key);

}
