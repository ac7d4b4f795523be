package io.millrace.streams.state;

import java.util.List;

/**
 * Hands out the stores of one name that are on this instance. For writers of a
 * {@link QueryableStoreType}; Millrace implements it.
 */
public interface StateStoreProvider {

	/**
	 * The stores of a name, one for each partition that is here.
	 * @param storeName the name
	 * @param queryableStoreType the read-only form they are wanted in
	 * @param <T> the read-only form
	 * @return the stores, at least one
	 * @throws io.millrace.streams.errors.InvalidStateStoreException if there is none, or
	 * none that may be queried at the moment
	 */
	<T> List<T> stores(String storeName, QueryableStoreType<T> queryableStoreType);

}
