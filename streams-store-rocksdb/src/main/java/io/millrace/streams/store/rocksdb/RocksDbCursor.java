package io.millrace.streams.store.rocksdb;

import java.util.NoSuchElementException;

import io.millrace.streams.internal.store.EngineCursor;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * Walks a range of a store of one {@link RocksDbStateEngine} as it was when the cursor
 * was made. The engine closes cursors that are still open when it is closed itself; from
 * then on they throw.
 */
final class RocksDbCursor implements EngineCursor {

	private final RocksDbStateEngine engine;

	private final String store;

	private final boolean reverse;

	private final NativeHandles handles;

	private final RocksIterator iterator;

	private boolean started;

	private byte @Nullable [] key;

	private byte @Nullable [] value;

	private RocksDbCursor(RocksDbStateEngine engine, String store, boolean reverse, NativeHandles handles,
			RocksIterator iterator) {
		this.engine = engine;
		this.store = store;
		this.reverse = reverse;
		this.handles = handles;
		this.iterator = iterator;
	}

	/**
	 * Makes a cursor; called while the engine can't be closed.
	 */
	static RocksDbCursor open(RocksDbStateEngine engine, String store, byte @Nullable [] from, byte @Nullable [] to,
			boolean reverse) {
		NativeHandles handles = new NativeHandles();
		try {
			ReadOptions options = handles.add(new ReadOptions());
			if (from != null && from.length > 0) {
				options.setIterateLowerBound(handles.add(new Slice(from)));
			}
			if (to != null) {
				options.setIterateUpperBound(handles.add(new Slice(to)));
			}
			return new RocksDbCursor(engine, store, reverse, handles, handles.add(engine.iterator(store, options)));
		}
		catch (RuntimeException | Error ex) {
			handles.close();
			throw ex;
		}
	}

	@Override
	public boolean next() {
		this.engine.enter();
		try {
			move();
			if (this.iterator.isValid()) {
				this.key = this.iterator.key();
				this.value = this.iterator.value();
				return true;
			}
			this.key = null;
			this.value = null;
			this.iterator.status();
			return false;
		}
		catch (RocksDBException ex) {
			throw this.engine.failure("read", this.store, ex);
		}
		finally {
			this.engine.leave();
		}
	}

	private void move() {
		if (!this.iterator.isOwningHandle()) {
			throw new IllegalStateException("The cursor over the store " + this.store + " is closed.");
		}
		if (!this.started) {
			this.started = true;
			if (this.reverse) {
				this.iterator.seekToLast();
			}
			else {
				this.iterator.seekToFirst();
			}
		}
		else if (this.iterator.isValid()) {
			if (this.reverse) {
				this.iterator.prev();
			}
			else {
				this.iterator.next();
			}
		}
	}

	@Override
	public byte[] key() {
		return current(this.key);
	}

	@Override
	public byte[] value() {
		return current(this.value);
	}

	private byte[] current(byte @Nullable [] part) {
		if (part == null) {
			throw new NoSuchElementException("The cursor over the store " + this.store + " isn't on an entry.");
		}
		return part;
	}

	@Override
	public void close() {
		this.engine.closed(this);
		this.key = null;
		this.value = null;
	}

	String store() {
		return this.store;
	}

	/**
	 * Frees what is native; called by the engine, which keeps others out meanwhile. If
	 * the engine is closed while somebody reads, the entry that was read stays; the next
	 * step says that the engine is closed.
	 */
	void release() {
		this.handles.close();
	}

}
