package io.millrace.streams.store.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.UnaryOperator;

import io.millrace.streams.errors.ProcessorStateException;
import io.millrace.streams.internal.store.StateEngine;
import io.millrace.streams.internal.store.StateEngineFactory;
import io.millrace.streams.processor.TaskId;
import org.rocksdb.RocksDBException;

/**
 * Opens a RocksDB for each task, in {@code rocksdb} below the task's directory. One for
 * each application; the first in a process sizes the memory that all share, and the last
 * to be closed frees it. Thread-safe.
 */
public final class RocksDbStateEngineFactory implements StateEngineFactory, AutoCloseable {

	private static final String DIRECTORY = "rocksdb";

	private final RocksDbSettings settings;

	private final RocksDbMemory memory;

	private boolean closed;

	/**
	 * Makes a factory.
	 * @param settings how databases are set up
	 * @throws io.millrace.streams.errors.StreamsException if RocksDB's native library
	 * can't be loaded
	 */
	public RocksDbStateEngineFactory(RocksDbSettings settings) {
		NativeLibrary.load();
		this.settings = settings;
		this.memory = RocksDbMemory.acquire(settings);
	}

	/**
	 * Opens the database of a task, creating it if there is none.
	 * @param task the task
	 * @param directory the task's directory, locked by the caller
	 * @param stores the names of its stores; others that the database has stay untouched
	 * @return the engine
	 * @throws io.millrace.streams.internal.store.CorruptStateException if what is there
	 * is damaged
	 * @throws io.millrace.streams.errors.LockException if the database is open already
	 * @throws ProcessorStateException if it can't be opened for another reason
	 */
	@Override
	public StateEngine open(TaskId task, Path directory, Set<String> stores) {
		return open(task, directory, stores, UnaryOperator.identity());
	}

	/**
	 * Opens the database of a task with a way of taking over files that is another's.
	 * @param task the task
	 * @param directory the task's directory
	 * @param stores the names of its stores
	 * @param ingestion makes the way of taking over files from the database's
	 * @return the engine
	 */
	StateEngine open(TaskId task, Path directory, Set<String> stores,
			UnaryOperator<FileIngestion.Ingestion> ingestion) {
		NativeHandles handles = new NativeHandles();
		RocksDbMemory retained = retainMemory();
		boolean opened = false;
		try {
			Path databaseDirectory = directory.resolve(DIRECTORY);
			OpenedDatabase database = OpenedDatabase.open(databaseDirectory, stores,
					new DatabaseOptions(this.settings, retained), handles);
			FileIngestion files = new FileIngestion(ingestion.apply(database.database()::ingestExternalFile),
					databaseDirectory, database.storeFamilies());
			StateEngine engine = new RocksDbStateEngine(task, directory, database, files, retained);
			opened = true;
			return engine;
		}
		catch (RocksDBException ex) {
			throw RocksDbFailure.of("open", task, null, directory, ex);
		}
		catch (IOException ex) {
			throw new ProcessorStateException("Can't open the state of task " + task + " in " + directory + ".", ex);
		}
		finally {
			if (!opened) {
				handles.close();
				retained.close();
			}
		}
	}

	private synchronized RocksDbMemory retainMemory() {
		if (this.closed) {
			throw new IllegalStateException("The factory of state engines is closed.");
		}
		return this.memory.retain();
	}

	/**
	 * Lets go of the shared memory. Engines that are still open keep working.
	 */
	@Override
	public synchronized void close() {
		if (!this.closed) {
			this.closed = true;
			this.memory.close();
		}
	}

}
