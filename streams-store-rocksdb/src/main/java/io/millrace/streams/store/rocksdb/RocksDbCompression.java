package io.millrace.streams.store.rocksdb;

import org.rocksdb.CompressionType;

/**
 * How blocks on disk are compressed.
 */
public enum RocksDbCompression {

	/** Not at all. */
	NONE(CompressionType.NO_COMPRESSION),

	/** Fast, compresses a little. */
	SNAPPY(CompressionType.SNAPPY_COMPRESSION),

	/** Fast, compresses a little; the default. */
	LZ4(CompressionType.LZ4_COMPRESSION),

	/** Slower, compresses more. */
	ZSTD(CompressionType.ZSTD_COMPRESSION);

	private final CompressionType type;

	RocksDbCompression(CompressionType type) {
		this.type = type;
	}

	CompressionType type() {
		return this.type;
	}

}
