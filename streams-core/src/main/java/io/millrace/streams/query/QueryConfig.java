package io.millrace.streams.query;

import java.util.Objects;

import org.apache.kafka.common.IsolationLevel;

/**
 * How a store is to answer a query. Immutable. {@link io.millrace.streams.KafkaStreams}
 * makes it from a {@link StateQueryRequest}.
 */
public class QueryConfig {

	private final boolean collectExecutionInfo;

	private final IsolationLevel isolationLevel;

	/**
	 * Has writes shown that aren't committed yet, as whoever holds a store itself sees
	 * them.
	 * @param collectExecutionInfo whether to tell how the query was carried out
	 */
	public QueryConfig(boolean collectExecutionInfo) {
		this(collectExecutionInfo, IsolationLevel.READ_UNCOMMITTED);
	}

	/**
	 * Says everything.
	 * @param collectExecutionInfo whether to tell how the query was carried out
	 * @param isolationLevel whether to show writes that aren't committed yet
	 * @throws NullPointerException if the isolation level is null
	 */
	public QueryConfig(boolean collectExecutionInfo, IsolationLevel isolationLevel) {
		this.collectExecutionInfo = collectExecutionInfo;
		this.isolationLevel = Objects.requireNonNull(isolationLevel, "The isolation level of a query is null.");
	}

	/**
	 * Whether to tell how the query was carried out.
	 * @return true to have {@link QueryResult#getExecutionInfo()} filled
	 */
	public boolean isCollectExecutionInfo() {
		return this.collectExecutionInfo;
	}

	/**
	 * Whether to show writes that aren't committed yet.
	 * @return the isolation level
	 */
	public IsolationLevel getIsolationLevel() {
		return this.isolationLevel;
	}

}
