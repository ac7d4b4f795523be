package io.millrace.streams.internal.operator;

import io.millrace.streams.KeyValue;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.kstream.KeyValueMapper;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Turns each record into any number of records with keys and values of their own.
 */
public final class FlatMapOperator extends Operator {

	private final KeyValueMapper<Object, Object, Iterable<KeyValue<?, ?>>> mapper;

	/**
	 * Makes the operator.
	 * @param mapper makes the new keys and values
	 */
	@SuppressWarnings("unchecked")
	public FlatMapOperator(KeyValueMapper<?, ?, ? extends Iterable<? extends KeyValue<?, ?>>> mapper) {
		this.mapper = (KeyValueMapper<Object, Object, Iterable<KeyValue<?, ?>>>) mapper;
	}

	@Override
	@SuppressWarnings("NullAway")
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		Iterable<KeyValue<?, ?>> pairs = this.mapper.apply(key, value);
		if (pairs == null) {
			throw new StreamsException("The mapper of operator " + name()
					+ " returned null in place of an Iterable; return an empty one for no records.");
		}
		for (KeyValue<?, ?> pair : pairs) {
			forward(pair.key, pair.value, timestamp, headers);
		}
	}

}
