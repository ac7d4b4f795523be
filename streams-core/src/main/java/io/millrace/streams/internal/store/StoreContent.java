package io.millrace.streams.internal.store;

import io.millrace.streams.processor.StateStore;
import io.millrace.streams.query.Position;
import io.millrace.streams.query.PositionBound;
import io.millrace.streams.query.Query;
import io.millrace.streams.query.QueryConfig;
import io.millrace.streams.query.QueryResult;
import org.jspecify.annotations.Nullable;

/**
 * What a store that users hold stands before: the content in its task, or what a view
 * reads.
 */
interface StoreContent {

	String name();

	boolean isOpen();

	boolean persistent();

	/**
	 * Answers a query.
	 * @param asked the store as the caller holds it
	 */
	<R extends @Nullable Object> QueryResult<R> query(StateStore asked, Query<R> query, PositionBound bound,
			QueryConfig config);

	/**
	 * How far it reflects the task's input.
	 */
	Position position();

}
