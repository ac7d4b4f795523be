package io.millrace.streams.internal.operator;

import io.millrace.streams.internal.store.TimestampedKeyValueAccess;
import io.millrace.streams.kstream.ValueMapper;
import io.millrace.streams.kstream.ValueMapperWithKey;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Gives each row of a table a new value; a row whose new value is null is not in the
 * result. What the result held before is in the operator's store, or is computed from the
 * old value of the change where somebody needs it and the table before knows it.
 */
public abstract class TableMapValuesOperator extends Operator {

	private final @Nullable String storeName;

	private final boolean oldValueKnown;

	private final boolean oldValueNeeded;

	private final boolean versioned;

	private @Nullable TimestampedKeyValueAccess store;

	private TableMapValuesOperator(@Nullable String storeName, boolean oldValueKnown, boolean oldValueNeeded,
			boolean versioned) {
		this.storeName = storeName;
		this.oldValueKnown = oldValueKnown;
		this.oldValueNeeded = oldValueNeeded;
		this.versioned = versioned;
	}

	/**
	 * Makes the operator.
	 * @param mapper computes the value
	 * @param storeName the store of the result, or null if it has none
	 * @param oldValueKnown whether the changes that come in hold old values
	 * @param oldValueNeeded whether an operator behind needs old values
	 * @param versioned whether the table before is versioned, so that deletes count even
	 * if nothing was there
	 * @return the operator
	 */
	public static TableMapValuesOperator of(ValueMapper<?, ?> mapper, @Nullable String storeName, boolean oldValueKnown,
			boolean oldValueNeeded, boolean versioned) {
		return new ByValue(mapper, storeName, oldValueKnown, oldValueNeeded, versioned);
	}

	/**
	 * Makes the operator.
	 * @param mapper computes the value
	 * @param storeName the store of the result, or null if it has none
	 * @param oldValueKnown whether the changes that come in hold old values
	 * @param oldValueNeeded whether an operator behind needs old values
	 * @param versioned whether the table before is versioned, so that deletes count even
	 * if nothing was there
	 * @return the operator
	 */
	public static TableMapValuesOperator of(ValueMapperWithKey<?, ?, ?> mapper, @Nullable String storeName,
			boolean oldValueKnown, boolean oldValueNeeded, boolean versioned) {
		return new ByKeyAndValue(mapper, storeName, oldValueKnown, oldValueNeeded, versioned);
	}

	@Override
	public void init(OperatorContext context) {
		this.store = TableStores.findIfNamed(context, name(), this.storeName);
	}

	@Override
	public void onChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		Object now = (newValue != null) ? map(key, newValue) : null;
		if (this.store != null) {
			Object before = this.store.find(key);
			if (now != null || before != null || this.store.versioned()) {
				TableStores.update(this, this.store, key, now, before, timestamp, headers);
			}
			return;
		}
		Object before = null;
		if (this.oldValueKnown && (this.oldValueNeeded || now == null)) {
			before = (oldValue != null) ? map(key, oldValue) : null;
			if (now == null && before == null && !this.versioned) {
				return;
			}
		}
		forwardChange(key, now, before, timestamp, headers);
	}

	@Override
	public void onLateChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		if (this.store != null) {
			onChange(key, newValue, oldValue, timestamp, headers);
		}
		else {
			forwardLateChange(key, (newValue != null) ? map(key, newValue) : null, null, timestamp, headers);
		}
	}

	abstract @Nullable Object map(Object key, Object value);

	private static final class ByValue extends TableMapValuesOperator {

		private final ValueMapper<Object, Object> mapper;

		@SuppressWarnings("unchecked")
		private ByValue(ValueMapper<?, ?> mapper, @Nullable String storeName, boolean oldValueKnown,
				boolean oldValueNeeded, boolean versioned) {
			super(storeName, oldValueKnown, oldValueNeeded, versioned);
			this.mapper = (ValueMapper<Object, Object>) mapper;
		}

		@Override
		@Nullable Object map(Object key, Object value) {
			return this.mapper.apply(value);
		}

	}

	private static final class ByKeyAndValue extends TableMapValuesOperator {

		private final ValueMapperWithKey<Object, Object, Object> mapper;

		@SuppressWarnings("unchecked")
		private ByKeyAndValue(ValueMapperWithKey<?, ?, ?> mapper, @Nullable String storeName, boolean oldValueKnown,
				boolean oldValueNeeded, boolean versioned) {
			super(storeName, oldValueKnown, oldValueNeeded, versioned);
			this.mapper = (ValueMapperWithKey<Object, Object, Object>) mapper;
		}

		@Override
		@Nullable Object map(Object key, Object value) {
			return this.mapper.apply(key, value);
		}

	}

}
