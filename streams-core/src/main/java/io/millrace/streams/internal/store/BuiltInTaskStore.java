package io.millrace.streams.internal.store;

import java.util.Objects;
import java.util.function.BooleanSupplier;

import io.millrace.streams.errors.InvalidStateStoreException;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.query.Position;
import io.millrace.streams.query.PositionBound;
import io.millrace.streams.query.Query;
import io.millrace.streams.query.QueryConfig;
import io.millrace.streams.query.QueryResult;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * What the stores that Millrace itself keeps have in common: an {@link Overlay} of writes
 * since the last commit before the task's {@link StateEngine}. The subclasses say what a
 * key is, and what of it goes to the changelog and the engine.
 */
abstract class BuiltInTaskStore implements TaskStore, StoreContent {

	final String name;

	final boolean logged;

	final StoreSerdes serdes;

	final StateEngine engine;

	final Overlay overlay = new Overlay();

	final CommittedCache cache;

	/** Held by views while they use serdes that not every thread may use at once. */
	final Object serdeLock = new Object();

	/** Whether operators may have changes of rows held back. */
	final boolean holds;

	private InputPosition input = InputPosition.NONE;

	private boolean open = true;

	BuiltInTaskStore(String name, boolean logged, StoreSerdes serdes, StateEngine engine, CacheBudget budget,
			boolean cached) {
		this.holds = cached && budget.any();
		this.cache = new CommittedCache(budget);
		this.name = name;
		this.logged = logged;
		this.serdes = serdes;
		this.engine = engine;
	}

	/**
	 * Tells whose input the store reflects.
	 */
	final void reflects(InputPosition input) {
		this.input = input;
	}

	final InputPosition input() {
		return this.input;
	}

	final void checkOpen() {
		if (!this.open) {
			throw new InvalidStateStoreException("Store " + this.name + " is closed.");
		}
	}

	/**
	 * An entry that can be written to, with what is known of the key's committed value.
	 */
	final OverlayEntry unwritten(int hash, CommittedCache.Entry cached) {
		OverlayEntry entry = this.overlay.unwritten(hash, cached.key, cached.keyBytes);
		entry.value = cached.value();
		entry.timestamp = cached.timestamp;
		entry.loaded = true;
		return entry;
	}

	/**
	 * Looks an entry up in the engine, unless it is known already what that has.
	 */
	final void load(OverlayEntry entry) {
		if (!entry.written && !entry.loaded) {
			byte[] content = this.engine.get(this.name, entry.keyBytes);
			if (content != null) {
				this.serdes.load(entry, content);
			}
			entry.loaded = true;
			this.cache.keep(entry);
		}
	}

	/**
	 * Hands over what is held back, and what comes to be held meanwhile.
	 */
	final void forwardHeld(HeldChanges receiver) {
		while (this.overlay.heldCount() > 0) {
			boolean found = false;
			// The receiver may write to the store.
			for (int i = 0; i < this.overlay.count(); i++) {
				OverlayEntry entry = this.overlay.entry(i);
				if (entry.held) {
					found = true;
					forwardHeld(entry, receiver);
				}
			}
			if (!found) {
				throw new IllegalStateException("Store " + this.name + " counts " + this.overlay.heldCount()
						+ " rows as held back and has none, which is a defect in Millrace");
			}
		}
	}

	private void forwardHeld(OverlayEntry entry, HeldChanges receiver) {
		Object before = entry.heldBefore;
		Headers headers = Objects.requireNonNull(entry.heldHeaders);
		TopicPartition partition = entry.heldPartition;
		this.overlay.release(entry);
		if (entry.value != null || before != null) {
			receiver.changed(row(entry), this.serdes.value(entry.value), this.serdes.value(before), entry.timestamp,
					headers, partition, entry.heldOffset);
		}
	}

	/**
	 * The key of a row as operators forward it.
	 */
	Object row(OverlayEntry entry) {
		return (entry.key != null) ? entry.key : this.serdes.key(entry.keyBytes);
	}

	/**
	 * Puts what the engine is to hold for a key, null for nothing.
	 */
	final void putOrDelete(EngineBatch batch, byte[] key, byte @Nullable [] content) {
		if (content == null) {
			batch.delete(this.name, key);
		}
		else {
			batch.put(this.name, key, content);
		}
	}

	@Override
	public final String name() {
		return this.name;
	}

	@Override
	public final boolean isOpen() {
		return this.open;
	}

	@Override
	public final boolean persistent() {
		return this.engine.persistent();
	}

	/**
	 * What a view reads.
	 */
	abstract ViewContent content(IsolationLevel isolation, ViewAccess access);

	/**
	 * Answers whoever holds the store itself, which is the task's thread.
	 */
	@Override
	public final <R extends @Nullable Object> QueryResult<R> query(StateStore asked, Query<R> query,
			PositionBound bound, QueryConfig config) {
		return content(config.getIsolationLevel(), new ViewAccess(this::isOpen, OwnerThread.CALLER)).query(asked, query,
				bound, config);
	}

	@Override
	public final Position position() {
		return this.input.current();
	}

	@Override
	public abstract StateStore view(IsolationLevel isolation, BooleanSupplier open, @Nullable OwnerThread owner);

	@Override
	public final StateStore committedView(BooleanSupplier open) {
		return view(IsolationLevel.READ_COMMITTED, open, null);
	}

	@Override
	public void mark() {
		this.overlay.mark();
	}

	@Override
	public void rollback() {
		this.overlay.rollback();
	}

	@Override
	public void discard() {
		letGo();
	}

	/**
	 * Lets go of all that isn't in the engine, and of what is known of that.
	 */
	void letGo() {
		this.overlay.clear();
		this.cache.clear();
	}

	@Override
	public final long uncommittedBytes() {
		return this.overlay.bytes();
	}

	@Override
	public long committedEntries() {
		return this.engine.approximateEntries(this.name);
	}

	@Override
	public final void close() {
		letGo();
		this.open = false;
	}

}
