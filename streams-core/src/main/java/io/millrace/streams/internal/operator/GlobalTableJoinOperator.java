package io.millrace.streams.internal.operator;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.internal.store.GlobalRows;
import io.millrace.streams.kstream.KeyValueMapper;
import io.millrace.streams.kstream.ValueJoiner;
import io.millrace.streams.kstream.ValueJoinerWithStreamAndMappedKey;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import io.millrace.streams.state.ValueAndTimestamp;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Joins each record of a stream with what a global table holds at that moment for a key
 * that is computed from the record. The inner join drops a record without such a key, and
 * gives nothing without a match; the left join gives null to the joiner in both cases. A
 * record without a value is dropped by both. The record's own key doesn't matter.
 */
public final class GlobalTableJoinOperator extends Operator {

	private final String storeName;

	private final KeyValueMapper<Object, Object, Object> keySelector;

	private final ValueJoinerWithStreamAndMappedKey<Object, Object, Object, Object, Object> joiner;

	private final boolean left;

	private @Nullable OperatorContext context;

	private @Nullable ReadOnlyKeyValueStore<Object, Object> table;

	/**
	 * Makes the operator.
	 * @param storeName the table's store
	 * @param keySelector computes the key to look up
	 * @param joiner joins the values
	 * @param left whether a record without a match gives a result
	 */
	@SuppressWarnings("unchecked")
	public GlobalTableJoinOperator(String storeName, KeyValueMapper<?, ?, ?> keySelector,
			ValueJoinerWithStreamAndMappedKey<?, ?, ?, ?, ?> joiner, boolean left) {
		this.storeName = storeName;
		this.keySelector = (KeyValueMapper<Object, Object, Object>) keySelector;
		this.joiner = (ValueJoinerWithStreamAndMappedKey<Object, Object, Object, Object, Object>) joiner;
		this.left = left;
	}

	/**
	 * Takes a joiner that looks at no key for one that may.
	 * @param joiner joins values alone
	 * @return the same with keys
	 */
	@SuppressWarnings({ "unchecked", "NullAway" })
	public static ValueJoinerWithStreamAndMappedKey<?, ?, ?, ?, ?> ignoringKeys(ValueJoiner<?, ?, ?> joiner) {
		ValueJoiner<Object, Object, Object> values = (ValueJoiner<Object, Object, Object>) joiner;
		return (streamKey, tableKey, value, found) -> values.apply(value, found);
	}

	@Override
	@SuppressWarnings("unchecked")
	public void init(OperatorContext context) {
		this.context = context;
		if (!(context.globalStore(this.storeName) instanceof ReadOnlyKeyValueStore<?, ?> found)) {
			throw new StreamsException(
					"Global store " + this.storeName + " of operator " + name() + " is missing or no key-value store.");
		}
		this.table = (ReadOnlyKeyValueStore<Object, Object>) found;
	}

	@Override
	@SuppressWarnings("NullAway")
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		if (value == null) {
			Drops.count(this.context, name(), DropReason.NULL_VALUE);
			return;
		}
		Object mapped = this.keySelector.apply(key, value);
		if (mapped == null && !this.left) {
			Drops.count(this.context, name(), DropReason.NULL_KEY);
			return;
		}
		Object match = (mapped != null) ? find(mapped) : null;
		if (match != null || this.left) {
			forward(key, this.joiner.apply(key, mapped, value, match), timestamp, headers);
		}
	}

	@SuppressWarnings("NullAway")
	private @Nullable Object find(Object key) {
		if (this.table instanceof GlobalRows rows) {
			return rows.valueOf(key);
		}
		Object found = this.table.get(key);
		return (found instanceof ValueAndTimestamp<?> row) ? row.value() : found;
	}

}
