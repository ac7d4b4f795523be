package io.millrace.streams.internal.operator;

import io.millrace.streams.internal.store.TimestampedKeyValueAccess;
import io.millrace.streams.kstream.Predicate;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the rows of a table for which a condition holds, or those for which it doesn't. A
 * row that passes no more is deleted; one that never passed isn't mentioned. What passed
 * before is in the operator's store, or follows from the old value of the change, which
 * the table before has to know.
 */
public final class TableFilterOperator extends Operator {

	private final Predicate<Object, Object> predicate;

	private final boolean wanted;

	private final @Nullable String storeName;

	private @Nullable TimestampedKeyValueAccess store;

	/**
	 * Makes the operator.
	 * @param predicate the condition
	 * @param wanted the outcome that lets a row pass
	 * @param storeName the store of the result, or null if it has none
	 */
	@SuppressWarnings("unchecked")
	public TableFilterOperator(Predicate<?, ?> predicate, boolean wanted, @Nullable String storeName) {
		this.predicate = (Predicate<Object, Object>) predicate;
		this.wanted = wanted;
		this.storeName = storeName;
	}

	@Override
	public void init(OperatorContext context) {
		this.store = TableStores.findIfNamed(context, name(), this.storeName);
	}

	@Override
	public void onChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		Object now = passing(key, newValue);
		Object before = (this.store != null) ? this.store.find(key) : passing(key, oldValue);
		if (now == null && before == null) {
			return;
		}
		if (this.store != null) {
			this.store.update(now, timestamp);
		}
		forwardChange(key, now, before, timestamp, headers);
	}

	private @Nullable Object passing(Object key, @Nullable Object value) {
		return (value != null && this.predicate.test(key, value) == this.wanted) ? value : null;
	}

}
