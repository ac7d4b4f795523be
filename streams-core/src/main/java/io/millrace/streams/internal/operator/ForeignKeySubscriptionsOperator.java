package io.millrace.streams.internal.operator;

import java.util.Objects;

import io.millrace.streams.internal.store.ByteRows;
import io.millrace.streams.internal.store.DropReason;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the subscriptions of a foreign-key join in a store, beside the table that they
 * refer to, and passes each on to be answered. A row that refers to nothing has no
 * subscription and is answered at once.
 */
public final class ForeignKeySubscriptionsOperator extends Operator {

	private final String storeName;

	private final ForeignKeyFormats formats;

	private @Nullable ByteRows store;

	private ForeignKeyFormats.@Nullable Keys keys;

	private @Nullable OperatorContext context;

	/**
	 * Makes the operator.
	 * @param storeName the store of subscriptions
	 * @param formats how keys are written
	 */
	public ForeignKeySubscriptionsOperator(String storeName, ForeignKeyFormats formats) {
		this.storeName = storeName;
		this.formats = formats;
	}

	@Override
	public void init(OperatorContext context) {
		this.context = context;
		this.store = TableStores.findBytes(context, name(), this.storeName);
		this.keys = this.formats.keys(context);
	}

	@Override
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		if (value == null) {
			Drops.count(this.context, name(), DropReason.NULL_VALUE);
			return;
		}
		Subscription subscription = (Subscription) value;
		byte instruction = subscription.instruction();
		if (key != null) {
			ForeignKeyFormats.Keys writing = Objects.requireNonNull(this.keys);
			byte[] primaryKey = writing.primaryKey(subscription.primaryKey(), headers);
			boolean ends = instruction == Subscription.END || instruction == Subscription.END_QUIETLY;
			Objects.requireNonNull(this.store)
				.write(writing.combined(key, primaryKey, headers), ends ? null : subscription.write(primaryKey),
						timestamp);
		}
		else if (instruction != Subscription.BEGIN_AND_ANSWER) {
			Drops.count(this.context, name(), DropReason.NULL_KEY);
			return;
		}
		forward(key, subscription, timestamp, headers);
	}

}
