package io.millrace.streams.internal.operator;

/**
 * Time as one window operator sees it: that of the latest record that came to it,
 * whatever its key. It alone decides when a window is closed and what is late. Kept by
 * the task, which takes it back when a record fails or a transaction is aborted, and
 * carries it over restarts with the committed offsets.
 */
public interface WindowClock {

	/** It isn't known what is expected. */
	long UNKNOWN = Long.MIN_VALUE;

	/**
	 * Sees a record that the operator is about to process.
	 * @param timestamp the record's time in milliseconds
	 */
	void observe(long timestamp);

	/**
	 * The latest time seen.
	 * @return milliseconds since the epoch, -1 before the first record
	 */
	long now();

	/**
	 * The latest time as of which work is through: only what came after it can be undone
	 * without an abort.
	 * @return milliseconds since the epoch, -1 before the first record
	 */
	long settled();

	/**
	 * Says whether records have stopped coming, for who waits for several clocks.
	 * @param stopped whether they have
	 */
	default void silent(boolean stopped) {
	}

	/**
	 * Whether records have stopped coming, as was said last. Not known after a restart or
	 * an abort.
	 * @return true if so
	 */
	default boolean silent() {
		return false;
	}

	/**
	 * The latest end of windows that are closed.
	 * @return milliseconds since the epoch, below zero if none is
	 */
	long closedUntil();

	/**
	 * Whether a window is closed: no record is added to it any more.
	 * @param end the end of the window in milliseconds, exclusive
	 * @return true if the end lies behind, the operator's grace period included
	 */
	boolean closed(long end);

	/**
	 * Notes that something is to be done once a window is closed.
	 * @param end the end of the window in milliseconds, exclusive
	 */
	void expect(long end);

	/**
	 * The lowest of what {@link #expect} was told since {@link #expectNothing}.
	 * @return the lowest end, {@link #UNKNOWN} if that isn't known, as after a restart or
	 * when work was undone, or {@link Long#MAX_VALUE} if nothing is expected
	 */
	long expected();

	/**
	 * Whether something may have to be done: a window that is expected is closed, or it
	 * isn't known what is expected.
	 * @return true if so
	 */
	boolean due();

	/**
	 * Starts to expect anew, in what comes next; what is still to be expected has to be
	 * told again.
	 */
	void expectNothing();

}
