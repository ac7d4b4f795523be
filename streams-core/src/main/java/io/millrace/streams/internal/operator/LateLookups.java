package io.millrace.streams.internal.operator;

import java.util.Objects;

import io.millrace.streams.kstream.LateRecordHandler;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Tells the user's handler of records that come too late to be joined with a versioned
 * table: after their grace period, or when the table has forgotten what it had at their
 * time. Owned by {@link StreamTableJoinOperator}.
 */
final class LateLookups {

	/** The record comes within its grace period, or has none. */
	static final long IN_TIME = -1;

	private final LateRecordHandler<?, ?> handler;

	LateLookups(LateRecordHandler<?, ?> handler) {
		this.handler = handler;
	}

	/**
	 * A record was looked up, whatever was found.
	 * @param lateBy for how long the grace period of the record is over, below zero if it
	 * isn't
	 */
	void found(@Nullable OperatorContext task, TableLookup table, Object key, Object value, long timestamp,
			Headers headers, long lateBy) {
		long late = (lateBy >= 0) ? lateBy : table.missedBy() - 1;
		if (late >= 0) {
			LateRecords.tell(this.handler, Objects.requireNonNull(task), key, value, timestamp, headers, late);
		}
	}

}
