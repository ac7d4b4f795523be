package io.millrace.streams.store.rocksdb;

import org.jspecify.annotations.Nullable;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.Filter;
import org.rocksdb.LRUCache;
import org.rocksdb.WriteBufferManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The native memory that all databases of the process share: a block cache, and a budget
 * for write buffers that is charged to it. So the bound holds however many tasks and
 * stores there are. Each factory and each open engine hold a reference; the last one to
 * let go frees it. Thread-safe.
 */
final class RocksDbMemory implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(RocksDbMemory.class);

	/** The share of the cache that is kept for indexes and filters. */
	private static final double HIGH_PRIORITY_SHARE = 0.2;

	/**
	 * A few parts with a lock each are enough for a few threads, and a block has to fit
	 * into one.
	 */
	private static final int SHARD_BITS = 3;

	private static @Nullable RocksDbMemory shared;

	private final NativeHandles handles = new NativeHandles();

	private final Cache blockCache;

	private final WriteBufferManager writeBuffers;

	private final Filter filter;

	private final long blockCacheBytes;

	private final long writeBufferBytes;

	private final LoadBudget loads;

	private int references;

	private RocksDbMemory(RocksDbSettings settings) {
		this.blockCacheBytes = settings.blockCacheBytes();
		this.writeBufferBytes = settings.writeBufferBytes();
		this.blockCache = this.handles.add(new LRUCache(this.blockCacheBytes, SHARD_BITS, false, HIGH_PRIORITY_SHARE));
		this.writeBuffers = this.handles.add(new WriteBufferManager(this.writeBufferBytes, this.blockCache));
		this.loads = new LoadBudget(this.writeBufferBytes);
		this.filter = this.handles.add(new BloomFilter(Math.max(1, settings.bloomBitsPerKey())));
	}

	/**
	 * Takes a reference to the process's memory, which the first caller sizes.
	 * @param settings the sizes
	 * @return the memory, to be closed once
	 */
	static RocksDbMemory acquire(RocksDbSettings settings) {
		synchronized (RocksDbMemory.class) {
			RocksDbMemory memory = shared;
			if (memory == null) {
				memory = new RocksDbMemory(settings);
				shared = memory;
			}
			else if (memory.blockCacheBytes != settings.blockCacheBytes()
					|| memory.writeBufferBytes != settings.writeBufferBytes()) {
				logger.warn(
						"RocksDB's memory in this process is bounded already to {} bytes, {} of them for write buffers;"
								+ " another application's wish for {} and {} has no effect",
						memory.blockCacheBytes, memory.writeBufferBytes, settings.blockCacheBytes(),
						settings.writeBufferBytes());
			}
			memory.references++;
			return memory;
		}
	}

	/**
	 * Takes another reference for somebody who may outlive this one's owner.
	 * @return the same memory, to be closed once more
	 */
	RocksDbMemory retain() {
		synchronized (RocksDbMemory.class) {
			if (this.references == 0) {
				throw new IllegalStateException("RocksDB's shared memory is released already.");
			}
			this.references++;
			return this;
		}
	}

	Cache blockCache() {
		return this.blockCache;
	}

	WriteBufferManager writeBuffers() {
		return this.writeBuffers;
	}

	Filter filter() {
		return this.filter;
	}

	/**
	 * The Java memory for what is loaded.
	 */
	LoadBudget loads() {
		return this.loads;
	}

	/**
	 * Gives one reference back.
	 */
	@Override
	public void close() {
		synchronized (RocksDbMemory.class) {
			this.references--;
			if (this.references == 0) {
				this.handles.close();
				shared = null;
			}
		}
	}

}
