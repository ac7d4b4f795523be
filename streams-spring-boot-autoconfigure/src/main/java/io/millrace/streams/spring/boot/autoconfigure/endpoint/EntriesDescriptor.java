package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Entries of a store.
 *
 * @param store the store's name
 * @param entries the entries
 * @param truncated whether there are more on this instance
 */
record EntriesDescriptor(String store, List<EntryDescriptor> entries,
		boolean truncated) implements OperationResponseBody {

	/**
	 * An entry of a store.
	 *
	 * @param key the key
	 * @param value the value
	 * @param timestamp milliseconds since the epoch, if the store keeps timestamps
	 */
	record EntryDescriptor(Object key, Object value, @Nullable Long timestamp) implements OperationResponseBody {
	}

}
