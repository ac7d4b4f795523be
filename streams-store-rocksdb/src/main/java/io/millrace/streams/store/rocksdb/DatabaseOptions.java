package io.millrace.streams.store.rocksdb;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;

import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.WALRecoveryMode;

/**
 * Turns settings into RocksDB's options, for small keys and values that are written in
 * batches and read one by one. Used by {@link RocksDbStateEngine} when it opens.
 */
final class DatabaseOptions {

	// A store that holds little shouldn't cost the 1 MiB that is RocksDB's default.
	private static final long ARENA_BLOCK_BYTES = 128 * 1024;

	private static final int WRITE_BUFFERS_PER_STORE = 3;

	private static final long LOG_FILE_BYTES = 1024 * 1024;

	private static final long MANIFEST_BYTES = 8 * 1024 * 1024;

	private final RocksDbSettings settings;

	private final RocksDbMemory memory;

	DatabaseOptions(RocksDbSettings settings, RocksDbMemory memory) {
		this.settings = settings;
		this.memory = memory;
	}

	DBOptions forDatabase(NativeHandles handles, boolean create) {
		return handles.add(withTrackedLogs())
			.setCreateIfMissing(create)
			.setCreateMissingColumnFamilies(true)
			.setWriteBufferManager(this.memory.writeBuffers())
			// Files always hold all stores as of one batch, so that a lost tail of the
			// log (power failure) leaves a state that was, never an offset ahead of its
			// data.
			.setAtomicFlush(true)
			.setWalRecoveryMode(WALRecoveryMode.PointInTimeRecovery)
			.setMaxBackgroundJobs(this.settings.maxBackgroundJobs())
			.setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
			.setMaxLogFileSize(LOG_FILE_BYTES)
			.setKeepLogFileNum(2)
			.setMaxManifestFileSize(MANIFEST_BYTES)
			// Else each task takes 22 MB of the disk as soon as it is written: room for a
			// whole write buffer in its log, and some for the manifest.
			.setAllowFAllocate(false)
			.setStatsDumpPeriodSec(0)
			.setStatsPersistPeriodSec(0);
	}

	/**
	 * Makes options with which each log says which one comes before it and how that ends.
	 * So a log that was lost or cut before a later one is noticed, and a manifest that
	 * has lost its end; else changes would be missing before an offset that claims that
	 * nothing is.
	 */
	private static DBOptions withTrackedLogs() {
		// There is no setter for it.
		Properties properties = new Properties();
		properties.setProperty("track_and_verify_wals", "true");
		DBOptions options = DBOptions.getDBOptionsFromProps(properties);
		if (options == null) {
			throw new IllegalStateException("This version of RocksDB doesn't know " + properties + ".");
		}
		return options;
	}

	ColumnFamilyOptions forStore(NativeHandles handles, String store) {
		ColumnFamilyOptions options = forFamily(handles).setMaxWriteBufferNumber(WRITE_BUFFERS_PER_STORE);
		this.settings.customizer().customize(store, options);
		if (options.compressionPerLevel().isEmpty()) {
			options.setCompressionPerLevel(exceptFirstLevel(options.compressionType(), options.numLevels()));
		}
		return options;
	}

	/**
	 * Files of the first level are small, and soon replaced: compressing them costs more
	 * time than it saves room.
	 */
	private static List<CompressionType> exceptFirstLevel(CompressionType type, int levels) {
		List<CompressionType> types = new ArrayList<>(Collections.nCopies(levels, type));
		types.set(0, CompressionType.NO_COMPRESSION);
		return types;
	}

	ColumnFamilyOptions forFamily(NativeHandles handles) {
		BlockBasedTableConfig table = new BlockBasedTableConfig().setBlockCache(this.memory.blockCache())
			.setBlockSize(this.settings.blockBytes())
			.setCacheIndexAndFilterBlocks(true)
			.setCacheIndexAndFilterBlocksWithHighPriority(true)
			.setPinL0FilterAndIndexBlocksInCache(true)
			// In parts, of which a read needs one or two: the index and filter of a
			// file of millions of keys as a whole are larger than their share of the
			// cache.
			.setIndexType(IndexType.kTwoLevelIndexSearch)
			.setPartitionFilters(true)
			.setMetadataBlockSize(this.settings.blockBytes())
			.setPinTopLevelIndexAndFilter(true);
		if (this.settings.bloomBitsPerKey() > 0) {
			table.setFilterPolicy(this.memory.filter());
		}
		return handles.add(new ColumnFamilyOptions())
			.setTableFormatConfig(table)
			.setWriteBufferSize(this.settings.storeWriteBufferBytes())
			.setCompressionType(this.settings.compression().type())
			.setCompactionStyle(CompactionStyle.LEVEL)
			.setLevelCompactionDynamicLevelBytes(true)
			.setArenaBlockSize(ARENA_BLOCK_BYTES);
	}

}
