package io.millrace.streams.internal.store;

import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;

/**
 * Counts the cursors of an engine, and does something when one is closed.
 */
final class CursorCount implements StateEngine {

	private final StateEngine engine;

	int opened;

	int open;

	Runnable onClose = () -> {
	};

	CursorCount(StateEngine engine) {
		this.engine = engine;
	}

	@Override
	public byte @Nullable [] get(String store, byte[] key) {
		return this.engine.get(store, key);
	}

	@Override
	public EngineCursor scan(String store, byte @Nullable [] from, byte @Nullable [] to, boolean reverse) {
		EngineCursor cursor = this.engine.scan(store, from, to, reverse);
		this.opened++;
		this.open++;
		return new EngineCursor() {

			@Override
			public boolean next() {
				return cursor.next();
			}

			@Override
			public byte[] key() {
				return cursor.key();
			}

			@Override
			public byte[] value() {
				return cursor.value();
			}

			@Override
			public void close() {
				CursorCount.this.open--;
				cursor.close();
				CursorCount.this.onClose.run();
			}

		};
	}

	@Override
	public long version(String store) {
		return this.engine.version(store);
	}

	@Override
	public long approximateEntries(String store) {
		return this.engine.approximateEntries(store);
	}

	@Override
	public OptionalLong changelogOffset(String store) {
		return this.engine.changelogOffset(store);
	}

	@Override
	public EngineBatch batch() {
		return this.engine.batch();
	}

	@Override
	public void write(EngineBatch batch) {
		this.engine.write(batch);
	}

	@Override
	public void clear(String store) {
		this.engine.clear(store);
	}

	@Override
	public boolean persistent() {
		return this.engine.persistent();
	}

	@Override
	public void close() {
		this.engine.close();
	}

}
