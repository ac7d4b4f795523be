package io.millrace.streams.internal.store;

/**
 * A versioned store that operators keep a table in. Implemented by the facade that
 * {@link TaskStore#facade()} hands out for versioned stores.
 */
public interface VersionedAccess {

	/**
	 * The store as operators read and change it.
	 * @return the same object at each call
	 */
	TimestampedKeyValueAccess rows();

}
