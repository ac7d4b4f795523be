package io.millrace.streams.internal.operator;

import io.millrace.streams.kstream.JoinWindows;
import io.millrace.streams.kstream.LateRecordHandler;
import io.millrace.streams.kstream.ValueJoiner;
import io.millrace.streams.kstream.ValueJoinerWithKey;
import io.millrace.streams.kstream.Window;
import io.millrace.streams.kstream.internals.TimeWindow;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * What both sides of a join of two streams have in common: the names of their stores, the
 * windows, which side gives results without a match. Made when the join is declared,
 * immutable.
 *
 * @param name the name of the operator that both sides lead to, whose clock they share
 * @param leftStore the store of the records of the left side
 * @param rightStore the store of the records of the right side
 * @param unjoinedStore the store of the records without a match; null for an inner join
 * @param windows how near in time
 * @param leftOuter whether records of the left side give results without a match
 * @param rightOuter whether records of the right side give results without a match
 * @param joiner joins the values
 * @param keySerde the serde of the keys; null for the default
 * @param leftSerde the serde of the left side's values; null for the default
 * @param rightSerde the serde of the right side's values; null for the default
 * @param leftLate told of late records of the left side; null for nobody
 * @param rightLate told of late records of the right side; null for nobody
 */
public record StreamStreamJoin(String name, String leftStore, String rightStore, @Nullable String unjoinedStore,
		JoinWindows windows, boolean leftOuter, boolean rightOuter, ValueJoinerWithKey<?, ?, ?, ?> joiner,
		@Nullable Serde<?> keySerde, @Nullable Serde<?> leftSerde, @Nullable Serde<?> rightSerde,
		@Nullable LateRecordHandler<?, ?> leftLate, @Nullable LateRecordHandler<?, ?> rightLate) {

	/**
	 * Makes a joiner of values that is given keys and ignores them.
	 * @param joiner joins the values
	 * @param <A> the type of the left values
	 * @param <B> the type of the right values
	 * @param <R> the type of the results
	 * @return the same with keys
	 */
	public static <A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object> ValueJoinerWithKey<Object, A, B, R> ignoringKeys(
			ValueJoiner<A, B, R> joiner) {
		return (key, left, right) -> joiner.apply(left, right);
	}

	/**
	 * How far a match may lie before a record of a side.
	 */
	long before(boolean left) {
		return left ? this.windows.beforeMs : this.windows.afterMs;
	}

	/**
	 * How far a match may lie after a record of a side.
	 */
	long after(boolean left) {
		return left ? this.windows.afterMs : this.windows.beforeMs;
	}

	/**
	 * The end of the window of a record of a side, exclusive.
	 */
	long end(boolean left, long timestamp) {
		long after = after(left);
		long end = timestamp + after + 1;
		return (after > 0 && end < timestamp) ? Long.MAX_VALUE : end;
	}

	/**
	 * How long at least records wait for a match that give a result without one.
	 */
	long shortestWait() {
		if (this.leftOuter && this.rightOuter) {
			return Math.min(after(true), after(false));
		}
		return after(this.leftOuter);
	}

	/**
	 * How long at most records wait for a match that give a result without one.
	 */
	long longestWait() {
		if (this.leftOuter && this.rightOuter) {
			return Math.max(after(true), after(false));
		}
		return after(this.leftOuter);
	}

	boolean outer(boolean left) {
		return left ? this.leftOuter : this.rightOuter;
	}

	/**
	 * The window of a record of a side.
	 * @return the window; null if it lies before all times
	 */
	@Nullable Window window(boolean left, long timestamp) {
		long end = end(left, timestamp);
		return (end > 0) ? new TimeWindow(Math.max(0, WindowTimes.earlier(timestamp, before(left))), end) : null;
	}

	@Nullable LateRecordHandler<?, ?> late(boolean left) {
		return left ? this.leftLate : this.rightLate;
	}

	/**
	 * Whether anybody is told of late records.
	 */
	boolean tellsOfLateRecords() {
		return this.leftLate != null || this.rightLate != null;
	}

	String store(boolean left) {
		return left ? this.leftStore : this.rightStore;
	}

}
