package io.millrace.streams.store.rocksdb;

import java.util.List;

import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;

/**
 * Where a store is in an {@link OpenedDatabase}, and with which options, so that a file
 * for it can be written outside of the database.
 *
 * @param handle the column family
 * @param options the column family's options, as the user may have changed them
 * @param databaseOptions the database's options
 */
record StoreFamily(ColumnFamilyHandle handle, ColumnFamilyOptions options, DBOptions databaseOptions) {

	/**
	 * How files of the last level are compressed.
	 */
	CompressionType lastCompression() {
		CompressionType last = this.options.bottommostCompressionType();
		if (last != CompressionType.DISABLE_COMPRESSION_OPTION) {
			return last;
		}
		List<CompressionType> levels = this.options.compressionPerLevel();
		return levels.isEmpty() ? this.options.compressionType() : levels.get(levels.size() - 1);
	}

}
