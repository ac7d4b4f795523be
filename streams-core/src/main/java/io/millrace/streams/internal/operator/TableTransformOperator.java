package io.millrace.streams.internal.operator;

import java.util.Objects;

import io.millrace.streams.internal.store.TimestampedKeyValueAccess;
import io.millrace.streams.kstream.ValueTransformerWithKey;
import io.millrace.streams.kstream.ValueTransformerWithKeySupplier;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Gives each row of a table the value that a transformer of the user computes, which may
 * have stores. It is asked for deleted rows too. What the result held before is in the
 * operator's store, or is computed from the old value of the change where somebody needs
 * it.
 */
public final class TableTransformOperator extends HoldingOperator {

	private final ValueTransformerWithKeySupplier<?, ?, ?> supplier;

	private final @Nullable String storeName;

	private final boolean oldValueKnown;

	private final boolean oldValueNeeded;

	private final boolean versioned;

	private @Nullable Transforming transforming;

	private @Nullable TimestampedKeyValueAccess store;

	/**
	 * Makes the operator.
	 * @param supplier makes the transformer
	 * @param storeName the store of the result, or null if it has none
	 * @param oldValueKnown whether the changes that come in hold old values
	 * @param oldValueNeeded whether an operator behind needs old values
	 * @param versioned whether the table before is versioned, so that deletes count even
	 * if nothing was there
	 */
	public TableTransformOperator(ValueTransformerWithKeySupplier<?, ?, ?> supplier, @Nullable String storeName,
			boolean oldValueKnown, boolean oldValueNeeded, boolean versioned) {
		this.supplier = supplier;
		this.storeName = storeName;
		this.oldValueKnown = oldValueKnown;
		this.oldValueNeeded = oldValueNeeded;
		this.versioned = versioned;
	}

	@Override
	public void init(OperatorContext context) {
		this.store = TableStores.findIfNamed(context, name(), this.storeName);
		if (this.store != null) {
			holdIn(context, this.store);
		}
		this.transforming = new Transforming(this.supplier, this, name(), context);
	}

	@Override
	public void onChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		Transforming transformer = Objects.requireNonNull(this.transforming,
				"The operator takes changes before it is readied");
		transformer.context.enter(timestamp, headers);
		Object now = transformer.apply(key, newValue);
		if (this.store != null) {
			Object before = this.store.find(key);
			boolean nothing = now == null && before == null && !this.store.versioned();
			if (!nothing && !hold(now, timestamp, headers)) {
				TableStores.update(this, this.store, key, now, before, timestamp, headers);
			}
			return;
		}
		Object before = (this.oldValueKnown && this.oldValueNeeded) ? transformer.apply(key, oldValue) : null;
		boolean neverThere = this.oldValueKnown && before == null && (this.oldValueNeeded || oldValue == null);
		if (now != null || !neverThere || this.versioned) {
			forwardChange(key, now, before, timestamp, headers);
		}
	}

	@Override
	public void onLateChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		if (this.store != null) {
			onChange(key, newValue, oldValue, timestamp, headers);
			return;
		}
		Transforming transformer = Objects.requireNonNull(this.transforming,
				"The operator takes changes before it is readied");
		transformer.context.enter(timestamp, headers);
		forwardLateChange(key, transformer.apply(key, newValue), null, timestamp, headers);
	}

	@Override
	public void close() {
		if (this.transforming != null) {
			this.transforming.transformer.close();
		}
	}

	/**
	 * A transformer within one operator of a task.
	 */
	static final class Transforming {

		private final ValueTransformerWithKey<Object, @Nullable Object, Object> transformer;

		private final TransformerContext context;

		@SuppressWarnings("unchecked")
		Transforming(ValueTransformerWithKeySupplier<?, ?, ?> supplier, Operator operator, String declaredBy,
				OperatorContext task) {
			this.transformer = (ValueTransformerWithKey<Object, @Nullable Object, Object>) FreshInstances
				.supplied(declaredBy, supplier);
			this.context = new TransformerContext(operator, declaredBy, task);
			this.transformer.init(this.context);
		}

		/**
		 * Transforms a row, null for one that was deleted.
		 */
		@SuppressWarnings("NullAway")
		@Nullable Object apply(Object key, @Nullable Object value) {
			return this.transformer.transform(key, value);
		}

		/**
		 * Transforms a row that is looked up.
		 */
		@SuppressWarnings("NullAway")
		@Nullable Object look(Object key, @Nullable Object value, long timestamp) {
			this.context.enterLookup(timestamp);
			return this.transformer.transform(key, value);
		}

		void close() {
			this.transformer.close();
		}

	}

}
