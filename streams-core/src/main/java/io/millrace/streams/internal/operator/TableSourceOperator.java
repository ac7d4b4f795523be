package io.millrace.streams.internal.operator;

import java.util.Objects;

import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.internal.store.TimestampedKeyValueAccess;
import io.millrace.streams.kstream.LateRecordHandler;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Turns the records of a stream into changes of a table: a value replaces the one before,
 * null deletes. A delete of what was never there is no change and isn't passed on;
 * without a store, that can't be known and every delete is.
 */
public final class TableSourceOperator extends HoldingOperator {

	private final @Nullable String storeName;

	private final @Nullable LateRecordHandler<?, ?> late;

	private @Nullable TimestampedKeyValueAccess store;

	private @Nullable OperatorContext context;

	/**
	 * Makes the operator.
	 * @param storeName the table's store, or null if it has none
	 * @param late told of records that are older than the history of a versioned store;
	 * null for nobody
	 */
	public TableSourceOperator(@Nullable String storeName, @Nullable LateRecordHandler<?, ?> late) {
		this.storeName = storeName;
		this.late = late;
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
			Drops.count(this.context, name(), DropReason.NULL_KEY);
			return;
		}
		if (this.store == null) {
			forwardChange(key, value, null, timestamp, headers);
			return;
		}
		Object before = this.store.find(key);
		// Among versions a delete counts even if nothing was there: something older may
		// come yet.
		boolean nothing = value == null && before == null && !this.store.versioned();
		if (!nothing && !hold(value, timestamp, headers)
				&& !TableStores.update(this, this.store, key, value, before, timestamp, headers) && this.late != null) {
			LateRecords.tell(this.late, Objects.requireNonNull(this.context), key, value, timestamp, headers,
					this.store.missedBy() - 1);
		}
	}

}
