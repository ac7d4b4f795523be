package io.millrace.streams.internal.operator;

import io.millrace.streams.internal.store.TimestampedKeyValueAccess;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Brings the two sides of a join of tables together, and keeps the result if it has a
 * store: what a row was before is then what the store holds.
 */
public final class TableMergeOperator extends HoldingOperator {

	private final @Nullable String storeName;

	private @Nullable TimestampedKeyValueAccess store;

	/**
	 * Makes the operator.
	 * @param storeName the store of the result, or null if it has none
	 */
	public TableMergeOperator(@Nullable String storeName) {
		this.storeName = storeName;
	}

	@Override
	public void init(OperatorContext context) {
		this.store = TableStores.findIfNamed(context, name(), this.storeName);
		if (this.store != null) {
			holdIn(context, this.store);
		}
	}

	@Override
	public void onChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		Object before = oldValue;
		if (this.store != null) {
			before = this.store.find(key);
			if ((newValue == null && before == null) || hold(newValue, timestamp, headers)) {
				return;
			}
			this.store.update(newValue, timestamp);
		}
		forwardChange(key, newValue, before, timestamp, headers);
	}

}
