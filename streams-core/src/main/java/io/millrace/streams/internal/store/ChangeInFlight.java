package io.millrace.streams.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * The change of a row that an operator is forwarding just now, for who takes it by
 * several ways. Kept by the facades of stores that hold a table's rows.
 */
final class ChangeInFlight {

	private @Nullable Object key;

	private @Nullable Object before;

	private long number;

	void begin(Object rowKey, @Nullable Object valueBefore) {
		this.key = rowKey;
		this.before = valueBefore;
		this.number++;
	}

	void end() {
		this.key = null;
		this.before = null;
	}

	/**
	 * The number of the change if it is one of a row, 0 if not.
	 */
	long number(Object rowKey) {
		return (this.key != null && this.key.equals(rowKey)) ? this.number : 0;
	}

	@Nullable Object before() {
		return this.before;
	}

}
