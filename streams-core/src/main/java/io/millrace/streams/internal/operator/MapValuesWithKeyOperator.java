package io.millrace.streams.internal.operator;

import io.millrace.streams.kstream.ValueMapperWithKey;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Gives each record a new value, computed with a look at the key.
 */
public final class MapValuesWithKeyOperator extends Operator {

	private final ValueMapperWithKey<Object, Object, Object> mapper;

	/**
	 * Makes the operator.
	 * @param mapper computes the value
	 */
	@SuppressWarnings("unchecked")
	public MapValuesWithKeyOperator(ValueMapperWithKey<?, ?, ?> mapper) {
		this.mapper = (ValueMapperWithKey<Object, Object, Object>) mapper;
	}

	@Override
	@SuppressWarnings("NullAway")
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		forward(key, this.mapper.apply(key, value), timestamp, headers);
	}

}
