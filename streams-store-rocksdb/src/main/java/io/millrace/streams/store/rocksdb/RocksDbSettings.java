package io.millrace.streams.store.rocksdb;

import java.util.Objects;

/**
 * How RocksDB is set up. Memory bounds hold for the whole process: all tasks of all
 * applications in it share one block cache and one budget for write buffers, whose sizes
 * the first application decides. Immutable.
 *
 * @param blockCacheBytes size of the block cache in bytes, write buffers, indexes and
 * filters included; 128 MiB by default
 * @param writeBufferBytes how much of the cache write buffers may take, in bytes; 64 MiB
 * by default, at most {@code blockCacheBytes}
 * @param storeWriteBufferBytes size in bytes at which the write buffer of one store is
 * flushed to disk; 16 MiB by default
 * @param blockBytes size of a block on disk in bytes, before compression; 8 KiB by
 * default
 * @param bloomBitsPerKey bits per key of the Bloom filters that spare a look into files
 * without the key; 10 by default, 0 for no filters
 * @param compression how blocks are compressed; {@link RocksDbCompression#LZ4} by default
 * @param maxBackgroundJobs how many flushes and compactions may run at once in the
 * process; by default the number of processors, at least 2 and at most 4
 * @param customizer changes the options further; does nothing by default
 */
public record RocksDbSettings(long blockCacheBytes, long writeBufferBytes, long storeWriteBufferBytes, int blockBytes,
		int bloomBitsPerKey, RocksDbCompression compression, int maxBackgroundJobs,
		RocksDbOptionsCustomizer customizer) {

	private static final long MIB = 1024 * 1024;

	/**
	 * Checks the settings.
	 * @throws IllegalArgumentException if a number is out of range
	 */
	public RocksDbSettings {
		atLeast("blockCacheBytes", blockCacheBytes, MIB);
		atLeast("writeBufferBytes", writeBufferBytes, 64 * 1024);
		atLeast("storeWriteBufferBytes", storeWriteBufferBytes, 64 * 1024);
		atLeast("blockBytes", blockBytes, 512);
		atLeast("bloomBitsPerKey", bloomBitsPerKey, 0);
		atLeast("maxBackgroundJobs", maxBackgroundJobs, 1);
		if (writeBufferBytes > blockCacheBytes) {
			throw new IllegalArgumentException("writeBufferBytes is " + writeBufferBytes + " and blockCacheBytes "
					+ blockCacheBytes + "; write buffers are part of the cache and can't be larger.");
		}
		Objects.requireNonNull(compression, "compression is null");
		Objects.requireNonNull(customizer, "customizer is null");
	}

	/**
	 * The defaults.
	 * @return settings for a machine with a few processors and stores of small entries
	 */
	public static RocksDbSettings defaults() {
		int jobs = Math.min(4, Math.max(2, Runtime.getRuntime().availableProcessors()));
		return new RocksDbSettings(128 * MIB, 64 * MIB, 16 * MIB, 8 * 1024, 10, RocksDbCompression.LZ4, jobs,
				(store, options) -> {
				});
	}

	/**
	 * The same with other memory bounds.
	 * @param blockCacheBytes size of the block cache in bytes, write buffers included
	 * @param writeBufferBytes how much of it write buffers may take, in bytes
	 * @return new settings
	 */
	public RocksDbSettings withMemory(long blockCacheBytes, long writeBufferBytes) {
		return new RocksDbSettings(blockCacheBytes, writeBufferBytes, this.storeWriteBufferBytes, this.blockBytes,
				this.bloomBitsPerKey, this.compression, this.maxBackgroundJobs, this.customizer);
	}

	/**
	 * The same with another size of the write buffer of one store.
	 * @param storeWriteBufferBytes the size in bytes at which it is flushed
	 * @return new settings
	 */
	public RocksDbSettings withStoreWriteBufferBytes(long storeWriteBufferBytes) {
		return new RocksDbSettings(this.blockCacheBytes, this.writeBufferBytes, storeWriteBufferBytes, this.blockBytes,
				this.bloomBitsPerKey, this.compression, this.maxBackgroundJobs, this.customizer);
	}

	/**
	 * The same with another compression.
	 * @param compression how blocks are compressed
	 * @return new settings
	 */
	public RocksDbSettings withCompression(RocksDbCompression compression) {
		return new RocksDbSettings(this.blockCacheBytes, this.writeBufferBytes, this.storeWriteBufferBytes,
				this.blockBytes, this.bloomBitsPerKey, compression, this.maxBackgroundJobs, this.customizer);
	}

	/**
	 * The same with another number of background jobs.
	 * @param maxBackgroundJobs how many flushes and compactions may run at once
	 * @return new settings
	 */
	public RocksDbSettings withMaxBackgroundJobs(int maxBackgroundJobs) {
		return new RocksDbSettings(this.blockCacheBytes, this.writeBufferBytes, this.storeWriteBufferBytes,
				this.blockBytes, this.bloomBitsPerKey, this.compression, maxBackgroundJobs, this.customizer);
	}

	/**
	 * The same with a customizer.
	 * @param customizer changes the options further
	 * @return new settings
	 */
	public RocksDbSettings withCustomizer(RocksDbOptionsCustomizer customizer) {
		return new RocksDbSettings(this.blockCacheBytes, this.writeBufferBytes, this.storeWriteBufferBytes,
				this.blockBytes, this.bloomBitsPerKey, this.compression, this.maxBackgroundJobs, customizer);
	}

	private static void atLeast(String name, long value, long minimum) {
		if (value < minimum) {
			throw new IllegalArgumentException(name + " is " + value + "; it has to be at least " + minimum + ".");
		}
	}

}
