package io.millrace.streams.store.rocksdb;

import io.millrace.streams.internal.store.InMemoryStateEngineFactory;
import io.millrace.streams.internal.store.StateEngineFactory;

/**
 * The engines that keep the contract.
 */
enum EngineUnderTest {

	MEMORY(false) {
		@Override
		StateEngineFactory factory() {
			return new InMemoryStateEngineFactory();
		}
	},

	ROCKSDB(true) {
		@Override
		StateEngineFactory factory() {
			// Write buffers so small that tests reach files and compactions.
			return new RocksDbStateEngineFactory(
					RocksDbSettings.defaults().withMemory(8 << 20, 1 << 20).withStoreWriteBufferBytes(64 << 10));
		}
	};

	private final boolean persistent;

	EngineUnderTest(boolean persistent) {
		this.persistent = persistent;
	}

	abstract StateEngineFactory factory();

	boolean persistent() {
		return this.persistent;
	}

}
