package io.millrace.streams.internal.operator;

import java.util.Objects;

import io.millrace.streams.internal.store.HoldingStore;
import io.millrace.streams.internal.store.SuppressionBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Looks up in a table of which changes are suppressed: of a row with changes in the
 * buffer, what was passed on before them.
 */
final class SuppressedLookup extends TableLookup {

	private final TableLookup table;

	private final String name;

	private @Nullable SuppressionBuffer buffer;

	private boolean held;

	SuppressedLookup(TableLookup table, String name) {
		this.table = table;
		this.name = name;
	}

	@Override
	void init(OperatorContext context, Operator operator) {
		this.table.init(context, operator);
		this.buffer = (SuppressionBuffer) context.store(this.name);
	}

	@Override
	void initAsForwarded(OperatorContext context, Operator operator) {
		this.table.initAsForwarded(context, operator);
		this.buffer = (SuppressionBuffer) context.store(this.name);
	}

	@Override
	@Nullable Object find(Object key) {
		SuppressionBuffer rows = Objects.requireNonNull(this.buffer);
		this.held = rows.holds(key);
		return this.held ? rows.prior(key) : this.table.find(key);
	}

	@Override
	@Nullable HoldingStore changing(Object key) {
		SuppressionBuffer rows = Objects.requireNonNull(this.buffer);
		if (rows.changeInFlight(key) != 0) {
			return rows;
		}
		return rows.holds(key) ? null : this.table.changing(key);
	}

	@Override
	@Nullable Object findBefore(Object key) {
		SuppressionBuffer rows = Objects.requireNonNull(this.buffer);
		if (rows.changeInFlight(key) != 0) {
			return rows.beforeChange();
		}
		return rows.holds(key) ? rows.prior(key) : this.table.findBefore(key);
	}

	@Override
	long foundTimestamp() {
		// That of what was passed on before isn't kept.
		return this.held ? -1 : this.table.foundTimestamp();
	}

	@Override
	void close() {
		this.table.close();
	}

}
