package io.millrace.streams.internal.store;

import java.util.function.BooleanSupplier;

import io.millrace.streams.errors.InvalidStateStoreException;
import io.millrace.streams.processor.StateStore;
import org.apache.kafka.common.IsolationLevel;
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

	/** Held by views while they use serdes that not every thread may use at once. */
	final Object serdeLock = new Object();

	private boolean open = true;

	BuiltInTaskStore(String name, boolean logged, StoreSerdes serdes, StateEngine engine) {
		this.name = name;
		this.logged = logged;
		this.serdes = serdes;
		this.engine = engine;
	}

	final void checkOpen() {
		if (!this.open) {
			throw new InvalidStateStoreException("Store " + this.name + " is closed.");
		}
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
		this.overlay.clear();
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
		this.overlay.clear();
		this.open = false;
	}

}
