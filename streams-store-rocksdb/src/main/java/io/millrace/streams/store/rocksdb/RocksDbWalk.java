package io.millrace.streams.store.rocksdb;

import java.util.Arrays;
import java.util.NoSuchElementException;

import io.millrace.streams.internal.store.EngineCursor;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Status;

/**
 * Walks one range of a store of a {@link RocksDbStateEngine} after the other, for the
 * thread that writes the store. To make a native iterator costs more than a short walk,
 * so one serves until the content changes: the engine releases it then, and when it is
 * closed.
 */
final class RocksDbWalk implements EngineCursor {

	/**
	 * An iterator without bounds doesn't know that the range is over, and would go on
	 * over deleted entries beyond it to the next one that is there.
	 */
	private static final int DELETED_ENTRIES = 200;

	private final RocksDbStateEngine engine;

	private final String store;

	private @Nullable NativeHandles handles;

	private @Nullable RocksIterator iterator;

	/** Goes to the end of this range where there is much that is deleted. */
	private @Nullable RocksDbCursor rest;

	private byte @Nullable [] from;

	private byte @Nullable [] to;

	private boolean reverse;

	private Place place = Place.BEFORE;

	private byte @Nullable [] key;

	private byte @Nullable [] value;

	RocksDbWalk(RocksDbStateEngine engine, String store) {
		this.engine = engine;
		this.store = store;
	}

	boolean serves(RocksDbStateEngine asked, String name) {
		return this.engine == asked && this.store.equals(name);
	}

	/**
	 * Begins a walk; called while the engine can't be closed.
	 * @return whether it holds something native since, which is to be released
	 */
	boolean start(byte @Nullable [] first, byte @Nullable [] end, boolean backward) {
		close();
		this.from = first;
		this.to = end;
		this.reverse = backward;
		this.place = Place.BEFORE;
		if (this.iterator != null) {
			return false;
		}
		NativeHandles opened = new NativeHandles();
		try {
			ReadOptions options = opened.add(new ReadOptions()).setMaxSkippableInternalKeys(DELETED_ENTRIES);
			this.iterator = opened.add(this.engine.iterator(this.store, options));
			this.handles = opened;
			return true;
		}
		finally {
			if (this.handles == null) {
				opened.close();
			}
		}
	}

	@Override
	public boolean next() {
		this.engine.enter();
		try {
			boolean found = (this.rest != null) ? this.rest.next() : step();
			this.value = null;
			if (found) {
				this.key = (this.rest != null) ? this.rest.key() : this.key;
			}
			else {
				this.key = null;
				this.place = Place.BEHIND;
			}
			return found;
		}
		catch (RocksDBException ex) {
			throw this.engine.failure("read", this.store, ex);
		}
		finally {
			this.engine.leave();
		}
	}

	private boolean step() throws RocksDBException {
		if (this.place == Place.BEHIND) {
			return false;
		}
		RocksIterator open = this.iterator;
		if (open == null) {
			throw new IllegalStateException("The store " + this.store + " was written, or closed, during a walk.");
		}
		if (this.reverse) {
			moveBack(open);
		}
		else {
			move(open);
		}
		this.place = Place.WITHIN;
		if (!open.isValid()) {
			return !complete(open) && goRest();
		}
		byte[] found = open.key();
		if (beyond(found)) {
			return false;
		}
		this.key = found;
		return true;
	}

	private void move(RocksIterator open) {
		if (this.place == Place.WITHIN) {
			open.next();
		}
		else if (this.from != null) {
			open.seek(this.from);
		}
		else {
			open.seekToFirst();
		}
	}

	private void moveBack(RocksIterator open) {
		byte[] end = this.to;
		if (this.place == Place.WITHIN) {
			open.prev();
		}
		else if (end == null) {
			open.seekToLast();
		}
		else {
			open.seekForPrev(end);
			// The bound itself doesn't belong to the range.
			if (open.isValid() && Arrays.equals(open.key(), end)) {
				open.prev();
			}
		}
	}

	private boolean beyond(byte[] found) {
		return this.reverse ? this.from != null && Arrays.compareUnsigned(found, this.from) < 0
				: this.to != null && Arrays.compareUnsigned(found, this.to) >= 0;
	}

	/**
	 * Whether the end is reached, and not just much that is deleted.
	 */
	private static boolean complete(RocksIterator iterator) throws RocksDBException {
		try {
			iterator.status();
			return true;
		}
		catch (RocksDBException ex) {
			if (ex.getStatus() != null && ex.getStatus().getCode() == Status.Code.Incomplete) {
				return false;
			}
			throw ex;
		}
	}

	private boolean goRest() {
		byte[] last = this.key;
		byte[] first = this.from;
		byte[] end = this.to;
		if (last != null && this.reverse) {
			end = last;
		}
		else if (last != null) {
			first = Arrays.copyOf(last, last.length + 1);
		}
		RocksDbCursor cursor = (RocksDbCursor) this.engine.scan(this.store, first, end, this.reverse);
		this.rest = cursor;
		return cursor.next();
	}

	@Override
	public byte[] key() {
		byte[] current = this.key;
		if (current == null) {
			throw new NoSuchElementException("The walk over the store " + this.store + " isn't on an entry.");
		}
		return current;
	}

	/**
	 * Fetched when it is asked for: who walks often knows the value already.
	 */
	@Override
	public byte[] value() {
		if (this.rest != null) {
			return this.rest.value();
		}
		byte[] current = this.value;
		if (current == null) {
			key();
			current = fetchValue();
			this.value = current;
		}
		return current;
	}

	private byte[] fetchValue() {
		this.engine.enter();
		try {
			RocksIterator open = this.iterator;
			if (open == null) {
				throw new IllegalStateException("The store " + this.store + " was written, or closed, during a walk.");
			}
			return open.value();
		}
		finally {
			this.engine.leave();
		}
	}

	/**
	 * Ends the walk; what is native stays for the next one.
	 */
	@Override
	public void close() {
		if (this.rest != null) {
			this.rest.close();
			this.rest = null;
		}
		this.key = null;
		this.value = null;
		this.place = Place.BEHIND;
	}

	/**
	 * Frees what is native; called by the engine, which keeps others out meanwhile.
	 */
	void release() {
		if (this.handles != null) {
			this.handles.close();
			this.handles = null;
		}
		this.iterator = null;
	}

	/** Where the walk is. */
	private enum Place {

		/** It has begun. */
		BEFORE,
		/** On an entry. */
		WITHIN,
		/** Behind the last entry, or closed. */
		BEHIND

	}

}
