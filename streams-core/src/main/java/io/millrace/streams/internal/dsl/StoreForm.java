package io.millrace.streams.internal.dsl;

import java.time.Duration;
import java.util.function.UnaryOperator;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.state.DslWindowParams;
import io.millrace.streams.state.DslStoreSuppliers;
import io.millrace.streams.state.DslSessionParams;
import io.millrace.streams.state.DslKeyValueParams;
import io.millrace.streams.kstream.EmitStrategy;
import io.millrace.streams.internal.store.BuiltInKeyValueStoreSupplier;
import io.millrace.streams.internal.store.BuiltInSessionStoreSupplier;
import io.millrace.streams.internal.store.BuiltInWindowStoreSupplier;
import io.millrace.streams.internal.store.SuppressionStoreBuilder;
import io.millrace.streams.kstream.JoinWindows;
import io.millrace.streams.state.KeyValueBytesStoreSupplier;
import io.millrace.streams.state.SessionBytesStoreSupplier;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.StoreSupplier;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.VersionedBytesStoreSupplier;
import io.millrace.streams.state.WindowBytesStoreSupplier;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/**
 * What kind of store a table has. {@link TableStorage} has its builder made here.
 */
sealed interface StoreForm {

	/** A store without windows. */
	StoreForm KEY_VALUE = new KeyValue();

	/**
	 * Makes the builder of a store.
	 * @param name the store's name
	 * @param operator the operator that writes it
	 * @param settings what the user declared
	 * @throws TopologyException if what the user declared doesn't fit
	 */
	StoreBuilder<?> builder(String name, String operator, Declared.Storage<?, ?> settings);

	/**
	 * Has the user's suppliers choose the store.
	 * @param suppliers what chooses
	 * @param name the store's name
	 * @param settings what the user declared
	 * @return the supplier; null if there's nothing to choose
	 */
	@Nullable StoreSupplier<?> chosen(DslStoreSuppliers suppliers, String name, Declared.Storage<?, ?> settings);

	/**
	 * What a user names a store of this kind with.
	 */
	String namedWith();

	/**
	 * What a user names the serdes of such a store with.
	 */
	String serdesNamedWith();

	private static TopologyException wrongSupplier(String name, String operator, StoreSupplier<?> supplier,
			String kind) {
		return new TopologyException("Store " + name + " of operator " + operator + " has a supplier that makes no "
				+ kind + " stores, a " + supplier.getClass().getName() + "; take one from Stores.");
	}

	private static void checkRetention(String name, String operator, long retention, long needed) {
		if (retention < needed) {
			throw new TopologyException("Store " + name + " of operator " + operator + " has a retention of "
					+ retention + " ms, but its windows take records for " + needed
					+ " ms, their size and grace period; set the retention to that at least.");
		}
	}

	private static long sum(long one, long other) {
		long sum = one + other;
		return (sum < 0) ? Long.MAX_VALUE : sum;
	}

	private static long retention(@Nullable Duration declared, long needed) {
		return (declared != null) ? declared.toMillis() : needed;
	}

	/**
	 * A store without windows.
	 */
	record KeyValue() implements StoreForm {

		@Override
		public StoreSupplier<?> chosen(DslStoreSuppliers suppliers, String name, Declared.Storage<?, ?> settings) {
			return suppliers.keyValueStore(new DslKeyValueParams(name, true));
		}

		@Override
		public String namedWith() {
			return "Materialized.as";
		}

		@Override
		public String serdesNamedWith() {
			return "Materialized.with";
		}

		@Override
		public StoreBuilder<?> builder(String name, String operator, Declared.Storage<?, ?> settings) {
			StoreSupplier<?> supplier = (settings.supplier() != null) ? settings.supplier()
					: BuiltInKeyValueStoreSupplier.anywhere(name);
			if (supplier instanceof VersionedBytesStoreSupplier versioned) {
				return Stores.versionedKeyValueStoreBuilder(versioned, settings.serdes().key(),
						settings.serdes().value());
			}
			if (supplier instanceof KeyValueBytesStoreSupplier known) {
				return Stores.timestampedKeyValueStoreBuilder(known, settings.serdes().key(),
						settings.serdes().value());
			}
			throw wrongSupplier(name, operator, supplier, "key-value");
		}

	}

	/**
	 * A store of time windows.
	 *
	 * @param size the size of the windows in milliseconds
	 * @param needed how long windows take records after their start
	 * @param sliding whether they are sliding windows
	 * @param emitStrategy when results are given
	 */
	record Window(long size, long needed, boolean sliding, EmitStrategy emitStrategy) implements StoreForm {

		static Window of(long size, long grace) {
			return new Window(size, sum(size, grace), false, EmitStrategy.onWindowUpdate());
		}

		/**
		 * Sliding windows, of which some start a window's size before the earliest record
		 * that is taken.
		 */
		static Window sliding(long size, long grace) {
			return new Window(size, sum(sum(size, size), grace), true, EmitStrategy.onWindowUpdate());
		}

		@Override
		public StoreSupplier<?> chosen(DslStoreSuppliers suppliers, String name, Declared.Storage<?, ?> settings) {
			return suppliers
				.windowStore(new DslWindowParams(name, Duration.ofMillis(retention(settings.retention(), this.needed)),
						Duration.ofMillis(this.size), false, this.emitStrategy, this.sliding, true));
		}

		/**
		 * The same with another strategy.
		 */
		Window emitting(EmitStrategy strategy) {
			return new Window(this.size, this.needed, this.sliding, strategy);
		}

		@Override
		public String namedWith() {
			return "Materialized.as";
		}

		@Override
		public String serdesNamedWith() {
			return "Materialized.with";
		}

		@Override
		public StoreBuilder<?> builder(String name, String operator, Declared.Storage<?, ?> settings) {
			if (settings.supplier() == null) {
				long retention = retention(settings.retention(), this.needed);
				checkRetention(name, operator, retention, this.needed);
				return builder(BuiltInWindowStoreSupplier.anywhere(name, retention, this.size), settings);
			}
			if (settings.supplier() instanceof WindowBytesStoreSupplier known) {
				checkRetention(name, operator, known.retentionPeriod(), this.needed);
				return builder(known, settings);
			}
			throw wrongSupplier(name, operator, settings.supplier(), "window");
		}

		private static StoreBuilder<?> builder(WindowBytesStoreSupplier supplier, Declared.Storage<?, ?> settings) {
			return Stores.timestampedWindowStoreBuilder(supplier, settings.serdes().key(), settings.serdes().value());
		}

	}

	/**
	 * A store of sessions.
	 *
	 * @param needed how long sessions take records after their end
	 * @param emitStrategy when results are given
	 */
	record Session(long needed, EmitStrategy emitStrategy) implements StoreForm {

		static Session of(long gap, long grace) {
			return new Session(sum(gap, grace), EmitStrategy.onWindowUpdate());
		}

		@Override
		public StoreSupplier<?> chosen(DslStoreSuppliers suppliers, String name, Declared.Storage<?, ?> settings) {
			return suppliers.sessionStore(new DslSessionParams(name,
					Duration.ofMillis(retention(settings.retention(), this.needed)), this.emitStrategy));
		}

		/**
		 * The same with another strategy.
		 */
		Session emitting(EmitStrategy strategy) {
			return new Session(this.needed, strategy);
		}

		@Override
		public String namedWith() {
			return "Materialized.as";
		}

		@Override
		public String serdesNamedWith() {
			return "Materialized.with";
		}

		@Override
		public StoreBuilder<?> builder(String name, String operator, Declared.Storage<?, ?> settings) {
			if (settings.supplier() == null) {
				long retention = retention(settings.retention(), this.needed);
				checkRetention(name, operator, retention, this.needed);
				return builder(BuiltInSessionStoreSupplier.anywhere(name, kept(retention)), settings);
			}
			if (settings.supplier() instanceof SessionBytesStoreSupplier known) {
				checkRetention(name, operator, known.retentionPeriod(), this.needed);
				return builder((known instanceof BuiltInSessionStoreSupplier own)
						? new BuiltInSessionStoreSupplier(own.name(), own.place(), kept(own.retentionPeriod())) : known,
						settings);
			}
			throw wrongSupplier(name, operator, settings.supplier(), "session");
		}

		/**
		 * The last record of a session and the whole gap belong to it, so it closes a
		 * millisecond after a store of that retention would hide it.
		 */
		private long kept(long retention) {
			return Math.max(retention, sum(this.needed, 1));
		}

		private static StoreBuilder<?> builder(SessionBytesStoreSupplier supplier, Declared.Storage<?, ?> settings) {
			return Stores.sessionStoreBuilder(supplier, settings.serdes().key(), settings.serdes().value());
		}

	}

	/**
	 * A store of one side of a join of streams.
	 *
	 * @param size the size of the join windows in milliseconds
	 * @param retention how long records can be joined
	 * @param reach how much longer it has to be known that they were there
	 */
	record JoinWindow(long size, long retention, long reach) implements StoreForm {

		/**
		 * The store of a side of a join. An outer join has to know whether a record whose
		 * window is closed had a match, for as long as a record that isn't late may match
		 * it: that lies a window behind stream time, the one whose window is closed
		 * another one behind that, and its match a third one.
		 */
		static JoinWindow of(JoinWindows windows, boolean outer) {
			long farthest = Math.max(windows.beforeMs, windows.afterMs);
			long retention = sum(windows.size(), windows.gracePeriodMs());
			long needed = sum(sum(sum(farthest, farthest), farthest), windows.gracePeriodMs());
			return new JoinWindow(windows.size(), retention, outer ? Math.max(0, needed - retention) : 0);
		}

		@Override
		public StoreBuilder<?> builder(String name, String operator, Declared.Storage<?, ?> settings) {
			WindowBytesStoreSupplier supplier = (settings.supplier() instanceof WindowBytesStoreSupplier given) ? given
					: new BuiltInWindowStoreSupplier(name, BuiltInKeyValueStoreSupplier.Place.ANYWHERE, this.retention,
							this.size, true, 0);
			if (supplier instanceof BuiltInWindowStoreSupplier known) {
				supplier = known.reaching(this.reach);
			}
			if (!supplier.retainDuplicates() || supplier.windowSize() != this.size
					|| supplier.retentionPeriod() != this.retention) {
				throw new TopologyException("Store " + name + " of operator " + operator
						+ " has a supplier with windows of " + supplier.windowSize() + " ms, a retention of "
						+ supplier.retentionPeriod() + " ms, and duplicates "
						+ (supplier.retainDuplicates() ? "" : "not ") + "retained; this join needs windows of "
						+ this.size + " ms, a retention of " + this.retention + " ms, and duplicates retained.");
			}
			return Stores.windowStoreBuilder(supplier, settings.serdes().key(), settings.serdes().value());
		}

		@Override
		public StoreSupplier<?> chosen(DslStoreSuppliers suppliers, String name, Declared.Storage<?, ?> settings) {
			return suppliers.windowStore(new DslWindowParams(name, Duration.ofMillis(this.retention),
					Duration.ofMillis(this.size), true, EmitStrategy.onWindowUpdate(), false, false));
		}

		@Override
		public String namedWith() {
			return "StreamJoined.as";
		}

		@Override
		public String serdesNamedWith() {
			return "StreamJoined.with";
		}

	}

	/**
	 * A store of bytes: the records of a join that have no match yet.
	 *
	 * @param place where it is
	 */
	record Unjoined(BuiltInKeyValueStoreSupplier.Place place) implements StoreForm {

		@Override
		public StoreBuilder<?> builder(String name, String operator, Declared.Storage<?, ?> settings) {
			KeyValueBytesStoreSupplier supplier = (settings.supplier() instanceof KeyValueBytesStoreSupplier given)
					? given : new BuiltInKeyValueStoreSupplier(name, this.place);
			return Stores.keyValueStoreBuilder(supplier, Serdes.ByteArray(), Serdes.ByteArray());
		}

		@Override
		public StoreSupplier<?> chosen(DslStoreSuppliers suppliers, String name, Declared.Storage<?, ?> settings) {
			return suppliers.keyValueStore(new DslKeyValueParams(name, false));
		}

		@Override
		public String namedWith() {
			return "StreamJoined.as";
		}

		@Override
		public String serdesNamedWith() {
			return "StreamJoined.with";
		}

	}

	/**
	 * The buffer of a suppression.
	 *
	 * @param rowSerde makes the serde of the table's keys of the default
	 */
	record Suppressed(UnaryOperator<Serde<?>> rowSerde) implements StoreForm {

		@Override
		public StoreBuilder<?> builder(String name, String operator, Declared.Storage<?, ?> settings) {
			return new SuppressionStoreBuilder(name, settings.serdes().key(), this.rowSerde, settings.serdes().value());
		}

		@Override
		public @Nullable StoreSupplier<?> chosen(DslStoreSuppliers suppliers, String name,
				Declared.Storage<?, ?> settings) {
			return null;
		}

		@Override
		public String namedWith() {
			return "Suppressed.withName";
		}

		@Override
		public String serdesNamedWith() {
			return "the Consumed or Materialized of the table before it";
		}

	}

}
