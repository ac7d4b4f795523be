package io.millrace.streams.internal.operator;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.kstream.ValueMapper;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Turns each record into any number of records with the same key.
 */
public final class FlatMapValuesOperator extends Operator {

	private final ValueMapper<Object, Iterable<?>> mapper;

	/**
	 * Makes the operator.
	 * @param mapper computes the values
	 */
	@SuppressWarnings("unchecked")
	public FlatMapValuesOperator(ValueMapper<?, ? extends Iterable<?>> mapper) {
		this.mapper = (ValueMapper<Object, Iterable<?>>) mapper;
	}

	@Override
	@SuppressWarnings("NullAway")
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		Iterable<?> values = this.mapper.apply(value);
		if (values == null) {
			throw new StreamsException("The mapper of operator " + name()
					+ " returned null in place of an Iterable; return an empty one for no records.");
		}
		for (Object each : values) {
			forward(key, each, timestamp, headers);
		}
	}

}
