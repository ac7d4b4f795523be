package io.millrace.streams.internal.operator;

import java.util.Objects;

import io.millrace.streams.internal.store.HeldChanges;
import io.millrace.streams.internal.store.HoldingStore;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * What operators have in common that keep a table in a store and hold changes of its rows
 * back, so that a row which many records change between two commits is forwarded once. An
 * operator whose results nobody takes holds nothing.
 */
abstract class HoldingOperator extends Operator implements HeldChanges {

	private @Nullable HoldingStore rows;

	private @Nullable OperatorContext context;

	/**
	 * Readies the operator to hold changes back if its store allows that.
	 * @param store the store of the rows
	 */
	final void holdIn(OperatorContext context, HoldingStore store) {
		this.context = context;
		this.rows = (children().length > 0 && store.mayHold() && !takesEveryChange()) ? store : null;
	}

	/**
	 * Writes the row that was looked up last and holds the change back, if that's to be.
	 * @return false if it isn't: the row has to be written, and the change forwarded
	 */
	final boolean hold(@Nullable Object value, long timestamp, Headers headers) {
		HoldingStore store = this.rows;
		return store != null && Objects.requireNonNull(this.context).hold(store, value, timestamp, headers);
	}

	@Override
	public final void beforeCommit() {
		if (this.rows != null) {
			try {
				this.rows.forwardHeld(this);
			}
			catch (RuntimeException ex) {
				throw OperatorException.at(name(), ex);
			}
		}
	}

	@Override
	public final void changed(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers, @Nullable TopicPartition partition, long offset) {
		Objects.requireNonNull(this.context).enterHeld(partition, offset, timestamp);
		TableStores.forward(this, Objects.requireNonNull(this.rows), given(key), newValue, oldValue, timestamp,
				headers);
	}

	/**
	 * The key by which a row is given whose change was held back.
	 * @param key the key as the store has it
	 */
	Object given(Object key) {
		return key;
	}

}
