package io.millrace.streams.kstream;

import java.util.Map;

/**
 * Says which windows a record falls into, by its time alone. Implementations are
 * immutable, since tasks share one.
 *
 * @param <W> the kind of windows
 */
public abstract class Windows<W extends Window> {

	/** A grace period of no length, in milliseconds. */
	protected static final long NO_GRACE_PERIOD = 0L;

	/**
	 * For subclasses.
	 */
	protected Windows() {
	}

	/**
	 * The windows that a time falls into.
	 * @param timestamp the time in milliseconds since the epoch
	 * @return the windows by their start in milliseconds, in ascending order
	 */
	public abstract Map<Long, W> windowsFor(long timestamp);

	/**
	 * The size of the windows.
	 * @return milliseconds
	 */
	public abstract long size();

	/**
	 * How long after its end a window still takes records that come out of order.
	 * @return milliseconds of stream time
	 */
	public abstract long gracePeriodMs();

}
