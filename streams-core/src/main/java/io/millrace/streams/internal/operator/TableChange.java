package io.millrace.streams.internal.operator;

import org.jspecify.annotations.Nullable;

/**
 * A change of a row as it was read from a repartition topic: what {@link ChangeSerde}
 * reads into and {@link TableAggregationOperator} takes. One object serves all records of
 * a source, so whoever takes it doesn't keep it.
 */
final class TableChange {

	private @Nullable Object newValue;

	private @Nullable Object oldValue;

	TableChange set(@Nullable Object newValue, @Nullable Object oldValue) {
		this.newValue = newValue;
		this.oldValue = oldValue;
		return this;
	}

	@Nullable Object newValue() {
		return this.newValue;
	}

	@Nullable Object oldValue() {
		return this.oldValue;
	}

}
