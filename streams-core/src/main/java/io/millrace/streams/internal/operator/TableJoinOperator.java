package io.millrace.streams.internal.operator;

import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.internal.store.HoldingStore;
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

	private final Before before;

	private @Nullable OperatorContext context;

	/**
	 * Makes the operator.
	 * @param other the other table
	 * @param join joins the values, the one of this side first
	 * @param before how it's known what results were before
	 */
	public TableJoinOperator(TableLookup other, TableJoin join, Before before) {
		this.other = other;
		this.join = join;
		this.before = before;
	}

	@Override
	public void init(OperatorContext context) {
		this.context = context;
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
		Object old = (now == null || this.before.always) ? before(key, now, oldValue, match) : null;
		if (now != null || old != null || this.before == Before.STORED_OF_ONE_TABLE) {
			forwardChange(key, now, old, latest, headers);
		}
	}

	private @Nullable Object before(Object key, @Nullable Object now, @Nullable Object oldValue,
			@Nullable Object match) {
		HoldingStore changing = this.before.ofOneTable ? this.other.changing(key) : null;
		if (changing == null) {
			return this.join.apply(oldValue, match);
		}
		// The change that came by this side comes by the other too, or has come already.
		TableMergeOperator merge = (TableMergeOperator) children()[0];
		return merge.told(changing, changing.changeInFlight(key)) ? now
				: this.join.apply(oldValue, this.other.findBefore(key));
	}

	@Override
	public void onLateChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		Drops.count(this.context, name(), DropReason.OUT_OF_ORDER);
	}

	/**
	 * How it's known what a result was before.
	 */
	public enum Before {

		/** Told where a delete has to be told from nothing. */
		IF_DELETED(false, false),

		/** Always told, since operators behind need it. */
		TOLD(true, false),

		/** As the first, where a change may come by both sides. */
		IF_DELETED_OF_ONE_TABLE(false, true),

		/** As the second, where a change may come by both sides. */
		TOLD_OF_ONE_TABLE(true, true),

		/** In the store of the result, where a change may come by both sides. */
		STORED_OF_ONE_TABLE(false, false);

		private final boolean always;

		private final boolean ofOneTable;

		Before(boolean always, boolean ofOneTable) {
			this.always = always;
			this.ofOneTable = ofOneTable;
		}

		/**
		 * Chooses.
		 * @param stored whether the result has a store
		 * @param needed whether operators behind need old values
		 * @param ofOneTable whether a change may come by both sides
		 * @return the way
		 */
		public static Before of(boolean stored, boolean needed, boolean ofOneTable) {
			if (stored) {
				return ofOneTable ? STORED_OF_ONE_TABLE : IF_DELETED;
			}
			if (ofOneTable) {
				return needed ? TOLD_OF_ONE_TABLE : IF_DELETED_OF_ONE_TABLE;
			}
			return needed ? TOLD : IF_DELETED;
		}

	}

}
