package io.millrace.streams.store.rocksdb;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Has a database put off its compactions while much is loaded: done once in the end, in
 * the background, they cost a fraction. Bounded, so that a very large state doesn't end
 * up in files without number. Used by {@link RocksDbStateEngine}'s writing thread.
 */
final class LoadingOptions {

	/** How many files there may be that may overlap. */
	private static final int FILES = 128;

	private final RocksDB database;

	private final Map<ColumnFamilyHandle, MutableColumnFamilyOptions> before = new HashMap<>();

	LoadingOptions(RocksDB database) {
		this.database = database;
	}

	/**
	 * Sets them, unless they are set.
	 * @param families the column families that are loaded
	 */
	void set(Collection<ColumnFamilyHandle> families) throws RocksDBException {
		if (!this.before.isEmpty()) {
			return;
		}
		for (ColumnFamilyHandle family : families) {
			MutableColumnFamilyOptions.MutableColumnFamilyOptionsBuilder now = this.database.getOptions(family);
			this.before.put(family,
					MutableColumnFamilyOptions.builder()
						.setLevel0FileNumCompactionTrigger(now.level0FileNumCompactionTrigger())
						.setLevel0SlowdownWritesTrigger(now.level0SlowdownWritesTrigger())
						.setLevel0StopWritesTrigger(now.level0StopWritesTrigger())
						.build());
			this.database.setOptions(family,
					MutableColumnFamilyOptions.builder()
						.setLevel0FileNumCompactionTrigger(Math.max(FILES, now.level0FileNumCompactionTrigger()))
						.setLevel0SlowdownWritesTrigger(Math.max(2 * FILES, now.level0SlowdownWritesTrigger()))
						.setLevel0StopWritesTrigger(Math.max(4 * FILES, now.level0StopWritesTrigger()))
						.build());
		}
	}

	/**
	 * Sets them back to what they were.
	 */
	void reset() throws RocksDBException {
		for (Map.Entry<ColumnFamilyHandle, MutableColumnFamilyOptions> family : this.before.entrySet()) {
			this.database.setOptions(family.getKey(), family.getValue());
		}
		this.before.clear();
	}

}
