package io.millrace.streams.internal.operator;

import io.millrace.streams.internal.store.TimestampedKeyValueAccess;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Turns the records of a stream into changes of a table: a value replaces the one before,
 * null deletes. A delete of what was never there is no change and isn't passed on;
 * without a store, that can't be known and every delete is.
 */
public final class TableSourceOperator extends HoldingOperator {

	private final @Nullable String storeName;

	private @Nullable TimestampedKeyValueAccess store;

	private @Nullable OperatorContext context;

	/**
	 * Makes the operator.
	 * @param storeName the table's store, or null if it has none
	 */
	public TableSourceOperator(@Nullable String storeName) {
		this.storeName = storeName;
	}

	@Override
	public void init(OperatorContext context) {
		this.context = context;
		this.store = TableStores.findIfNamed(context, name(), this.storeName);
		if (this.store != null) {
			holdIn(context, this.store);
		}
	}

	@Override
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		if (key == null) {
			Drops.count(this.context, name(), Drops.NULL_KEY);
			return;
		}
		Object before = null;
		if (this.store != null) {
			before = this.store.find(key);
			if (value == null && before == null) {
				return;
			}
			if (hold(value, timestamp, headers)) {
				return;
			}
			this.store.update(value, timestamp);
		}
		forwardChange(key, value, before, timestamp, headers);
	}

}
