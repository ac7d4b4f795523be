package io.millrace.streams.query;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * Says which store to query, what for, in which partitions and how. Immutable; each
 * method returns a changed copy. For {@link io.millrace.streams.KafkaStreams#query}.
 *
 * @param <R> the type of the answer
 */
public class StateQueryRequest<R extends @Nullable Object> {

	private final String storeName;

	private final Query<R> query;

	private final PositionBound positionBound;

	private final @Nullable Set<Integer> partitions;

	private final boolean executionInfo;

	private final boolean requireActive;

	private final @Nullable IsolationLevel isolationLevel;

	private StateQueryRequest(String storeName, Query<R> query, PositionBound positionBound,
			@Nullable Set<Integer> partitions, boolean executionInfo, boolean requireActive,
			@Nullable IsolationLevel isolationLevel) {
		this.storeName = storeName;
		this.query = query;
		this.positionBound = positionBound;
		this.partitions = partitions;
		this.executionInfo = executionInfo;
		this.requireActive = requireActive;
		this.isolationLevel = isolationLevel;
	}

	/**
	 * Begins a request.
	 * @param name the name of the store
	 * @return what takes the query
	 * @throws NullPointerException if the name is null
	 */
	public static InStore inStore(String name) {
		return new InStore(Objects.requireNonNull(name, "The name of the store to query is null."));
	}

	/**
	 * Demands that the store reflects its input up to a position. Partitions that don't,
	 * answer {@link FailureReason#NOT_UP_TO_BOUND}.
	 * @param positionBound the bound
	 * @return the changed request
	 * @throws NullPointerException if the bound is null
	 */
	public StateQueryRequest<R> withPositionBound(PositionBound positionBound) {
		return new StateQueryRequest<>(this.storeName, this.query,
				Objects.requireNonNull(positionBound, "The position bound of a query is null."), this.partitions,
				this.executionInfo, this.requireActive, this.isolationLevel);
	}

	/**
	 * Asks all partitions that are on the instance, as a request does that says nothing.
	 * @return the changed request
	 */
	public StateQueryRequest<R> withAllPartitions() {
		return new StateQueryRequest<>(this.storeName, this.query, this.positionBound, null, this.executionInfo,
				this.requireActive, this.isolationLevel);
	}

	/**
	 * Asks certain partitions. Those that aren't on the instance have a result that says
	 * so.
	 * @param partitions their numbers, which are copied
	 * @return the changed request
	 * @throws NullPointerException if the set is null or holds null
	 */
	public StateQueryRequest<R> withPartitions(Set<Integer> partitions) {
		return new StateQueryRequest<>(this.storeName, this.query, this.positionBound, Set.copyOf(partitions),
				this.executionInfo, this.requireActive, this.isolationLevel);
	}

	/**
	 * Has results tell how the query was carried out.
	 * @return the changed request
	 */
	public StateQueryRequest<R> enableExecutionInfo() {
		return new StateQueryRequest<>(this.storeName, this.query, this.positionBound, this.partitions, true,
				this.requireActive, this.isolationLevel);
	}

	/**
	 * Asks only partitions that the instance processes. So far there are no others that
	 * answer, so it makes no difference.
	 * @return the changed request
	 */
	public StateQueryRequest<R> requireActive() {
		return new StateQueryRequest<>(this.storeName, this.query, this.positionBound, this.partitions,
				this.executionInfo, true, this.isolationLevel);
	}

	/**
	 * Says whether to show writes that aren't committed yet. Without it,
	 * {@link io.millrace.streams.StreamsConfig#DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_CONFIG}
	 * does.
	 * @param isolationLevel the isolation level
	 * @return the changed request
	 * @throws NullPointerException if the isolation level is null
	 */
	public StateQueryRequest<R> withIsolationLevel(IsolationLevel isolationLevel) {
		return new StateQueryRequest<>(this.storeName, this.query, this.positionBound, this.partitions,
				this.executionInfo, this.requireActive,
				Objects.requireNonNull(isolationLevel, "The isolation level of a query is null."));
	}

	/**
	 * The name of the store.
	 * @return the name
	 */
	public String getStoreName() {
		return this.storeName;
	}

	/**
	 * How far the store has to reflect its input.
	 * @return the bound, {@link PositionBound#unbounded()} unless set
	 */
	public PositionBound getPositionBound() {
		return this.positionBound;
	}

	/**
	 * What the store is asked for.
	 * @return the query
	 */
	public Query<R> getQuery() {
		return this.query;
	}

	/**
	 * Whether all partitions on the instance are asked.
	 * @return true unless {@link #withPartitions} was called
	 */
	public boolean isAllPartitions() {
		return this.partitions == null;
	}

	/**
	 * The partitions that are asked.
	 * @return an unmodifiable set
	 * @throws IllegalStateException if all are asked
	 */
	public Set<Integer> getPartitions() {
		if (this.partitions == null) {
			throw new IllegalStateException("The request is for all partitions; ask isAllPartitions() first.");
		}
		return this.partitions;
	}

	/**
	 * Whether results tell how the query was carried out.
	 * @return false unless {@link #enableExecutionInfo()} was called
	 */
	public boolean executionInfoEnabled() {
		return this.executionInfo;
	}

	/**
	 * Whether only partitions are asked that the instance processes.
	 * @return false unless {@link #requireActive()} was called
	 */
	public boolean isRequireActive() {
		return this.requireActive;
	}

	/**
	 * Whether to show writes that aren't committed yet.
	 * @return the isolation level, or empty if the application's default applies
	 */
	public Optional<IsolationLevel> isolationLevel() {
		return Optional.ofNullable(this.isolationLevel);
	}

	/**
	 * A request that lacks its query.
	 */
	public static class InStore {

		private final String name;

		private InStore(String name) {
			this.name = name;
		}

		/**
		 * Completes the request.
		 * @param query what to ask the store for
		 * @param <R> the type of the answer
		 * @return the request, for all partitions on the instance
		 * @throws NullPointerException if the query is null
		 */
		public <R extends @Nullable Object> StateQueryRequest<R> withQuery(Query<R> query) {
			return new StateQueryRequest<>(this.name, Objects.requireNonNull(query, "The query is null."),
					PositionBound.unbounded(), null, false, false, null);
		}

	}

}
