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

	private final boolean versioned;

	private @Nullable TimestampedKeyValueAccess store;

	/**
	 * Makes the operator.
	 * @param predicate the condition
	 * @param wanted the outcome that lets a row pass
	 * @param storeName the store of the result, or null if it has none
	 * @param versioned whether the table before is versioned, so that deletes count even
	 * if nothing was there
	 */
	@SuppressWarnings("unchecked")
	public TableFilterOperator(Predicate<?, ?> predicate, boolean wanted, @Nullable String storeName,
			boolean versioned) {
		this.predicate = (Predicate<Object, Object>) predicate;
		this.wanted = wanted;
		this.storeName = storeName;
		this.versioned = versioned;
	}

	@Override
	public void init(OperatorContext context) {
		this.store = TableStores.findIfNamed(context, name(), this.storeName);
	}

	@Override
	public void onChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		Object now = passing(key, newValue);
		if (this.store != null) {
			Object before = this.store.find(key);
			if (now != null || before != null || this.store.versioned()) {
				TableStores.update(this, this.store, key, now, before, timestamp, headers);
			}
			return;
		}
		Object before = passing(key, oldValue);
		if (now != null || before != null || this.versioned) {
			forwardChange(key, now, before, timestamp, headers);
		}
	}

	@Override
	public void onLateChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		if (this.store != null) {
			onChange(key, newValue, oldValue, timestamp, headers);
		}
		else {
			forwardLateChange(key, passing(key, newValue), null, timestamp, headers);
		}
	}

	private @Nullable Object passing(Object key, @Nullable Object value) {
		return (value != null && this.predicate.test(key, value) == this.wanted) ? value : null;
	}

}
