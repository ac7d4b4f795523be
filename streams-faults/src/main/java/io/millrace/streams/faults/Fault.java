package io.millrace.streams.faults;

import org.jspecify.annotations.Nullable;

/**
 * What is done to the application in one round.
 *
 * @param kind what is done
 * @param point where a process is killed, for {@link Kind#KILL_AT_POINT} only
 * @param member which process is meant, counted from 0; for faults of a process
 * @param passes how often the point is passed before the process is killed there
 * @param delayMillis how long after the round's input the fault comes, in milliseconds,
 * unless it waits for a point
 */
public record Fault(Kind kind, @Nullable FaultPoint point, int member, int passes, int delayMillis) {

	/**
	 * The name under which faults of this sort are counted.
	 * @return the kind, or the point for a kill at a point
	 */
	public String name() {
		return (this.point != null) ? this.point.name() : this.kind.name();
	}

	/**
	 * The sorts of faults.
	 */
	public enum Kind {

		/** A process is killed with -9 when it reaches a {@link FaultPoint}. */
		KILL_AT_POINT(true),

		/** A process is killed with -9 at any time. */
		KILL(true),

		/** A process is asked to end (SIGTERM), and started again. */
		STOP(false),

		/**
		 * A process is frozen (SIGSTOP) for longer than its session and its transaction
		 * last, and goes on.
		 */
		PAUSE(false),

		/** A process more joins. */
		ADD_MEMBER(false),

		/** One of several processes leaves. */
		REMOVE_MEMBER(false),

		/** The broker stops in order and comes back. */
		RESTART_BROKER(false),

		/** The broker is killed with -9 and comes back. */
		KILL_BROKER(false);

		private final boolean kill;

		Kind(boolean kill) {
			this.kill = kill;
		}

		/**
		 * Whether a process of the application is killed.
		 * @return true if so
		 */
		public boolean kill() {
			return this.kill;
		}

	}

}
