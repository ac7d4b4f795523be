package io.millrace.streams.internal.operator;

import java.util.Objects;

import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.internal.store.TimestampedKeyValueAccess;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Writes the records of a topic to the store of a global table: a value replaces the one
 * before, null deletes. Nobody is told of the change, so what was there before isn't
 * looked up.
 */
public final class GlobalTableSourceOperator extends Operator {

	private final String storeName;

	private @Nullable TimestampedKeyValueAccess store;

	private @Nullable OperatorContext context;

	/**
	 * Makes the operator.
	 * @param storeName the table's store
	 */
	public GlobalTableSourceOperator(String storeName) {
		this.storeName = storeName;
	}

	@Override
	public void init(OperatorContext context) {
		this.context = context;
		this.store = TableStores.find(context, name(), this.storeName);
	}

	@Override
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		if (key == null) {
			Drops.count(this.context, name(), DropReason.NULL_KEY);
			return;
		}
		Objects.requireNonNull(this.store).put(key, value, timestamp);
	}

}
