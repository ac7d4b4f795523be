package io.millrace.streams.internal.operator;

import io.millrace.streams.kstream.ValueMapper;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Gives each record a new value.
 */
public final class MapValuesOperator extends Operator {

	private final ValueMapper<Object, Object> mapper;

	/**
	 * Makes the operator.
	 * @param mapper computes the value
	 */
	@SuppressWarnings("unchecked")
	public MapValuesOperator(ValueMapper<?, ?> mapper) {
		this.mapper = (ValueMapper<Object, Object>) mapper;
	}

	@Override
	@SuppressWarnings("NullAway")
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		forward(key, this.mapper.apply(value), timestamp, headers);
	}

}
