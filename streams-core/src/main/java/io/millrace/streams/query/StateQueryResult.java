package io.millrace.streams.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * What the partitions of a store answer to a query. Answers that have to be closed, such
 * as iterators, have to be closed each. Not thread-safe.
 *
 * @param <R> the type of the answer
 */
public class StateQueryResult<R extends @Nullable Object> {

	private final Map<Integer, QueryResult<R>> partitionResults = new TreeMap<>();

	private @Nullable QueryResult<R> globalResult;

	/**
	 * Makes one without any answer.
	 */
	public StateQueryResult() {
	}

	/**
	 * Sets the answer of a global store. For the runtime, and tests.
	 * @param result the answer
	 */
	public void setGlobalResult(QueryResult<R> result) {
		this.globalResult = result;
	}

	/**
	 * Adds the answer of a partition, or replaces it. For the runtime, and tests.
	 * @param partition the partition
	 * @param result its answer
	 */
	public void addResult(int partition, QueryResult<R> result) {
		this.partitionResults.put(partition, result);
	}

	/**
	 * The answers by partition: of all partitions on the instance, or of those asked for.
	 * @return the answers, in the order of the partitions; empty for a global store
	 */
	public Map<Integer, QueryResult<R>> getPartitionResults() {
		return this.partitionResults;
	}

	/**
	 * The answer of the one partition that has any, failures included. Partitions whose
	 * answer is null don't count.
	 * @return the answer, or null if there is none
	 * @throws IllegalArgumentException if several partitions have one
	 */
	public @Nullable QueryResult<R> getOnlyPartitionResult() {
		List<QueryResult<R>> answers = new ArrayList<>();
		for (QueryResult<R> result : this.partitionResults.values()) {
			if (result.isFailure() || result.getResult() != null) {
				answers.add(result);
			}
		}
		if (answers.size() > 1) {
			throw new IllegalArgumentException(
					"Several partitions have an answer, so there is no only one: " + this.partitionResults);
		}
		return answers.isEmpty() ? null : answers.get(0);
	}

	/**
	 * The answer of a global store.
	 * @return the answer, or null if the store is none
	 */
	public @Nullable QueryResult<R> getGlobalResult() {
		return this.globalResult;
	}

	/**
	 * How far the store reflects its input, over all partitions that answered.
	 * @return the position; null if it is that of a global store and isn't known
	 */
	public @Nullable Position getPosition() {
		if (this.globalResult != null) {
			return this.globalResult.getPosition();
		}
		Position all = Position.emptyPosition();
		this.partitionResults.values().forEach((result) -> all.merge(result.getPosition()));
		return all;
	}

	@Override
	public String toString() {
		return "StateQueryResult{"
				+ ((this.globalResult != null) ? "global " + this.globalResult : this.partitionResults.toString())
				+ "}";
	}

}
