package io.millrace.streams.internal.store;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Takes the changes of rows that a store held back, one for each row. Implemented by the
 * operators that had them held.
 */
public interface HeldChanges {

	/**
	 * Takes the change of a row.
	 * @param key the row's key, windowed in a window store
	 * @param newValue the newest value, null if the row is deleted
	 * @param oldValue the value before the first change that was held, null if there was
	 * no row; never null if the new one is
	 * @param timestamp the row's timestamp in milliseconds
	 * @param headers the headers of the record that changed the row last
	 * @param partition where that record is from, null if it was no record
	 * @param offset its offset
	 */
	void changed(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp, Headers headers,
			@Nullable TopicPartition partition, long offset);

}
