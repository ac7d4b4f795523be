package io.millrace.streams.internal.operator;

import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.internal.store.TimestampedKeyValueAccess;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * What aggregations have in common: the records of each key change one row of a table,
 * whose timestamp is the highest of all that went into it. One lookup serves both the
 * read and the write.
 */
public abstract class AggregationOperator extends HoldingOperator {

	private final String storeName;

	private @Nullable TimestampedKeyValueAccess store;

	private @Nullable OperatorContext context;

	private boolean oldValueMatters;

	private final Aggregation aggregation;

	AggregationOperator(String storeName, Aggregation aggregation) {
		this.storeName = storeName;
		this.aggregation = aggregation;
	}

	@Override
	public void init(OperatorContext context) {
		this.context = context;
		this.store = TableStores.find(context, name(), this.storeName);
		holdIn(context, this.store);
		for (Operator child : children()) {
			this.oldValueMatters |= this.aggregation.runsUserCode() && !(child instanceof TableToStreamOperator);
		}
	}

	@Override
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		if (key == null || value == null) {
			Drops.count(this.context, name(), (key == null) ? DropReason.NULL_KEY : DropReason.NULL_VALUE);
			return;
		}
		TimestampedKeyValueAccess rows = TableStores.ready(this.store);
		// An aggregator may change the aggregate that it is given, so who looks at the
		// old value gets one of its own.
		Object old = this.oldValueMatters ? rows.find(key) : null;
		Object before = rows.find(key);
		long latest = Math.max(timestamp, rows.foundTimestamp());
		Object now = this.aggregation.add(key, value, before);
		boolean nothing = now == null && before == null && !rows.versioned();
		if (!nothing && !hold(now, latest, headers)) {
			TableStores.update(this, rows, key, now, this.oldValueMatters ? old : before, latest, headers);
		}
	}

}
