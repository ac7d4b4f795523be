package io.millrace.streams.internal.operator;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Passes records and changes on as they are: the place where streams merge, or where a
 * branch starts.
 */
public final class PassThroughOperator extends Operator {

	@Override
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		forward(key, value, timestamp, headers);
	}

	@Override
	public void onChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		forwardChange(key, newValue, oldValue, timestamp, headers);
	}

}
