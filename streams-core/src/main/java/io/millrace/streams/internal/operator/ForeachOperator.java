package io.millrace.streams.internal.operator;

import io.millrace.streams.kstream.ForeachAction;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Hands each record to an action of the user, and passes it on unless the stream ends
 * here.
 */
public final class ForeachOperator extends Operator {

	private final ForeachAction<Object, Object> action;

	/**
	 * Makes the operator.
	 * @param action takes the records
	 */
	@SuppressWarnings("unchecked")
	public ForeachOperator(ForeachAction<?, ?> action) {
		this.action = (ForeachAction<Object, Object>) action;
	}

	@Override
	@SuppressWarnings("NullAway")
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		this.action.apply(key, value);
		forward(key, value, timestamp, headers);
	}

}
