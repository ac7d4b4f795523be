package io.millrace.streams.internal.operator;

import java.util.Objects;

import io.millrace.streams.internal.store.HoldingStore;
import io.millrace.streams.kstream.ValueTransformerWithKeySupplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks up in a table whose values a transformer computes, by one of its own. Made by
 * {@link TableLookup#transformed}.
 */
final class TransformedLookup extends TableLookup {

	private final TableLookup table;

	private final ValueTransformerWithKeySupplier<?, ?, ?> supplier;

	private final String declaredBy;

	private TableTransformOperator.@Nullable Transforming transforming;

	TransformedLookup(TableLookup table, ValueTransformerWithKeySupplier<?, ?, ?> supplier, String declaredBy) {
		this.table = table;
		this.supplier = supplier;
		this.declaredBy = declaredBy;
	}

	@Override
	void init(OperatorContext context, Operator operator) {
		this.table.init(context, operator);
		this.transforming = new TableTransformOperator.Transforming(this.supplier, operator, this.declaredBy, context);
	}

	@Override
	void initAsForwarded(OperatorContext context, Operator operator) {
		this.table.initAsForwarded(context, operator);
		this.transforming = new TableTransformOperator.Transforming(this.supplier, operator, this.declaredBy, context);
	}

	@Override
	@Nullable Object find(Object key) {
		return transformed(key, this.table.find(key));
	}

	@Override
	@Nullable Object find(Object key, long timestamp) {
		return transformed(key, this.table.find(key, timestamp));
	}

	@Override
	long missedBy() {
		return this.table.missedBy();
	}

	@Override
	@Nullable HoldingStore changing(Object key) {
		return this.table.changing(key);
	}

	@Override
	@Nullable Object findBefore(Object key) {
		return transformed(key, this.table.findBefore(key));
	}

	private @Nullable Object transformed(Object key, @Nullable Object value) {
		return Objects.requireNonNull(this.transforming).look(key, value, this.table.foundTimestamp());
	}

	@Override
	long foundTimestamp() {
		return this.table.foundTimestamp();
	}

	@Override
	void close() {
		this.table.close();
		if (this.transforming != null) {
			this.transforming.close();
		}
	}

}
