package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Windows or sessions of a store.
 *
 * @param store the store's name
 * @param windows the windows
 * @param truncated whether there are more on this instance
 */
record WindowsDescriptor(String store, List<WindowDescriptor> windows,
		boolean truncated) implements OperationResponseBody {

	/**
	 * The value of a key in a window.
	 *
	 * @param key the key
	 * @param start the window's start, in ISO form
	 * @param end the window's end, in ISO form
	 * @param value the value
	 * @param timestamp milliseconds since the epoch, if the store keeps timestamps
	 */
	record WindowDescriptor(Object key, String start, String end, Object value,
			@Nullable Long timestamp) implements OperationResponseBody {
	}

}
