package io.millrace.streams.internal.operator;

import java.util.Objects;

import io.millrace.streams.internal.store.HoldingStore;
import io.millrace.streams.internal.store.SessionAccess;
import io.millrace.streams.internal.store.TimestampedKeyValueAccess;
import io.millrace.streams.internal.store.WindowAccess;
import io.millrace.streams.kstream.Predicate;
import io.millrace.streams.kstream.ValueMapper;
import io.millrace.streams.kstream.ValueMapperWithKey;
import io.millrace.streams.kstream.ValueTransformerWithKeySupplier;
import io.millrace.streams.kstream.Windowed;
import org.jspecify.annotations.Nullable;

/**
 * Looks up what a table holds for a key: in its store, or, for a table without one, in
 * that of the table it is derived from. Belongs to one operator of one task.
 */
public abstract class TableLookup {

	TableLookup() {
	}

	/**
	 * Finds the store; called once before any lookup.
	 * @param context the task
	 * @param operator the operator that looks up
	 */
	abstract void init(OperatorContext context, Operator operator);

	/**
	 * As {@link #init}, to look up what tables have forwarded already: changes that are
	 * held back don't show. Whoever takes changes of several tables sees them in one
	 * order then.
	 */
	abstract void initAsForwarded(OperatorContext context, Operator operator);

	/**
	 * Looks a key up.
	 * @param key the key
	 * @return the value, or null if the table has none
	 */
	abstract @Nullable Object find(Object key);

	/**
	 * Looks a key up as it was at a time, where the table is versioned; as it is, where
	 * it isn't.
	 * @param key the key
	 * @param timestamp the time in milliseconds
	 * @return the value, or null if the table has none
	 */
	@Nullable Object find(Object key, long timestamp) {
		return find(key);
	}

	/**
	 * How far before the history of a versioned table the time lies that was looked up
	 * last, if nothing was found for that.
	 * @return milliseconds, 0 if the table knows what it had then
	 */
	long missedBy() {
		return 0;
	}

	/**
	 * The store with a change of the key's row that is being forwarded just now, on which
	 * what is looked up rests.
	 * @param key the key
	 * @return the store, or null if there is none
	 */
	@Nullable HoldingStore changing(Object key) {
		return null;
	}

	/**
	 * Looks a key up as it was before the change that is being forwarded.
	 * @param key the key
	 * @return the value, or null if the table had none
	 */
	@Nullable Object findBefore(Object key) {
		return find(key);
	}

	/**
	 * The timestamp of what {@link #find} found last.
	 * @return milliseconds since the epoch, -1 if it found nothing
	 */
	abstract long foundTimestamp();

	/**
	 * Looks up in a store.
	 * @param store the store's name
	 * @return the lookup
	 */
	public static TableLookup in(String store) {
		return new Stored(store);
	}

	/**
	 * Looks up in a filtered table.
	 * @param table the table before the filter
	 * @param predicate the condition
	 * @param wanted the outcome that lets a row pass
	 * @return the lookup
	 */
	public static TableLookup filtered(TableLookup table, Predicate<?, ?> predicate, boolean wanted) {
		return new Filtered(table, predicate, wanted);
	}

	/**
	 * Looks up in a mapped table.
	 * @param table the table before the mapper
	 * @param mapper computes the value
	 * @return the lookup
	 */
	public static TableLookup mapped(TableLookup table, ValueMapper<?, ?> mapper) {
		return new Mapped(table, mapper);
	}

	/**
	 * Looks up in a mapped table.
	 * @param table the table before the mapper
	 * @param mapper computes the value
	 * @return the lookup
	 */
	public static TableLookup mapped(TableLookup table, ValueMapperWithKey<?, ?, ?> mapper) {
		return new MappedWithKey(table, mapper);
	}

	/**
	 * Looks up in the join of two tables.
	 * @param left the left table
	 * @param right the right table
	 * @param join joins the values, seen from the left
	 * @return the lookup
	 */
	public static TableLookup joined(TableLookup left, TableLookup right, TableJoin join) {
		return new Joined(left, right, join);
	}

	/**
	 * Looks up in a table of which changes are suppressed: what was passed on counts.
	 * @param table the table before the suppression
	 * @param buffer the store of the buffer
	 * @return the lookup
	 */
	public static TableLookup suppressed(TableLookup table, String buffer) {
		return new SuppressedLookup(table, buffer);
	}

	/**
	 * Looks up in a table whose values a transformer computes.
	 * @param table the table before the transformer
	 * @param supplier makes the transformer
	 * @param declaredBy the name of the operator that the transformer was declared with
	 * @return the lookup
	 */
	public static TableLookup transformed(TableLookup table, ValueTransformerWithKeySupplier<?, ?, ?> supplier,
			String declaredBy) {
		return new TransformedLookup(table, supplier, declaredBy);
	}

	/**
	 * Ends what the lookup runs; called once, when the operator ends.
	 */
	void close() {
	}

	private static final class Stored extends TableLookup {

		private final String name;

		private @Nullable TimestampedKeyValueAccess store;

		private @Nullable WindowAccess windows;

		private @Nullable SessionAccess sessions;

		/** The one of these that is there, as it tells of changes. */
		private @Nullable HoldingStore rows;

		private boolean asForwarded;

		private Stored(String name) {
			this.name = name;
		}

		@Override
		void init(OperatorContext context, Operator operator) {
			if (context.store(this.name) instanceof WindowAccess access) {
				this.windows = access;
				this.rows = access;
			}
			else if (context.store(this.name) instanceof SessionAccess access) {
				this.sessions = access;
				this.rows = access;
			}
			else {
				this.store = TableStores.find(context, operator.name(), this.name);
				this.rows = this.store;
			}
		}

		@Override
		void initAsForwarded(OperatorContext context, Operator operator) {
			this.asForwarded = true;
			init(context, operator);
		}

		@Override
		@Nullable Object find(Object key) {
			if (this.windows != null) {
				Windowed<?> windowed = (Windowed<?>) key;
				Object inner = Objects.requireNonNull(windowed.key());
				long start = windowed.window().start();
				long end = windowed.window().end();
				return this.asForwarded ? this.windows.findForwarded(inner, start, end)
						: this.windows.find(inner, start, end);
			}
			if (this.sessions != null) {
				Windowed<?> windowed = (Windowed<?>) key;
				return this.sessions.find(Objects.requireNonNull(windowed.key()), windowed.window().start(),
						windowed.window().end());
			}
			TimestampedKeyValueAccess rows = TableStores.ready(this.store);
			return this.asForwarded ? rows.findForwarded(key) : rows.find(key);
		}

		@Override
		@Nullable Object find(Object key, long timestamp) {
			return (this.store != null && this.store.versioned()) ? this.store.find(key, timestamp) : find(key);
		}

		@Override
		long missedBy() {
			return (this.store != null) ? this.store.missedBy() : 0;
		}

		@Override
		@Nullable HoldingStore changing(Object key) {
			return (this.rows != null && this.rows.changeInFlight(key) != 0) ? this.rows : null;
		}

		@Override
		@Nullable Object findBefore(Object key) {
			return (this.rows != null && this.rows.changeInFlight(key) != 0) ? this.rows.beforeChange() : find(key);
		}

		@Override
		long foundTimestamp() {
			if (this.windows != null) {
				return this.windows.foundTimestamp();
			}
			return (this.store != null) ? this.store.foundTimestamp() : -1;
		}

	}

	private abstract static class Derived extends TableLookup {

		private final TableLookup table;

		private Derived(TableLookup table) {
			this.table = table;
		}

		@Override
		final void init(OperatorContext context, Operator operator) {
			this.table.init(context, operator);
		}

		@Override
		final void initAsForwarded(OperatorContext context, Operator operator) {
			this.table.initAsForwarded(context, operator);
		}

		@Override
		final long foundTimestamp() {
			return this.table.foundTimestamp();
		}

		@Override
		final void close() {
			this.table.close();
		}

		@Override
		final @Nullable Object find(Object key) {
			return derived(key, this.table.find(key));
		}

		@Override
		final @Nullable Object find(Object key, long timestamp) {
			return derived(key, this.table.find(key, timestamp));
		}

		@Override
		final long missedBy() {
			return this.table.missedBy();
		}

		@Override
		final @Nullable HoldingStore changing(Object key) {
			return this.table.changing(key);
		}

		@Override
		final @Nullable Object findBefore(Object key) {
			return derived(key, this.table.findBefore(key));
		}

		private @Nullable Object derived(Object key, @Nullable Object value) {
			return (value != null) ? derive(key, value) : null;
		}

		abstract @Nullable Object derive(Object key, Object value);

	}

	private static final class Filtered extends Derived {

		private final Predicate<Object, Object> predicate;

		private final boolean wanted;

		@SuppressWarnings("unchecked")
		private Filtered(TableLookup table, Predicate<?, ?> predicate, boolean wanted) {
			super(table);
			this.predicate = (Predicate<Object, Object>) predicate;
			this.wanted = wanted;
		}

		@Override
		@Nullable Object derive(Object key, Object value) {
			return (this.predicate.test(key, value) == this.wanted) ? value : null;
		}

	}

	private static final class Mapped extends Derived {

		private final ValueMapper<Object, Object> mapper;

		@SuppressWarnings("unchecked")
		private Mapped(TableLookup table, ValueMapper<?, ?> mapper) {
			super(table);
			this.mapper = (ValueMapper<Object, Object>) mapper;
		}

		@Override
		@Nullable Object derive(Object key, Object value) {
			return this.mapper.apply(value);
		}

	}

	private static final class MappedWithKey extends Derived {

		private final ValueMapperWithKey<Object, Object, Object> mapper;

		@SuppressWarnings("unchecked")
		private MappedWithKey(TableLookup table, ValueMapperWithKey<?, ?, ?> mapper) {
			super(table);
			this.mapper = (ValueMapperWithKey<Object, Object, Object>) mapper;
		}

		@Override
		@Nullable Object derive(Object key, Object value) {
			return this.mapper.apply(key, value);
		}

	}

	private static final class Joined extends TableLookup {

		private final TableLookup left;

		private final TableLookup right;

		private final TableJoin join;

		private long foundTimestamp = -1;

		private Joined(TableLookup left, TableLookup right, TableJoin join) {
			this.left = left;
			this.right = right;
			this.join = join;
		}

		@Override
		void init(OperatorContext context, Operator operator) {
			this.left.init(context, operator);
			this.right.init(context, operator);
		}

		@Override
		void initAsForwarded(OperatorContext context, Operator operator) {
			this.left.initAsForwarded(context, operator);
			this.right.initAsForwarded(context, operator);
		}

		@Override
		@Nullable Object find(Object key) {
			Object one = this.left.find(key);
			Object other = this.right.find(key);
			this.foundTimestamp = Math.max((one != null) ? this.left.foundTimestamp() : -1,
					(other != null) ? this.right.foundTimestamp() : -1);
			return this.join.apply(one, other);
		}

		@Override
		@Nullable HoldingStore changing(Object key) {
			HoldingStore changing = this.left.changing(key);
			return (changing != null) ? changing : this.right.changing(key);
		}

		@Override
		@Nullable Object findBefore(Object key) {
			return this.join.apply(this.left.findBefore(key), this.right.findBefore(key));
		}

		@Override
		long foundTimestamp() {
			return this.foundTimestamp;
		}

		@Override
		void close() {
			this.left.close();
			this.right.close();
		}

	}

}
