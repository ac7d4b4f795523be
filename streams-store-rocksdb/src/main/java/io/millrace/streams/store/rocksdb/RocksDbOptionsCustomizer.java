package io.millrace.streams.store.rocksdb;

import org.rocksdb.ColumnFamilyOptions;

/**
 * Changes RocksDB's options of a store after Millrace set its own. Called when a task is
 * opened, by the thread that opens it; several may call at once.
 */
@FunctionalInterface
public interface RocksDbOptionsCustomizer {

	/**
	 * Changes the options of one store. A table format set here replaces the one that
	 * uses the shared block cache, whose bound then doesn't hold for this store. Native
	 * objects made here belong to the implementation, which has to keep them open as long
	 * as the application runs; the options themselves are closed by Millrace. An
	 * exception fails the task that is being opened.
	 * @param store the store's name
	 * @param options the options, to be changed
	 */
	void customize(String store, ColumnFamilyOptions options);

}
