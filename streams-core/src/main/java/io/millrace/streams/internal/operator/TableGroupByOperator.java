package io.millrace.streams.internal.operator;

import io.millrace.streams.KeyValue;
import io.millrace.streams.kstream.KeyValueMapper;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Puts the rows of a table into groups. A changed row leaves its old group before it
 * enters its new one; if the two are the same, it's one change. A row that the mapper
 * gives no key or no value is in no group. Its changes go to a repartition topic.
 */
public final class TableGroupByOperator extends Operator {

	private final KeyValueMapper<Object, Object, KeyValue<?, ?>> mapper;

	/**
	 * Makes the operator.
	 * @param mapper gives the group of a row and the value that goes into it
	 */
	@SuppressWarnings("unchecked")
	public TableGroupByOperator(KeyValueMapper<?, ?, ?> mapper) {
		this.mapper = (KeyValueMapper<Object, Object, KeyValue<?, ?>>) mapper;
	}

	@Override
	@SuppressWarnings("NullAway")
	public void onChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		KeyValue<?, ?> now = grouped(key, newValue);
		KeyValue<?, ?> before = grouped(key, oldValue);
		if (now != null && before != null && now.key.equals(before.key)) {
			forwardChange(now.key, now.value, before.value, timestamp, headers);
			return;
		}
		if (before != null) {
			forwardChange(before.key, null, before.value, timestamp, headers);
		}
		if (now != null) {
			forwardChange(now.key, now.value, null, timestamp, headers);
		}
	}

	private @Nullable KeyValue<?, ?> grouped(Object key, @Nullable Object value) {
		KeyValue<?, ?> pair = (value != null) ? this.mapper.apply(key, value) : null;
		return (pair != null && pair.key != null && pair.value != null) ? pair : null;
	}

}
