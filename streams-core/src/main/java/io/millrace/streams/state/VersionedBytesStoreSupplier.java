package io.millrace.streams.state;

/**
 * Says what a versioned key-value store is like. {@link Stores} makes those of Millrace.
 */
public interface VersionedBytesStoreSupplier extends KeyValueBytesStoreSupplier {

	/**
	 * How far back from the store's stream time old versions can be read and written.
	 * @return milliseconds
	 */
	long historyRetentionMs();

}
