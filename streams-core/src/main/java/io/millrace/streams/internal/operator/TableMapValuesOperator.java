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

	private @Nullable TimestampedKeyValueAccess store;

	private TableMapValuesOperator(@Nullable String storeName, boolean oldValueKnown, boolean oldValueNeeded) {
		this.storeName = storeName;
		this.oldValueKnown = oldValueKnown;
		this.oldValueNeeded = oldValueNeeded;
	}

	/**
	 * Makes the operator.
	 * @param mapper computes the value
	 * @param storeName the store of the result, or null if it has none
	 * @param oldValueKnown whether the changes that come in hold old values
	 * @param oldValueNeeded whether an operator behind needs old values
	 * @return the operator
	 */
	public static TableMapValuesOperator of(ValueMapper<?, ?> mapper, @Nullable String storeName, boolean oldValueKnown,
			boolean oldValueNeeded) {
		return new ByValue(mapper, storeName, oldValueKnown, oldValueNeeded);
	}

	/**
	 * Makes the operator.
	 * @param mapper computes the value
	 * @param storeName the store of the result, or null if it has none
	 * @param oldValueKnown whether the changes that come in hold old values
	 * @param oldValueNeeded whether an operator behind needs old values
	 * @return the operator
	 */
	public static TableMapValuesOperator of(ValueMapperWithKey<?, ?, ?> mapper, @Nullable String storeName,
			boolean oldValueKnown, boolean oldValueNeeded) {
		return new ByKeyAndValue(mapper, storeName, oldValueKnown, oldValueNeeded);
	}

	@Override
	public void init(OperatorContext context) {
		this.store = TableStores.findIfNamed(context, name(), this.storeName);
	}

	@Override
	public void onChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		Object now = (newValue != null) ? map(key, newValue) : null;
		Object before = null;
		if (this.store != null) {
			before = this.store.find(key);
			if (now == null && before == null) {
				return;
			}
			this.store.update(now, timestamp);
		}
		else if (this.oldValueKnown && (this.oldValueNeeded || now == null)) {
			before = (oldValue != null) ? map(key, oldValue) : null;
			if (now == null && before == null) {
				return;
			}
		}
		forwardChange(key, now, before, timestamp, headers);
	}

	abstract @Nullable Object map(Object key, Object value);

	private static final class ByValue extends TableMapValuesOperator {

		private final ValueMapper<Object, Object> mapper;

		@SuppressWarnings("unchecked")
		private ByValue(ValueMapper<?, ?> mapper, @Nullable String storeName, boolean oldValueKnown,
				boolean oldValueNeeded) {
			super(storeName, oldValueKnown, oldValueNeeded);
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
				boolean oldValueNeeded) {
			super(storeName, oldValueKnown, oldValueNeeded);
			this.mapper = (ValueMapperWithKey<Object, Object, Object>) mapper;
		}

		@Override
		@Nullable Object map(Object key, Object value) {
			return this.mapper.apply(key, value);
		}

	}

}
