package io.millrace.streams.internal.dsl;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.UnaryOperator;

import io.millrace.streams.internal.operator.TableJoin;
import io.millrace.streams.internal.operator.TableLookup;

/**
 * How the content of a table is reached: from a store of its own, or by deriving it from
 * the table before.
 */
sealed interface TableView {

	/**
	 * Makes a lookup for one operator of one task.
	 */
	TableLookup lookup();

	/**
	 * The stores that lookups end in.
	 */
	Set<TableStorage> storages();

	/**
	 * Demands that the stores exist.
	 */
	default void require() {
		storages().forEach(TableStorage::require);
	}

	/**
	 * Demands that the changes of this table hold old values.
	 */
	void requireOldValues();

	/**
	 * Asks that the changes of this table hold old values if they can be had without a
	 * store that wouldn't be there otherwise.
	 */
	void requestOldValues();

	/**
	 * Whether the changes of this table hold old values; final when the program is built.
	 */
	boolean oldValuesKnown();

	/**
	 * Whether changes may come out of order, since the table keeps earlier values.
	 */
	boolean versioned();

	/**
	 * Whether an operator has demanded old values.
	 */
	boolean oldValuesRequired();

	/**
	 * A table with a store.
	 */
	final class Stored implements TableView {

		private final TableStorage storage;

		private boolean oldValuesRequired;

		Stored(TableStorage storage) {
			this.storage = storage;
		}

		@Override
		public TableLookup lookup() {
			return TableLookup.in(this.storage.name());
		}

		@Override
		public Set<TableStorage> storages() {
			return Set.of(this.storage);
		}

		@Override
		public void requireOldValues() {
			this.oldValuesRequired = true;
			this.storage.require();
		}

		@Override
		public void requestOldValues() {
			this.oldValuesRequired = true;
		}

		@Override
		public boolean oldValuesKnown() {
			return this.storage.required();
		}

		@Override
		public boolean versioned() {
			return this.storage.versioned();
		}

		@Override
		public boolean oldValuesRequired() {
			return this.oldValuesRequired;
		}

	}

	/**
	 * A table without a store.
	 */
	final class Derived implements TableView {

		private final TableView table;

		private final UnaryOperator<TableLookup> derivation;

		private final Set<TableStorage> buffers;

		private boolean oldValuesRequired;

		Derived(TableView table, UnaryOperator<TableLookup> derivation, TableStorage... buffers) {
			this.table = table;
			this.derivation = derivation;
			this.buffers = Set.of(buffers);
		}

		@Override
		public TableLookup lookup() {
			return this.derivation.apply(this.table.lookup());
		}

		@Override
		public Set<TableStorage> storages() {
			Set<TableStorage> all = new LinkedHashSet<>(this.buffers);
			all.addAll(this.table.storages());
			return all;
		}

		@Override
		public void requireOldValues() {
			this.oldValuesRequired = true;
			this.table.requireOldValues();
		}

		@Override
		public void requestOldValues() {
			this.oldValuesRequired = true;
			this.table.requestOldValues();
		}

		@Override
		public boolean oldValuesKnown() {
			return this.table.oldValuesKnown();
		}

		@Override
		public boolean versioned() {
			return this.table.versioned();
		}

		@Override
		public boolean oldValuesRequired() {
			return this.oldValuesRequired;
		}

	}

	/**
	 * The join of two tables, without a store.
	 */
	final class Joined implements TableView {

		private final TableView left;

		private final TableView right;

		private final TableJoin join;

		private boolean oldValuesRequired;

		Joined(TableView left, TableView right, TableJoin join) {
			this.left = left;
			this.right = right;
			this.join = join;
		}

		@Override
		public TableLookup lookup() {
			return TableLookup.joined(this.left.lookup(), this.right.lookup(), this.join);
		}

		@Override
		public Set<TableStorage> storages() {
			Set<TableStorage> all = new LinkedHashSet<>(this.left.storages());
			all.addAll(this.right.storages());
			return all;
		}

		@Override
		public void requestOldValues() {
			this.oldValuesRequired = true;
		}

		@Override
		public void requireOldValues() {
			this.oldValuesRequired = true;
		}

		@Override
		public boolean oldValuesKnown() {
			return true;
		}

		@Override
		public boolean versioned() {
			return false;
		}

		@Override
		public boolean oldValuesRequired() {
			return this.oldValuesRequired;
		}

	}

}
