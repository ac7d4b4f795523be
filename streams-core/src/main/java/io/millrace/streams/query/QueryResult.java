package io.millrace.streams.query;

import java.util.List;

import io.millrace.streams.processor.StateStore;
import org.jspecify.annotations.Nullable;

/**
 * What one partition of a store answers to a query: a result, or a failure with its
 * reason. Not thread-safe.
 *
 * @param <R> the type of the answer
 */
public interface QueryResult<R extends @Nullable Object> {

	/**
	 * Makes the result of a query that was answered.
	 * @param result the answer, null if the query's answer is that there is nothing
	 * @param <R> the type of the answer
	 * @return the result
	 */
	static <R extends @Nullable Object> QueryResult<R> forResult(R result) {
		return new QueryOutcome<>(result, null, null);
	}

	/**
	 * Makes the result of a query that wasn't answered.
	 * @param failureReason why, for programs
	 * @param failureMessage why, for people
	 * @param <R> the type of the answer
	 * @return the result
	 * @throws NullPointerException if an argument is null
	 */
	static <R extends @Nullable Object> QueryResult<R> forFailure(FailureReason failureReason, String failureMessage) {
		return QueryOutcome.failed(failureReason, failureMessage);
	}

	/**
	 * Says that a store doesn't know a kind of query.
	 * @param query the query
	 * @param store the store
	 * @param <R> the type of the answer
	 * @return the result
	 */
	static <R extends @Nullable Object> QueryResult<R> forUnknownQueryType(Query<R> query, StateStore store) {
		return QueryOutcome.failed(FailureReason.UNKNOWN_QUERY_TYPE, "Store " + store.name() + " can't answer a "
				+ query.getClass().getName() + ": it is a " + store.getClass().getName() + ".");
	}

	/**
	 * Says that a store doesn't reflect its input as far as demanded.
	 * @param currentPosition how far it does
	 * @param positionBound what is demanded
	 * @param partition the partition of the store; null if it isn't partitioned or isn't
	 * ready
	 * @param <R> the type of the answer
	 * @return the result
	 */
	static <R extends @Nullable Object> QueryResult<R> notUpToBound(Position currentPosition,
			PositionBound positionBound, @Nullable Integer partition) {
		return QueryOutcome.failed(FailureReason.NOT_UP_TO_BOUND,
				((partition != null) ? "Partition " + partition + " of the store" : "The store") + " is at "
						+ currentPosition + ", which isn't yet up to the bound " + positionBound + ".");
	}

	/**
	 * Adds a sentence about how the query was carried out.
	 * @param message the sentence
	 */
	void addExecutionInfo(String message);

	/**
	 * Sets how far the store reflects its input. Called by stores.
	 * @param position the position
	 */
	void setPosition(Position position);

	/**
	 * Whether the query was answered.
	 * @return true if there's a result
	 */
	boolean isSuccess();

	/**
	 * Whether the query wasn't answered.
	 * @return true if there's a reason of failure
	 */
	boolean isFailure();

	/**
	 * How the query was carried out, if the request asked for that.
	 * @return sentences, in the order in which they were added
	 */
	List<String> getExecutionInfo();

	/**
	 * How far the store reflects its input at least.
	 * @return the position; null if it isn't known
	 */
	@Nullable Position getPosition();

	/**
	 * Why the query wasn't answered.
	 * @return the reason
	 * @throws IllegalArgumentException if it was
	 */
	FailureReason getFailureReason();

	/**
	 * Why the query wasn't answered, for people.
	 * @return one sentence or more
	 * @throws IllegalArgumentException if it was
	 */
	String getFailureMessage();

	/**
	 * The answer.
	 * @return the answer, null if it is that there is nothing
	 * @throws IllegalArgumentException if the query wasn't answered
	 */
	@Nullable R getResult();

}
