package io.millrace.streams.store.rocksdb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

import io.millrace.streams.internal.store.EngineBatch;

/**
 * Changes for one {@link RocksDbStateEngine}, which makes and writes it. Held in Java
 * memory until then, and used again once written. Not thread-safe.
 */
final class RocksDbEngineBatch implements EngineBatch {

	private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

	private static final int COUNT_AT = 8;

	/** The sequence number, which RocksDB sets, and the count of changes. */
	private static final int HEADER_BYTES = 12;

	private static final int LARGEST_KEPT_BYTES = 4 * 1024 * 1024;

	private final RocksDbStateEngine engine;

	private final Map<String, WriteBatchBuffer> stores = new HashMap<>();

	/** Deletes of ranges, which come before all else. */
	private final Map<String, WriteBatchBuffer> ranges = new HashMap<>();

	private final WriteBatchBuffer offsetChanges;

	private final Map<String, Long> offsets = new HashMap<>();

	private String lastStore = "";

	private WriteBatchBuffer last;

	/**
	 * Makes an empty batch.
	 * @param engine the engine that it is for
	 * @param offsetsFamily the number of the column family of offsets
	 */
	RocksDbEngineBatch(RocksDbStateEngine engine, int offsetsFamily) {
		this.engine = engine;
		this.offsetChanges = new WriteBatchBuffer(offsetsFamily);
		this.last = this.offsetChanges;
	}

	@Override
	public void put(String store, byte[] key, byte[] value) {
		changes(store).put(key, value);
	}

	@Override
	public void delete(String store, byte[] key) {
		changes(store).delete(key);
	}

	@Override
	public void deleteRange(String store, byte[] from, byte[] to) {
		if (Arrays.compareUnsigned(from, to) >= 0) {
			// RocksDB refuses the whole batch if bounds are in the wrong order.
			return;
		}
		this.ranges.computeIfAbsent(store, (name) -> new WriteBatchBuffer(this.engine.familyId(name)))
			.deleteRange(from, to);
	}

	@Override
	public void changelogOffset(String store, long offset) {
		this.engine.familyId(store);
		this.offsets.put(store, offset);
	}

	/**
	 * Deletes everything of a store, and its offset.
	 * @param store the store
	 * @param from the first key
	 * @param to the key after the last one
	 */
	void clear(String store, byte[] from, byte[] to) {
		deleteRange(store, from, to);
		forgetOffset(store);
	}

	void forgetOffset(String store) {
		this.offsetChanges.delete(offsetKey(store));
	}

	/**
	 * Adds all changes of another batch behind those that are here; neither deletes
	 * ranges.
	 * @param later the other batch, which stays as it is
	 */
	void append(RocksDbEngineBatch later) {
		later.stores.forEach((store, changes) -> changes(store).append(changes));
		this.offsetChanges.append(later.offsetChanges);
		this.offsets.putAll(later.offsets);
	}

	/**
	 * The changes by store, without deletes of ranges.
	 */
	Map<String, WriteBatchBuffer> stores() {
		return this.stores;
	}

	boolean deletesRanges() {
		return !this.ranges.isEmpty();
	}

	/**
	 * How much room the changes take.
	 */
	long bytes() {
		long bytes = this.offsetChanges.size();
		for (WriteBatchBuffer store : this.stores.values()) {
			bytes += store.size();
		}
		return bytes;
	}

	/**
	 * How much memory the batch takes, with what isn't filled.
	 */
	long capacity() {
		long capacity = this.offsetChanges.capacity();
		for (WriteBatchBuffer store : this.stores.values()) {
			capacity += store.capacity();
		}
		return capacity;
	}

	RocksDbStateEngine engine() {
		return this.engine;
	}

	Map<String, Long> offsets() {
		return this.offsets;
	}

	/**
	 * Ends the batch.
	 * @return what RocksDB makes a batch of, empty if there are no changes
	 */
	byte[] complete() {
		this.offsets.forEach((store, offset) -> this.offsetChanges.put(offsetKey(store),
				ByteBuffer.allocate(Long.BYTES).putLong(offset).array()));
		long size = (long) HEADER_BYTES + this.offsetChanges.size();
		int count = this.offsetChanges.count();
		for (WriteBatchBuffer store : this.ranges.values()) {
			size += store.size();
			count += store.count();
		}
		for (WriteBatchBuffer store : this.stores.values()) {
			size += store.size();
			count += store.count();
		}
		if (count == 0) {
			return new byte[0];
		}
		byte[] bytes = new byte[Math.toIntExact(size)];
		INT.set(bytes, COUNT_AT, count);
		int position = this.offsetChanges.copyTo(bytes, HEADER_BYTES);
		for (WriteBatchBuffer store : this.ranges.values()) {
			position = store.copyTo(bytes, position);
		}
		for (WriteBatchBuffer store : this.stores.values()) {
			position = store.copyTo(bytes, position);
		}
		return bytes;
	}

	/**
	 * Empties the batch.
	 * @param largest how much memory a batch may take that is kept
	 * @return whether it is worth keeping
	 */
	boolean reset(long largest) {
		this.offsets.clear();
		this.offsetChanges.reset();
		this.ranges.clear();
		this.stores.values().forEach(WriteBatchBuffer::reset);
		return capacity() <= Math.min(LARGEST_KEPT_BYTES, largest);
	}

	static byte[] offsetKey(String store) {
		return store.getBytes(StandardCharsets.UTF_8);
	}

	private WriteBatchBuffer changes(String store) {
		if (!store.equals(this.lastStore) || this.last == this.offsetChanges) {
			WriteBatchBuffer changes = this.stores.get(store);
			if (changes == null) {
				changes = new WriteBatchBuffer(this.engine.familyId(store));
				this.stores.put(store, changes);
			}
			this.last = changes;
			this.lastStore = store;
		}
		return this.last;
	}

}
