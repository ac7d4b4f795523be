package io.millrace.streams.internal.operator;

import io.millrace.streams.kstream.KeyValueMapper;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Gives each record a new key.
 */
public final class SelectKeyOperator extends Operator {

	private final KeyValueMapper<Object, Object, Object> mapper;

	/**
	 * Makes the operator.
	 * @param mapper computes the key
	 */
	@SuppressWarnings("unchecked")
	public SelectKeyOperator(KeyValueMapper<?, ?, ?> mapper) {
		this.mapper = (KeyValueMapper<Object, Object, Object>) mapper;
	}

	@Override
	@SuppressWarnings("NullAway")
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		forward(this.mapper.apply(key, value), value, timestamp, headers);
	}

}
