package io.millrace.streams.internal.store;

import java.util.OptionalLong;
import java.util.function.Consumer;

import io.millrace.streams.errors.StateStoreMigratedException;
import org.jspecify.annotations.Nullable;

/**
 * The engine of a global store, which may be damaged and opened anew while other threads
 * hold views of the store: they go on with the new one. Who reads damaged content is told
 * that it isn't there, and so is the owner. Made by the task room; one thread opens,
 * writes and closes, any thread may read.
 */
public final class ReplaceableEngine implements StateEngine {

	private final String store;

	private final boolean persistent;

	private final Consumer<CorruptStateException> damaged;

	private volatile @Nullable StateEngine current;

	/**
	 * Makes an engine without content.
	 * @param store the name of the global store, for messages
	 * @param persistent whether its engines outlive the process
	 * @param damaged told of damage by the thread that comes upon it
	 */
	public ReplaceableEngine(String store, boolean persistent, Consumer<CorruptStateException> damaged) {
		this.store = store;
		this.persistent = persistent;
		this.damaged = damaged;
	}

	/**
	 * Puts an engine in the place of one that is closed.
	 * @param engine the engine, closed with this one
	 */
	public void replaceBy(StateEngine engine) {
		this.current = engine;
	}

	private StateEngine current() {
		StateEngine engine = this.current;
		if (engine == null) {
			throw new StateStoreMigratedException(
					"Global store " + this.store + " isn't there at the moment. Ask for it again later.");
		}
		return engine;
	}

	private StateStoreMigratedException damage(CorruptStateException failure) {
		this.damaged.accept(failure);
		return new StateStoreMigratedException(
				"Global store " + this.store + " is damaged and will be rebuilt. Ask for it again later.", failure);
	}

	@Override
	public byte @Nullable [] get(String name, byte[] key) {
		try {
			return current().get(name, key);
		}
		catch (CorruptStateException ex) {
			throw damage(ex);
		}
	}

	@Override
	public EngineCursor scan(String name, byte @Nullable [] from, byte @Nullable [] to, boolean reverse) {
		try {
			return new WatchedCursor(current().scan(name, from, to, reverse));
		}
		catch (CorruptStateException ex) {
			throw damage(ex);
		}
	}

	@Override
	public long version(String name) {
		return current().version(name);
	}

	@Override
	public long approximateEntries(String name) {
		try {
			return current().approximateEntries(name);
		}
		catch (CorruptStateException ex) {
			throw damage(ex);
		}
	}

	@Override
	public OptionalLong changelogOffset(String name) {
		return current().changelogOffset(name);
	}

	@Override
	public EngineBatch batch() {
		return current().batch();
	}

	@Override
	public void write(EngineBatch batch) {
		current().write(batch);
	}

	@Override
	public void load(EngineBatch batch) {
		current().load(batch);
	}

	@Override
	public void endLoad() {
		current().endLoad();
	}

	@Override
	public void clear(String name) {
		current().clear(name);
	}

	@Override
	public boolean persistent() {
		return this.persistent;
	}

	@Override
	public void close() {
		StateEngine engine = this.current;
		this.current = null;
		if (engine != null) {
			engine.close();
		}
	}

	private final class WatchedCursor implements EngineCursor {

		private final EngineCursor cursor;

		WatchedCursor(EngineCursor cursor) {
			this.cursor = cursor;
		}

		@Override
		public boolean next() {
			try {
				return this.cursor.next();
			}
			catch (CorruptStateException ex) {
				throw damage(ex);
			}
		}

		@Override
		public byte[] key() {
			return this.cursor.key();
		}

		@Override
		public byte[] value() {
			return this.cursor.value();
		}

		@Override
		public void close() {
			this.cursor.close();
		}

	}

}
