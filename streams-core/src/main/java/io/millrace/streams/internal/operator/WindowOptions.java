package io.millrace.streams.internal.operator;

import io.millrace.streams.kstream.LateRecordHandler;
import org.jspecify.annotations.Nullable;

/**
 * What can be chosen for any windowed aggregation, whatever its windows. Immutable.
 *
 * @param clock the name of the clock, if several operators share one; null for the
 * operator's own
 * @param finalsOnly whether the result of a window is given once, when it's closed
 * @param idleMillis after how much silence, by the wall clock, windows are closed; 0 for
 * never
 * @param late told of late records; null for nobody
 */
public record WindowOptions(@Nullable String clock, boolean finalsOnly, long idleMillis,
		@Nullable LateRecordHandler<?, ?> late) {

	/** Results at every change, late records are counted only. */
	public static final WindowOptions DEFAULT = new WindowOptions(null, false, 0, null);

	/**
	 * Changes the name of the clock.
	 * @param name the name
	 * @return other options
	 */
	public WindowOptions withClock(String name) {
		return new WindowOptions(name, this.finalsOnly, this.idleMillis, this.late);
	}

	/**
	 * Changes when results are given.
	 * @param only whether once, when a window is closed
	 * @return other options
	 */
	public WindowOptions withFinalsOnly(boolean only) {
		return new WindowOptions(this.clock, only, this.idleMillis, this.late);
	}

	/**
	 * Changes after how much silence windows are closed.
	 * @param millis how much
	 * @return other options
	 */
	public WindowOptions withIdleMillis(long millis) {
		return new WindowOptions(this.clock, this.finalsOnly, millis, this.late);
	}

	/**
	 * Changes who is told of late records.
	 * @param handler who
	 * @return other options
	 */
	public WindowOptions withLate(LateRecordHandler<?, ?> handler) {
		return new WindowOptions(this.clock, this.finalsOnly, this.idleMillis, handler);
	}

}
