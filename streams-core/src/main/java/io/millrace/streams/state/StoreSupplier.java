package io.millrace.streams.state;

import io.millrace.streams.processor.StateStore;

/**
 * Makes the stores that hold the content of a declared store.
 *
 * @param <T> the type of the stores
 */
public interface StoreSupplier<T extends StateStore> {

	/**
	 * The store's name.
	 * @return the name, made up of letters, digits, {@code .}, {@code _} and {@code -}
	 */
	String name();

	/**
	 * Makes a store.
	 * @return a new store
	 */
	T get();

	/**
	 * A word for the kind of the store in the names of metrics.
	 * @return the word
	 */
	String metricsScope();

}
