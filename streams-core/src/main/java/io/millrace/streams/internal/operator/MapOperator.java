package io.millrace.streams.internal.operator;

import io.millrace.streams.KeyValue;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.kstream.KeyValueMapper;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Turns each record into one with another key and value.
 */
public final class MapOperator extends Operator {

	private final KeyValueMapper<Object, Object, KeyValue<?, ?>> mapper;

	/**
	 * Makes the operator.
	 * @param mapper makes the new key and value
	 */
	@SuppressWarnings("unchecked")
	public MapOperator(KeyValueMapper<?, ?, ? extends KeyValue<?, ?>> mapper) {
		this.mapper = (KeyValueMapper<Object, Object, KeyValue<?, ?>>) mapper;
	}

	@Override
	@SuppressWarnings("NullAway")
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		KeyValue<?, ?> pair = this.mapper.apply(key, value);
		if (pair == null) {
			throw new StreamsException("The mapper of operator " + name()
					+ " returned null in place of a KeyValue; return one, or drop records with a filter.");
		}
		forward(pair.key, pair.value, timestamp, headers);
	}

}
