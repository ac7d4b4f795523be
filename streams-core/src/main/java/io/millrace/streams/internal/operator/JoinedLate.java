package io.millrace.streams.internal.operator;

import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.internal.store.KeyWindows;
import io.millrace.streams.kstream.LateRecordHandler;
import io.millrace.streams.kstream.Window;
import org.apache.kafka.common.header.Headers;

/**
 * What becomes known of late records of one side of a join of two streams: they are
 * counted, and the user's handler is told of them. Owned by the join's operators.
 */
final class JoinedLate {

	private final StreamStreamJoin join;

	private final boolean left;

	private final OperatorContext task;

	private final WindowClock clock;

	/**
	 * Makes it.
	 * @param join the join
	 * @param left which side
	 * @param task the task
	 * @param clock the clock of the join
	 */
	JoinedLate(StreamStreamJoin join, boolean left, OperatorContext task, WindowClock clock) {
		this.join = join;
		this.left = left;
		this.task = task;
		this.clock = clock;
	}

	/**
	 * A record is dropped.
	 * @param operator the operator that drops it
	 * @param ofSide the side of the record whose window it missed: its own, or a match
	 * @param windowTime the time of that record
	 */
	void dropped(String operator, Object key, Object value, long timestamp, Headers headers, boolean ofSide,
			long windowTime) {
		Drops.count(this.task, operator, DropReason.LATE);
		tell(key, value, timestamp, headers, ofSide, windowTime);
	}

	/**
	 * A record is about to be written to its store, which drops and counts it itself if
	 * it keeps none of its time any more.
	 * @param store the store
	 */
	void written(KeyWindows store, Object key, Object value, long timestamp, Headers headers) {
		if (this.join.late(this.left) != null && store.expired(timestamp)) {
			tell(key, value, timestamp, headers, this.left, timestamp);
		}
	}

	private void tell(Object key, Object value, long timestamp, Headers headers, boolean ofSide, long windowTime) {
		LateRecordHandler<?, ?> handler = this.join.late(this.left);
		Window window = this.join.window(ofSide, windowTime);
		if (handler != null && window != null) {
			// A store may forget a record a little before its window is closed.
			LateRecords.tell(handler, this.task, key, value, timestamp, headers, window,
					Math.max(0, this.clock.now() - this.join.windows().gracePeriodMs() - window.end()));
		}
	}

}
