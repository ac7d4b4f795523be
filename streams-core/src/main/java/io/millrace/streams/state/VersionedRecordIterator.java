package io.millrace.streams.state;

import java.io.Closeable;
import java.util.Iterator;

/**
 * Walks versions of one key as they were when it was asked for. Has to be closed, since
 * it may hold on to memory or files. Used by one thread.
 *
 * @param <V> the type of values
 */
public interface VersionedRecordIterator<V> extends Iterator<VersionedRecord<V>>, Closeable {

	/**
	 * Releases what the iterator holds on to. Does nothing the second time.
	 */
	@Override
	void close();

}
