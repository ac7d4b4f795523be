package io.millrace.streams.store.rocksdb;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

import io.millrace.streams.internal.store.EngineBatch;

/**
 * Changes for one {@link RocksDbStateEngine}, which makes and writes it. Held in Java
 * memory until then. Not thread-safe.
 */
final class RocksDbEngineBatch implements EngineBatch {

	private final RocksDbStateEngine engine;

	private final WriteBatchBuffer buffer;

	private final Map<String, Long> offsets = new HashMap<>();

	private String lastStore = "";

	private int lastFamily = -1;

	RocksDbEngineBatch(RocksDbStateEngine engine, WriteBatchBuffer buffer) {
		this.engine = engine;
		this.buffer = buffer;
	}

	@Override
	public void put(String store, byte[] key, byte[] value) {
		this.buffer.put(family(store), key, value);
	}

	@Override
	public void delete(String store, byte[] key) {
		this.buffer.delete(family(store), key);
	}

	@Override
	public void changelogOffset(String store, long offset) {
		family(store);
		this.offsets.put(store, offset);
	}

	RocksDbStateEngine engine() {
		return this.engine;
	}

	Map<String, Long> offsets() {
		return this.offsets;
	}

	/**
	 * Ends the batch.
	 * @param offsetsFamily the column family of offsets
	 * @return the buffer with everything in it
	 */
	WriteBatchBuffer complete(int offsetsFamily) {
		this.offsets.forEach((store, offset) -> this.buffer.put(offsetsFamily, offsetKey(store),
				ByteBuffer.allocate(Long.BYTES).putLong(offset).array()));
		return this.buffer;
	}

	static byte[] offsetKey(String store) {
		return store.getBytes(StandardCharsets.UTF_8);
	}

	private int family(String store) {
		if (!store.equals(this.lastStore) || this.lastFamily < 0) {
			this.lastFamily = this.engine.familyId(store);
			this.lastStore = store;
		}
		return this.lastFamily;
	}

}
