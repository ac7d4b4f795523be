package io.millrace.streams.internal.store;

import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.StateStoreContext;
import io.millrace.streams.query.Position;
import io.millrace.streams.query.PositionBound;
import io.millrace.streams.query.Query;
import io.millrace.streams.query.QueryConfig;
import io.millrace.streams.query.QueryResult;
import org.jspecify.annotations.Nullable;

/**
 * A store that users hold but that its task readies and closes. The base of what
 * processors see of a store, whatever its kind.
 */
abstract class TaskOwnedStore implements StateStore {

	private final StoreContent content;

	TaskOwnedStore(StoreContent content) {
		this.content = content;
	}

	@Override
	public final String name() {
		return this.content.name();
	}

	@Override
	public final void init(StateStoreContext stateStoreContext, StateStore root) {
		throw new UnsupportedOperationException("Store " + name() + " is readied by its task.");
	}

	@Override
	public final void close() {
		throw new UnsupportedOperationException("Store " + name() + " is closed by its task.");
	}

	@Override
	public final boolean persistent() {
		return this.content.persistent();
	}

	@Override
	public final boolean isOpen() {
		return this.content.isOpen();
	}

	@Override
	public final <R extends @Nullable Object> QueryResult<R> query(Query<R> query, PositionBound positionBound,
			QueryConfig config) {
		return this.content.query(this, query, positionBound, config);
	}

	@Override
	public final Position getPosition() {
		return this.content.position();
	}

	final Object requireKey(@Nullable Object key) {
		if (key == null) {
			throw new NullPointerException("Store " + name() + " takes no null key.");
		}
		return key;
	}

}
