package io.millrace.streams.internal.operator;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Answers each subscription of a foreign-key join with what the table holds for the key,
 * as its instruction says.
 */
public final class ForeignKeyLookupOperator extends Operator {

	private final TableLookup table;

	private final ForeignKeyAnswer answer = new ForeignKeyAnswer();

	/**
	 * Makes the operator.
	 * @param table the table that is referred to
	 */
	public ForeignKeyLookupOperator(TableLookup table) {
		this.table = table;
	}

	@Override
	public void init(OperatorContext context) {
		this.table.init(context, this);
	}

	@Override
	public void close() {
		this.table.close();
	}

	@Override
	@SuppressWarnings("NullAway")
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		Subscription subscription = (Subscription) value;
		byte instruction = subscription.instruction();
		if (instruction == Subscription.END_QUIETLY) {
			return;
		}
		Object found = (key != null) ? this.table.find(key) : null;
		long latest = (found != null) ? Math.max(timestamp, this.table.foundTimestamp()) : timestamp;
		if (found == null && instruction == Subscription.BEGIN) {
			return;
		}
		Object told = (instruction != Subscription.END) ? found : null;
		forward(subscription.primaryKey(), this.answer.set(subscription, told), latest, headers);
	}

}
