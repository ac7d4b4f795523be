package io.millrace.streams.internal.store;

import java.util.function.Supplier;

import io.millrace.streams.processor.StateStore;
import io.millrace.streams.query.Position;
import io.millrace.streams.query.PositionBound;
import io.millrace.streams.query.Query;
import io.millrace.streams.query.QueryConfig;
import io.millrace.streams.query.QueryResult;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * What views of a store read, from any thread. Each kind of store has two subclasses: one
 * for what is committed, which asks the engine, and one for what isn't committed yet
 * also, which asks the {@link OwnerThread}. Both (de)serialise in the thread that reads,
 * under the lock that the store's serdes may need. Made by the task's stores.
 */
abstract class ViewContent implements StoreContent {

	final ViewAccess access;

	private final BuiltInTaskStore store;

	private final StoreSerdes serdes;

	private final IsolationLevel isolation;

	ViewContent(BuiltInTaskStore store, IsolationLevel isolation, ViewAccess access) {
		if (isolation == IsolationLevel.READ_UNCOMMITTED && access.owner() == null) {
			throw new UnsupportedOperationException("This view of store " + store.name()
					+ " shows committed data only. Ask KafkaStreams for one that shows what isn't committed.");
		}
		this.store = store;
		this.serdes = store.serdes;
		this.isolation = isolation;
		this.access = access;
	}

	final IsolationLevel isolation() {
		return this.isolation;
	}

	final void checkOpen() {
		this.access.check(name());
	}

	/**
	 * The same content under an isolation level.
	 */
	abstract ViewContent with(IsolationLevel level, ViewAccess access);

	/**
	 * Says what a query reads here.
	 * @return what reads it, or null if such a query isn't known
	 */
	abstract @Nullable Supplier<? extends @Nullable Object> read(Query<?> query);

	/**
	 * The position to begin a query with.
	 */
	final ReadPosition newPosition() {
		return new ReadPosition(this.store.input());
	}

	/**
	 * The same content for one query that wants to know the position of what it reads.
	 */
	final ViewContent asked(IsolationLevel level, ReadPosition position) {
		// In a global store nothing waits for a commit.
		boolean global = position.partition() == null && this.access.owner() == null;
		return with(global ? IsolationLevel.READ_COMMITTED : level, this.access.at(position));
	}

	@Override
	public final <R extends @Nullable Object> QueryResult<R> query(StateStore asked, Query<R> query,
			PositionBound bound, QueryConfig config) {
		return StoreQuery.answer(asked, this, query, bound, config);
	}

	@Override
	public final Position position() {
		InputPosition input = this.store.input();
		return (this.isolation == IsolationLevel.READ_COMMITTED) ? input.committed()
				: this.access.ask(name(), input::current, input::committed);
	}

	@Override
	public final String name() {
		return this.store.name();
	}

	@Override
	public final boolean isOpen() {
		return this.access.open().getAsBoolean();
	}

	@Override
	public final boolean persistent() {
		return this.store.persistent();
	}

	public final byte[] keyBytes(Object key) {
		if (this.serdes.threadSafe()) {
			return this.serdes.keyBytes(key);
		}
		synchronized (this.store.serdeLock) {
			return this.serdes.keyBytes(key);
		}
	}

	final KeyRange keys(@Nullable Object from, @Nullable Object to) {
		synchronized (this.store.serdeLock) {
			return KeyRange.inclusive(this.serdes, from, to);
		}
	}

	public final Object key(byte[] keyBytes) {
		if (this.serdes.threadSafe()) {
			return this.serdes.key(keyBytes);
		}
		synchronized (this.store.serdeLock) {
			return this.serdes.key(keyBytes);
		}
	}

	/**
	 * The value that the overlay would hold in its form.
	 */
	final @Nullable Object value(@Nullable Object stored) {
		if (this.serdes.threadSafe()) {
			return this.serdes.value(stored);
		}
		synchronized (this.store.serdeLock) {
			return this.serdes.value(stored);
		}
	}

	/**
	 * What the engine holds for a key, in the form of the overlay. A global store may be
	 * emptied, to be filled anew, between the check and the look: what was found counts
	 * only if it may be read still.
	 */
	final @Nullable StoredValue committed(byte[] engineKey) {
		byte[] content = this.store.engine.get(name(), engineKey);
		checkOpen();
		return (content != null) ? new StoredValue(this.serdes.storedOf(content), this.serdes.timestampOf(content))
				: null;
	}

	/**
	 * The value that the engine holds for a key.
	 */
	final @Nullable Object committedValue(byte[] engineKey) {
		byte[] content = this.store.engine.get(name(), engineKey);
		return (content != null) ? value(this.serdes.storedOf(content)) : null;
	}

	/**
	 * Walks what the engine holds between two of its keys as it is now.
	 */
	final StoredCursor committed(byte @Nullable [] from, byte @Nullable [] to, boolean reverse) {
		EngineCursor cursor = this.store.engine.scan(name(), from, to, reverse);
		try {
			checkOpen();
		}
		catch (RuntimeException ex) {
			cursor.close();
			throw ex;
		}
		return new CommittedCursor(cursor);
	}

	/**
	 * Walks entries that the task's own store gave, for the thread that reads.
	 */
	final StoredCursor shared(MergedCursor entries) {
		return new SharedCursor(entries);
	}

	final UnsupportedOperationException readOnly() {
		return new UnsupportedOperationException("Store " + name() + " can only be read by a query.");
	}

	/**
	 * Walks a snapshot of the engine.
	 */
	private final class CommittedCursor implements StoredCursor {

		private final EngineCursor cursor;

		private CommittedCursor(EngineCursor cursor) {
			this.cursor = cursor;
		}

		@Override
		public boolean next() {
			checkOpen();
			return this.cursor.next();
		}

		@Override
		public byte[] keyBytes() {
			return this.cursor.key();
		}

		@Override
		public Object key() {
			return ViewContent.this.key(this.cursor.key());
		}

		@Override
		public @Nullable Object value() {
			return ViewContent.this.value(ViewContent.this.serdes.storedOf(this.cursor.value()));
		}

		@Override
		public long timestamp() {
			return ViewContent.this.serdes.timestampOf(this.cursor.value());
		}

		@Override
		public void close() {
			this.cursor.close();
		}

	}

	/**
	 * Walks a snapshot of the overlay and of the engine, with the serdes' lock held where
	 * they are used.
	 */
	private final class SharedCursor implements StoredCursor {

		private final MergedCursor cursor;

		private SharedCursor(MergedCursor cursor) {
			this.cursor = cursor;
		}

		@Override
		public boolean next() {
			checkOpen();
			return this.cursor.next();
		}

		@Override
		public byte[] keyBytes() {
			return this.cursor.keyBytes();
		}

		@Override
		public Object key() {
			return ViewContent.this.key(this.cursor.keyBytes());
		}

		@Override
		public @Nullable Object value() {
			return ViewContent.this.value(this.cursor.stored());
		}

		@Override
		public long timestamp() {
			return this.cursor.timestamp();
		}

		@Override
		public void close() {
			this.cursor.close();
		}

	}

}
