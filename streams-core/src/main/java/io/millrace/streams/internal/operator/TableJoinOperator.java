package io.millrace.streams.internal.operator;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * One side of a join of two tables: joins each change of its table with the row that the
 * other table has, as far as the other has forwarded it. A {@link TableMergeOperator}
 * brings both sides together and keeps the result if it has a store. A change between two
 * rows that are not in the result isn't passed on.
 */
public final class TableJoinOperator extends Operator {

	private final TableLookup other;

	private final TableJoin join;

	private final boolean oldValueNeeded;

	/**
	 * Makes the operator.
	 * @param other the other table
	 * @param join joins the values, the one of this side first
	 * @param oldValueNeeded whether results tell what they were before; if not, another
	 * operator knows it
	 */
	public TableJoinOperator(TableLookup other, TableJoin join, boolean oldValueNeeded) {
		this.other = other;
		this.join = join;
		this.oldValueNeeded = oldValueNeeded;
	}

	@Override
	public void init(OperatorContext context) {
		this.other.initAsForwarded(context, this);
	}

	@Override
	public void close() {
		this.other.close();
	}

	@Override
	public void onChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		Object match = this.other.find(key);
		long latest = (match != null) ? Math.max(timestamp, this.other.foundTimestamp()) : timestamp;
		Object now = this.join.apply(newValue, match);
		Object before = (now == null || this.oldValueNeeded) ? this.join.apply(oldValue, match) : null;
		if (now != null || before != null) {
			forwardChange(key, now, before, latest, headers);
		}
	}

}
