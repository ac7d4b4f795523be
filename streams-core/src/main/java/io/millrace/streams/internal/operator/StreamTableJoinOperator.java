package io.millrace.streams.internal.operator;

import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.kstream.LateRecordHandler;
import io.millrace.streams.kstream.ValueJoiner;
import io.millrace.streams.kstream.ValueJoinerWithKey;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Joins each record of a stream with what a table holds for its key at that moment. The
 * inner join drops a record without a key and gives nothing without a match; the left
 * join gives null to the joiner in both cases. A record without a value is dropped by
 * both. With a grace period, records wait for the table first; a versioned table is
 * looked up as it was at the record's time.
 */
public abstract class StreamTableJoinOperator extends Operator {

	private final TableLookup table;

	private final boolean left;

	private @Nullable OperatorContext context;

	private @Nullable GracePeriod grace;

	private @Nullable LateLookups late;

	private StreamTableJoinOperator(TableLookup table, boolean left) {
		this.table = table;
		this.left = left;
	}

	/**
	 * Makes the operator.
	 * @param table the table
	 * @param joiner joins the values
	 * @param left whether a record without a match gives a result
	 * @return the operator
	 */
	public static StreamTableJoinOperator of(TableLookup table, ValueJoiner<?, ?, ?> joiner, boolean left) {
		return new ByValues(table, joiner, left);
	}

	/**
	 * Makes the operator.
	 * @param table the table
	 * @param joiner joins the values
	 * @param left whether a record without a match gives a result
	 * @return the operator
	 */
	public static StreamTableJoinOperator of(TableLookup table, ValueJoinerWithKey<?, ?, ?, ?> joiner, boolean left) {
		return new ByKeyAndValues(table, joiner, left);
	}

	/**
	 * Lets records wait for the table.
	 * @param period how long, null for not at all
	 * @return the operator
	 */
	public StreamTableJoinOperator after(@Nullable GracePeriod period) {
		this.grace = period;
		return this;
	}

	/**
	 * Has somebody told of records that come too late for a versioned table.
	 * @param handler told of them, null for nobody
	 * @return the operator
	 */
	public StreamTableJoinOperator telling(@Nullable LateRecordHandler<?, ?> handler) {
		this.late = (handler != null) ? new LateLookups(handler) : null;
		return this;
	}

	@Override
	public void init(OperatorContext context) {
		this.context = context;
		if (this.grace != null) {
			this.grace.init(context, this);
		}
		this.table.init(context, this);
	}

	@Override
	public void close() {
		this.table.close();
	}

	@Override
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		if (value == null) {
			Drops.count(this.context, name(), DropReason.NULL_VALUE);
			return;
		}
		if (key == null && !this.left) {
			Drops.count(this.context, name(), DropReason.NULL_KEY);
			return;
		}
		if (this.grace == null) {
			joinNow(key, value, timestamp, headers);
			return;
		}
		if (key == null) {
			joinNow(null, value, timestamp, headers);
		}
		else if (!this.grace.hold(key, value, timestamp, headers)) {
			join(key, value, timestamp, headers, this.grace.lateBy(timestamp));
		}
		this.grace.release();
	}

	/**
	 * Joins a record that doesn't wait any longer.
	 */
	final void joinNow(@Nullable Object key, Object value, long timestamp, Headers headers) {
		join(key, value, timestamp, headers, LateLookups.IN_TIME);
	}

	private void join(@Nullable Object key, Object value, long timestamp, Headers headers, long lateBy) {
		Object match = (key != null) ? this.table.find(key, timestamp) : null;
		if (this.late != null && key != null) {
			this.late.found(this.context, this.table, key, value, timestamp, headers, lateBy);
		}
		if (match != null || this.left) {
			forward(key, join(key, value, match), timestamp, headers);
		}
	}

	abstract @Nullable Object join(@Nullable Object key, Object value, @Nullable Object match);

	private static final class ByValues extends StreamTableJoinOperator {

		private final ValueJoiner<Object, Object, Object> joiner;

		@SuppressWarnings("unchecked")
		private ByValues(TableLookup table, ValueJoiner<?, ?, ?> joiner, boolean left) {
			super(table, left);
			this.joiner = (ValueJoiner<Object, Object, Object>) joiner;
		}

		@Override
		@SuppressWarnings("NullAway")
		@Nullable Object join(@Nullable Object key, Object value, @Nullable Object match) {
			return this.joiner.apply(value, match);
		}

	}

	private static final class ByKeyAndValues extends StreamTableJoinOperator {

		private final ValueJoinerWithKey<Object, Object, Object, Object> joiner;

		@SuppressWarnings("unchecked")
		private ByKeyAndValues(TableLookup table, ValueJoinerWithKey<?, ?, ?, ?> joiner, boolean left) {
			super(table, left);
			this.joiner = (ValueJoinerWithKey<Object, Object, Object, Object>) joiner;
		}

		@Override
		@SuppressWarnings("NullAway")
		@Nullable Object join(@Nullable Object key, Object value, @Nullable Object match) {
			return this.joiner.apply(key, value, match);
		}

	}

}
