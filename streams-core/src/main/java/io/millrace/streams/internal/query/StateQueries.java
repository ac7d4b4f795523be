package io.millrace.streams.internal.query;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

import io.millrace.streams.internal.query.StoreViews.LocalTask;
import io.millrace.streams.internal.store.StoreQuery;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.query.FailureReason;
import io.millrace.streams.query.QueryConfig;
import io.millrace.streams.query.QueryResult;
import io.millrace.streams.query.StateQueryRequest;
import io.millrace.streams.query.StateQueryResult;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * Asks the partitions of a store on this instance and gathers what they answer. The
 * stores answer themselves, see {@link StoreQuery}; here it is said what those answer
 * that can't be asked. What concerns the whole instance (a store that isn't in the
 * topology, an instance that isn't started or has stopped) is thrown. Thread-safe.
 */
public final class StateQueries {

	private final StoreViews views;

	private final Supplier<List<LocalTask>> tasks;

	private final StorePartitions partitions;

	private final IsolationLevel isolation;

	/**
	 * Makes it.
	 * @param views knows what may be read
	 * @param tasks the tasks on this instance, those that are being restored too
	 * @param partitionCount asks a broker how many partitions a topic has; may throw if
	 * it can't
	 * @param isolation whether queries that don't say see what isn't committed yet
	 */
	public StateQueries(StoreViews views, Supplier<List<LocalTask>> tasks, ToIntFunction<String> partitionCount,
			IsolationLevel isolation) {
		this.views = views;
		this.tasks = tasks;
		this.partitions = new StorePartitions(views.topology(), partitionCount, System::nanoTime);
		this.isolation = isolation;
	}

	/**
	 * Carries out a request.
	 * @param request the request
	 * @param <R> the type of the answer
	 * @return what each partition answers
	 * @throws io.millrace.streams.errors.InvalidStateStoreException if no partition can
	 * be asked for a reason that concerns the whole instance
	 */
	public <R extends @Nullable Object> StateQueryResult<R> query(StateQueryRequest<R> request) {
		String store = request.getStoreName();
		if (this.views.isGlobal(store)) {
			this.views.checkState(store);
			return global(request);
		}
		int subtopology = this.views.subtopologyOf(store);
		this.views.checkState(store);
		QueryConfig config = new QueryConfig(request.executionInfoEnabled(),
				request.isolationLevel().orElse(this.isolation));
		StateQueryResult<R> results = new StateQueryResult<>();
		for (LocalTask task : this.tasks.get()) {
			if (task.subtopology() == subtopology
					&& (request.isAllPartitions() || request.getPartitions().contains(task.partition()))) {
				add(task.partition(), ask(task, request, config), results);
			}
		}
		if (!request.isAllPartitions()) {
			addMissing(subtopology, request, results);
		}
		return results;
	}

	/**
	 * A global store has no partitions, and nothing in it that isn't committed.
	 */
	private <R extends @Nullable Object> StateQueryResult<R> global(StateQueryRequest<R> request) {
		String name = request.getStoreName();
		QueryConfig config = new QueryConfig(request.executionInfoEnabled(), IsolationLevel.READ_COMMITTED);
		QueryResult<R> result;
		try {
			StateStore store = this.views.globalStore(name);
			result = (store != null) ? answered(store, request, config) : QueryResult.forFailure(
					FailureReason.NOT_ACTIVE,
					"Global store " + name + " can't be queried because it is still being restored. Try again later.");
		}
		catch (RuntimeException ex) {
			result = StoreQuery.failed(name, ex);
		}
		StateQueryResult<R> results = new StateQueryResult<>();
		results.setGlobalResult(result);
		return results;
	}

	/**
	 * A task that moves between threads may be there twice for a moment; what was
	 * answered counts.
	 */
	private static <R extends @Nullable Object> void add(int partition, QueryResult<R> result,
			StateQueryResult<R> results) {
		QueryResult<R> other = results.getPartitionResults().get(partition);
		if (other == null || other.isFailure()) {
			results.addResult(partition, result);
		}
		else if (result.isSuccess() && result.getResult() instanceof AutoCloseable closeable) {
			close(closeable);
		}
	}

	private static void close(AutoCloseable answer) {
		try {
			answer.close();
		}
		catch (Exception ex) {
			// Another task has answered.
		}
	}

	private <R extends @Nullable Object> QueryResult<R> ask(LocalTask task, StateQueryRequest<R> request,
			QueryConfig config) {
		long start = config.isCollectExecutionInfo() ? System.nanoTime() : 0;
		QueryResult<R> result;
		try {
			StoreViews.checkFresh(request.getStoreName(), task);
			StateStore store = task.readableStore(request.getStoreName(), config.getIsolationLevel(),
					this.views.new CheckedOwner(task));
			result = (store != null) ? answered(store, request, config)
					: QueryResult.forFailure(FailureReason.NOT_ACTIVE,
							"Store " + request.getStoreName() + " can't be queried because task " + name(task)
									+ " is still restoring it. Try again later.");
		}
		catch (RuntimeException ex) {
			result = StoreQuery.failed(request.getStoreName(), ex);
		}
		if (config.isCollectExecutionInfo()) {
			result.addExecutionInfo("Asked task " + name(task) + " in " + (System.nanoTime() - start) + " ns");
		}
		return result;
	}

	private static String name(LocalTask task) {
		return task.subtopology() + "_" + task.partition();
	}

	@SuppressWarnings("ConstantValue")
	private static <R extends @Nullable Object> QueryResult<R> answered(StateStore store, StateQueryRequest<R> request,
			QueryConfig config) {
		@Nullable QueryResult<R> result = store.query(request.getQuery(), request.getPositionBound(), config);
		// The store may be one of the user's own.
		return (result != null) ? result : QueryResult.forFailure(FailureReason.STORE_EXCEPTION,
				"Store " + store.name() + ", a " + store.getClass().getName() + ", answered a query with null.");
	}

	private <R extends @Nullable Object> void addMissing(int subtopology, StateQueryRequest<R> request,
			StateQueryResult<R> results) {
		Set<Integer> missing = new TreeSet<>(request.getPartitions());
		missing.removeAll(results.getPartitionResults().keySet());
		for (int partition : missing) {
			results.addResult(partition,
					this.partitions.lacks(subtopology, partition)
							? QueryResult.forFailure(FailureReason.DOES_NOT_EXIST,
									"Store " + request.getStoreName() + " has no partition " + partition + ".")
							: QueryResult.forFailure(FailureReason.NOT_PRESENT, "Partition " + partition + " of store "
									+ request.getStoreName() + " isn't on this instance."));
		}
	}

}
