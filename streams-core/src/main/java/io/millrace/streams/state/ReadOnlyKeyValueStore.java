package io.millrace.streams.state;

import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * A key-value store that can be read. Within a processor, the processor's own writes show
 * up at once; a store obtained by a query shows committed data unless asked for more (see
 * {@link #readOnly}), and may be used by any thread. Entries are ordered by the
 * serialised key, byte by byte, unsigned; across several partitions there is no order.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface ReadOnlyKeyValueStore<K, V extends @Nullable Object> {

	/**
	 * Reads one value.
	 * @param key the key
	 * @return the value, or null if there is none
	 * @throws NullPointerException if the key is null
	 * @throws io.millrace.streams.errors.InvalidStateStoreException if the store isn't
	 * open, or not here any more
	 */
	@Nullable V get(K key);

	/**
	 * Reads the entries between two keys, as they are now: later writes don't show up.
	 * @param from the lowest key, inclusive; null for no bound
	 * @param to the highest key, inclusive; null for no bound
	 * @return the entries, lowest key first; to be closed
	 * @throws io.millrace.streams.errors.InvalidStateStoreException if the store isn't
	 * open, or not here any more
	 */
	KeyValueIterator<K, V> range(@Nullable K from, @Nullable K to);

	/**
	 * Reads the entries between two keys, as they are now, backwards.
	 * @param from the lowest key, inclusive; null for no bound
	 * @param to the highest key, inclusive; null for no bound
	 * @return the entries, highest key first; to be closed
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default KeyValueIterator<K, V> reverseRange(@Nullable K from, @Nullable K to) {
		throw new UnsupportedOperationException("The store doesn't read backwards.");
	}

	/**
	 * Reads all entries, as they are now: later writes don't show up.
	 * @return the entries, lowest key first; to be closed
	 * @throws io.millrace.streams.errors.InvalidStateStoreException if the store isn't
	 * open, or not here any more
	 */
	KeyValueIterator<K, V> all();

	/**
	 * Reads all entries, as they are now, backwards.
	 * @return the entries, highest key first; to be closed
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default KeyValueIterator<K, V> reverseAll() {
		throw new UnsupportedOperationException("The store doesn't read backwards.");
	}

	/**
	 * Reads the entries whose serialised key begins with a serialised prefix, as they are
	 * now.
	 * @param prefix the prefix
	 * @param prefixKeySerializer serialises the prefix
	 * @param <PS> the type of the serialiser
	 * @param <P> the type of the prefix
	 * @return the entries, lowest key first; to be closed
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default <PS extends Serializer<P>, P> KeyValueIterator<K, V> prefixScan(P prefix, PS prefixKeySerializer) {
		throw new UnsupportedOperationException("The store doesn't search by prefix.");
	}

	/**
	 * About how many entries there are.
	 * @return the count; exact only if nothing was written since the last commit
	 */
	long approximateNumEntries();

	/**
	 * The same store as seen under an isolation level.
	 * @param isolationLevel committed data only, or writes that are not committed yet
	 * also
	 * @return a read-only store
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default ReadOnlyKeyValueStore<K, V> readOnly(IsolationLevel isolationLevel) {
		throw new UnsupportedOperationException(
				"The store has no view for the isolation level " + isolationLevel + ".");
	}

}
