package io.millrace.streams.state;

import io.millrace.streams.processor.StateStore;

/**
 * A read-only form in which stores can be queried. {@link QueryableStoreTypes} has those
 * of the built-in stores.
 *
 * @param <T> the read-only form
 */
public interface QueryableStoreType<T> {

	/**
	 * Whether a store can be queried in this form.
	 * @param stateStore the store of one partition
	 * @return true if it is of the right kind
	 */
	boolean accepts(StateStore stateStore);

	/**
	 * Makes one store out of those of all partitions here.
	 * @param storeProvider hands out the stores; to be asked at each read, since
	 * partitions come and go
	 * @param storeName the store's name
	 * @return the read-only store
	 */
	T create(StateStoreProvider storeProvider, String storeName);

}
