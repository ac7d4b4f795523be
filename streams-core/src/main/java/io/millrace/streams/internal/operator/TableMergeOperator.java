package io.millrace.streams.internal.operator;

import io.millrace.streams.internal.store.TimestampedKeyValueAccess;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Brings the two sides of a join of tables together, and keeps the result if it has a
 * store: what a row was before is then what the store holds.
 */
public final class TableMergeOperator extends HoldingOperator {

	private final @Nullable String storeName;

	private @Nullable TimestampedKeyValueAccess store;

	private @Nullable Object toldTable;

	private long toldChange;

	/**
	 * Makes the operator.
	 * @param storeName the store of the result, or null if it has none
	 */
	public TableMergeOperator(@Nullable String storeName) {
		this.storeName = storeName;
	}

	@Override
	public void init(OperatorContext context) {
		this.store = TableStores.findIfNamed(context, name(), this.storeName);
		if (this.store != null) {
			holdIn(context, this.store);
		}
	}

	@Override
	public void onChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		if (this.store == null) {
			forwardChange(key, newValue, oldValue, timestamp, headers);
			return;
		}
		Object before = this.store.find(key);
		boolean nothing = newValue == null && before == null && !this.store.versioned();
		if (!nothing && !hold(newValue, timestamp, headers)) {
			TableStores.update(this, this.store, key, newValue, before, timestamp, headers);
		}
	}

	/**
	 * Whether the other side of the join has told of a change already, and notes that by
	 * now one has.
	 * @param table the store whose change it is
	 * @param change the number of the change
	 */
	boolean told(Object table, long change) {
		boolean told = this.toldTable == table && this.toldChange == change;
		this.toldTable = table;
		this.toldChange = change;
		return told;
	}

}
