package io.millrace.streams.internal.store;

import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

import io.millrace.streams.errors.InvalidStateStoreException;
import io.millrace.streams.errors.StateStoreMigratedException;
import io.millrace.streams.errors.StreamsRebalancingException;
import io.millrace.streams.errors.StreamsStoppedException;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.query.FailureReason;
import io.millrace.streams.query.Position;
import io.millrace.streams.query.PositionBound;
import io.millrace.streams.query.Query;
import io.millrace.streams.query.QueryConfig;
import io.millrace.streams.query.QueryResult;
import org.jspecify.annotations.Nullable;

/**
 * Has a store that Millrace keeps answer one query, and turns whatever comes of it into a
 * result. What a query reads is said by the content, see {@link ViewContent#read}; the
 * bound is checked against the position of just what was read.
 */
public final class StoreQuery {

	private StoreQuery() {
	}

	/**
	 * Answers a query.
	 * @param asked the store as the caller holds it
	 * @param content its content
	 */
	static <R extends @Nullable Object> QueryResult<R> answer(StateStore asked, ViewContent content, Query<R> query,
			PositionBound bound, QueryConfig config) {
		Objects.requireNonNull(query, "The query is null.");
		Objects.requireNonNull(bound, "The position bound of a query is null.");
		long start = config.isCollectExecutionInfo() ? System.nanoTime() : 0;
		ReadPosition position;
		try {
			position = content.newPosition();
		}
		catch (RuntimeException ex) {
			return failed(asked.name(), ex);
		}
		QueryResult<R> result = outcome(asked, content, query, bound, config, position);
		if (config.isCollectExecutionInfo()) {
			result.addExecutionInfo("Handled in " + asked.getClass() + " under " + config.getIsolationLevel() + " in "
					+ (System.nanoTime() - start) + " ns");
		}
		result.setPosition(position.position());
		return result;
	}

	private static <R extends @Nullable Object> QueryResult<R> outcome(StateStore asked, ViewContent content,
			Query<R> query, PositionBound bound, QueryConfig config, ReadPosition position) {
		try {
			Supplier<? extends @Nullable Object> read = content.asked(config.getIsolationLevel(), position).read(query);
			if (read == null) {
				return QueryResult.forUnknownQueryType(query, asked);
			}
			return checked(read.get(), bound, position);
		}
		catch (RuntimeException ex) {
			return failed(asked.name(), ex);
		}
	}

	@SuppressWarnings({ "unchecked", "NullAway" })
	private static <R extends @Nullable Object> QueryResult<R> checked(@Nullable Object found, PositionBound bound,
			ReadPosition position) {
		if (isUpTo(position.position(), bound, position.partition())) {
			return QueryResult.forResult((R) found);
		}
		if (found instanceof AutoCloseable closeable) {
			close(closeable);
		}
		return QueryResult.notUpToBound(position.position(), bound, position.partition());
	}

	private static void close(AutoCloseable closeable) {
		try {
			closeable.close();
		}
		catch (RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new InvalidStateStoreException("What a query read couldn't be closed.", ex);
		}
	}

	private static boolean isUpTo(Position position, PositionBound bound, @Nullable Integer partition) {
		if (bound.isUnbounded()) {
			return true;
		}
		Position demanded = bound.position();
		for (String topic : demanded.getTopics()) {
			Map<Integer, Long> reached = position.getPartitionPositions(topic);
			for (Map.Entry<Integer, Long> offset : demanded.getPartitionPositions(topic).entrySet()) {
				boolean concerned = partition == null || partition.equals(offset.getKey());
				if (concerned && reached.getOrDefault(offset.getKey(), -1L) < offset.getValue()) {
					return false;
				}
			}
		}
		return true;
	}

	/**
	 * Says what it means for a query that something was thrown.
	 * @param store the store's name
	 * @param failure what was thrown
	 * @param <R> the type of the answer
	 * @return the result
	 */
	public static <R extends @Nullable Object> QueryResult<R> failed(String store, RuntimeException failure) {
		FailureReason reason = FailureReason.STORE_EXCEPTION;
		if (failure instanceof StreamsRebalancingException) {
			reason = FailureReason.NOT_ACTIVE;
		}
		else if (failure instanceof StateStoreMigratedException || failure instanceof StreamsStoppedException) {
			reason = FailureReason.NOT_PRESENT;
		}
		String message = (failure instanceof InvalidStateStoreException) ? failure.getMessage()
				: "Store " + store + " failed to answer a query: " + failure;
		return QueryResult.forFailure(reason, Objects.requireNonNullElse(message, failure.toString()));
	}

}
