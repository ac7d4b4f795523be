package io.millrace.streams.store.rocksdb;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;

import org.rocksdb.AbstractNativeReference;

/**
 * The native objects that live as long as one thing (a database, a cursor, the shared
 * memory) and are closed with it, the last one first. Every native object that outlives
 * the method that makes it is held by one of these, so {@link #open()} counts them.
 * Thread-safe.
 */
final class NativeHandles implements AutoCloseable {

	private static final AtomicLong OPEN = new AtomicLong();

	private final Deque<AbstractNativeReference> handles = new ArrayDeque<>();

	/**
	 * Takes a native object over.
	 * @param <T> its type
	 * @param handle the object
	 * @return the same object
	 */
	synchronized <T extends AbstractNativeReference> T add(T handle) {
		this.handles.push(handle);
		OPEN.incrementAndGet();
		return handle;
	}

	/**
	 * Closes everything; does nothing the second time.
	 */
	@Override
	public synchronized void close() {
		while (!this.handles.isEmpty()) {
			this.handles.pop().close();
			OPEN.decrementAndGet();
		}
	}

	/**
	 * How many native objects of this module are open in the process.
	 * @return the count
	 */
	static long open() {
		return OPEN.get();
	}

}
