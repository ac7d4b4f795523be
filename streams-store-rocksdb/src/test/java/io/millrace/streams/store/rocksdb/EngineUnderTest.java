package io.millrace.streams.store.rocksdb;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

import io.millrace.streams.internal.store.InMemoryStateEngineFactory;
import io.millrace.streams.internal.store.SplitStateEngine;
import io.millrace.streams.internal.store.StateEngine;
import io.millrace.streams.internal.store.StateEngineFactory;
import io.millrace.streams.processor.TaskId;

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

	SPLIT(true) {
		@Override
		StateEngineFactory factory() {
			return new SplitEngines((RocksDbStateEngineFactory) ROCKSDB.factory());
		}

		@Override
		void close(StateEngineFactory factory) {
			((SplitEngines) factory).disk.close();
		}

		@Override
		Set<String> inMemory() {
			return Set.of("a");
		}
	},

	ROCKSDB(true) {
		@Override
		StateEngineFactory factory() {
			// Write buffers so small that tests reach files and compactions, and load
			// files.
			return new RocksDbStateEngineFactory(
					RocksDbSettings.defaults().withMemory(8 << 20, 128 << 10).withStoreWriteBufferBytes(64 << 10));
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

	/**
	 * Closes a factory that was made here.
	 */
	void close(StateEngineFactory factory) {
		if (factory instanceof RocksDbStateEngineFactory rocksDb) {
			rocksDb.close();
		}
	}

	/**
	 * The stores that are empty when an engine is opened again that keeps the others.
	 */
	Set<String> inMemory() {
		return Set.of();
	}

	/**
	 * Puts one store into memory, and the others on disk.
	 */
	private record SplitEngines(RocksDbStateEngineFactory disk) implements StateEngineFactory {

		@Override
		public StateEngine open(TaskId task, Path directory, Set<String> stores) {
			Set<String> onDisk = new HashSet<>(stores);
			Set<String> inMemory = new HashSet<>(stores);
			onDisk.remove("a");
			inMemory.removeAll(onDisk);
			return new SplitStateEngine(new InMemoryStateEngineFactory().open(task, directory, inMemory), inMemory,
					this.disk.open(task, directory, onDisk));
		}

	}

}
