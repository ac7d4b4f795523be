package io.millrace.streams.state;

/**
 * The choices of stores that come with Millrace.
 */
public class BuiltInDslStoreSuppliers {

	/** Stores on disk, if there is an engine for that on the class path. */
	public static final DslStoreSuppliers ROCKS_DB = new RocksDBDslStoreSuppliers();

	/** Stores in memory. */
	public static final DslStoreSuppliers IN_MEMORY = new InMemoryDslStoreSuppliers();

	/**
	 * Makes nothing of use; all there is is static.
	 */
	public BuiltInDslStoreSuppliers() {
	}

	/**
	 * Stores on disk, if there is an engine for that on the class path.
	 */
	public static class RocksDBDslStoreSuppliers implements DslStoreSuppliers {

		/**
		 * Makes it; called by whoever reads the setting.
		 */
		public RocksDBDslStoreSuppliers() {
		}

		@Override
		public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
			return params.isTimestamped() ? Stores.persistentTimestampedKeyValueStore(params.name())
					: Stores.persistentKeyValueStore(params.name());
		}

		@Override
		public WindowBytesStoreSupplier windowStore(DslWindowParams params) {
			return params.isTimestamped()
					? Stores.persistentTimestampedWindowStore(params.name(), params.retentionPeriod(),
							params.windowSize(), params.retainDuplicates())
					: Stores.persistentWindowStore(params.name(), params.retentionPeriod(), params.windowSize(),
							params.retainDuplicates());
		}

		@Override
		public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
			return Stores.persistentSessionStore(params.name(), params.retentionPeriod());
		}

	}

	/**
	 * Stores in memory.
	 */
	public static class InMemoryDslStoreSuppliers implements DslStoreSuppliers {

		/**
		 * Makes it; called by whoever reads the setting.
		 */
		public InMemoryDslStoreSuppliers() {
		}

		@Override
		public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
			return Stores.inMemoryKeyValueStore(params.name());
		}

		@Override
		public WindowBytesStoreSupplier windowStore(DslWindowParams params) {
			return Stores.inMemoryWindowStore(params.name(), params.retentionPeriod(), params.windowSize(),
					params.retainDuplicates());
		}

		@Override
		public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
			return Stores.inMemorySessionStore(params.name(), params.retentionPeriod());
		}

	}

}
