package io.millrace.streams.internal.operator;

import io.millrace.streams.kstream.Predicate;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Passes on the records for which a condition holds, or those for which it doesn't.
 */
public final class FilterOperator extends Operator {

	private final Predicate<Object, Object> predicate;

	private final boolean wanted;

	/**
	 * Makes a filter.
	 * @param predicate the condition
	 * @param wanted the outcome that lets a record pass
	 */
	@SuppressWarnings("unchecked")
	public FilterOperator(Predicate<?, ?> predicate, boolean wanted) {
		this.predicate = (Predicate<Object, Object>) predicate;
		this.wanted = wanted;
	}

	@Override
	@SuppressWarnings("NullAway")
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		if (this.predicate.test(key, value) == this.wanted) {
			forward(key, value, timestamp, headers);
		}
	}

}
