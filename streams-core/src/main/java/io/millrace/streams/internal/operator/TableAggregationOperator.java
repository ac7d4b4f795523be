package io.millrace.streams.internal.operator;

import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.internal.store.TimestampedKeyValueAccess;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the aggregate of each group of a table's rows. What a row was is taken out before
 * what it is now is added; there is nothing to take out of a group that has no aggregate.
 * Changes come as records of a repartition topic, each one a {@link TableChange}.
 */
public final class TableAggregationOperator extends HoldingOperator {

	private final String storeName;

	private final TableAggregation aggregation;

	private @Nullable TimestampedKeyValueAccess store;

	private @Nullable OperatorContext context;

	private boolean oldValueMatters;

	/**
	 * Makes the operator.
	 * @param storeName the store of the aggregates
	 * @param aggregation adds values and takes them out
	 */
	public TableAggregationOperator(String storeName, TableAggregation aggregation) {
		this.storeName = storeName;
		this.aggregation = aggregation;
	}

	@Override
	public void init(OperatorContext context) {
		this.context = context;
		this.store = TableStores.find(context, name(), this.storeName);
		holdIn(context, this.store);
		for (Operator child : children()) {
			this.oldValueMatters |= !(child instanceof TableToStreamOperator);
		}
	}

	@Override
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		if (key == null || value == null) {
			Drops.count(this.context, name(), (key == null) ? DropReason.NULL_KEY : DropReason.NULL_VALUE);
			return;
		}
		TableChange change = (TableChange) value;
		TimestampedKeyValueAccess rows = TableStores.ready(this.store);
		// What adds and subtracts may change the aggregate that it is given, so who looks
		// at the old value gets one of its own.
		Object old = this.oldValueMatters ? rows.find(key) : null;
		Object before = rows.find(key);
		long latest = Math.max(timestamp, rows.foundTimestamp());
		Object now = before;
		if (before != null && change.oldValue() != null) {
			now = this.aggregation.subtract(key, change.oldValue(), before);
		}
		if (change.newValue() != null) {
			now = this.aggregation.add(key, change.newValue(), now);
		}
		boolean nothing = now == null && before == null && !rows.versioned();
		if (!nothing && !hold(now, latest, headers)) {
			TableStores.update(this, rows, key, now, this.oldValueMatters ? old : before, latest, headers);
		}
	}

}
