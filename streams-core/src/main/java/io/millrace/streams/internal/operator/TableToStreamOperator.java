package io.millrace.streams.internal.operator;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Gives the changes of a table as records of a stream; a deleted row as null.
 */
public final class TableToStreamOperator extends Operator {

	@Override
	public void onChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		forward(key, newValue, timestamp, headers);
	}

	@Override
	public void onLateChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		forward(key, newValue, timestamp, headers);
	}

}
