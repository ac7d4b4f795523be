package io.millrace.streams.internal.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.errors.StreamsNotStartedException;
import io.millrace.streams.errors.StreamsStoppedException;
import io.millrace.streams.errors.UnknownStateStoreException;
import io.millrace.streams.internal.store.OwnerThread;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.internal.topology.StoreSpec;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.StateStoreContext;
import io.millrace.streams.query.FailureReason;
import io.millrace.streams.query.Position;
import io.millrace.streams.query.PositionBound;
import io.millrace.streams.query.Query;
import io.millrace.streams.query.QueryConfig;
import io.millrace.streams.query.QueryResult;
import io.millrace.streams.query.StateQueryRequest;
import io.millrace.streams.query.StateQueryResult;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class StateQueriesTests {

	private static final Asking ASKING = new Asking();

	private final List<StoreViews.LocalTask> tasks = new ArrayList<>();

	private State state = State.RUNNING;

	private final StoreViews views = new StoreViews(topology(), () -> this.state, () -> this.tasks, (name) -> null,
			IsolationLevel.READ_UNCOMMITTED);

	private final StateQueries queries = new StateQueries(this.views, () -> this.tasks, (topic) -> 4,
			IsolationLevel.READ_UNCOMMITTED);

	private static CompiledTopology topology() {
		StoreSpec spec = new StoreSpec(
				Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("counts"), Serdes.String(), Serdes.Long()),
				Set.of(), null);
		return new CompiledTopology("app",
				List.of(new CompiledTopology.Subtopology(0, List.of(),
						List.of(new CompiledTopology.Store(spec, null, Map.of())), Set.of("in"), Map.of(), Set.of(),
						List.of())));
	}

	private static StateQueryRequest<String> request() {
		return StateQueryRequest.inStore("counts").withQuery(ASKING);
	}

	private Map<Integer, Object> outcomes(StateQueryRequest<String> request) {
		return this.queries.query(request)
			.getPartitionResults()
			.entrySet()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, (entry) -> entry.getValue().isSuccess()
					? String.valueOf(entry.getValue().getResult()) : entry.getValue().getFailureReason()));
	}

	private void add(int subtopology, int partition, String answer) {
		this.tasks
			.add(new Task(subtopology, partition, new Answering((config) -> QueryResult.forResult(answer)), true));
	}

	@Test
	void asksAllPartitionsThatAreHere() {
		add(0, 2, "c");
		add(0, 0, "a");
		add(1, 1, "of another subtopology");
		assertThat(outcomes(request())).isEqualTo(Map.of(0, "a", 2, "c"));
		assertThat(this.queries.query(request()).getPartitionResults().keySet()).containsExactly(0, 2);
		this.tasks.clear();
		assertThat(outcomes(request())).isEmpty();
	}

	@Test
	void asksCertainPartitions() {
		add(0, 0, "a");
		add(0, 1, "b");
		assertThat(outcomes(request().withPartitions(Set.of(1, 3, 4, -1)))).isEqualTo(Map.of(1, "b", 3,
				FailureReason.NOT_PRESENT, 4, FailureReason.DOES_NOT_EXIST, -1, FailureReason.DOES_NOT_EXIST));
		assertThat(outcomes(request().withPartitions(Set.of()))).isEmpty();
		assertThat(this.queries.query(request().withPartitions(Set.of(3))).getOnlyPartitionResult().getFailureMessage())
			.contains("Partition 3 of store counts");
	}

	@Test
	void partitionsThatCanNotBeReadSayWhy() {
		add(0, 0, "a");
		this.tasks.add(new Task(0, 1, null, true));
		this.tasks.add(new Task(0, 2, new Answering((config) -> QueryResult.forResult("old")), false));
		this.tasks.add(new Task(0, 3, new Answering((config) -> {
			throw new IllegalStateException("broken");
		}), true));
		this.tasks.add(new Task(0, 4, new Answering((config) -> null), true));
		this.tasks.add(new Task(0, 5, new Answering((config) -> {
			throw OwnerThread.gone("counts");
		}), true));
		assertThat(outcomes(request()))
			.isEqualTo(Map.of(0, "a", 1, FailureReason.NOT_ACTIVE, 2, FailureReason.NOT_ACTIVE, 3,
					FailureReason.STORE_EXCEPTION, 4, FailureReason.STORE_EXCEPTION, 5, FailureReason.NOT_PRESENT));
		assertThat(outcomes(request().requireActive())).isEqualTo(outcomes(request()));
		Map<Integer, QueryResult<String>> results = this.queries.query(request()).getPartitionResults();
		assertThat(results.get(1).getFailureMessage()).contains("counts", "0_1", "restoring");
		assertThat(results.get(2).getFailureMessage()).contains("counts", "0_2", "hasn't heard of its group");
		assertThat(results.get(3).getFailureMessage()).contains("counts", "broken");
		assertThat(results.get(4).getFailureMessage()).contains("counts", "Answering", "null");
	}

	@Test
	void taskThatMovesBetweenThreadsAnswersOnce() {
		Closed first = new Closed();
		Closed second = new Closed();
		this.tasks.add(new Task(0, 0, null, true));
		this.tasks.add(new Task(0, 0, new Answering((config) -> QueryResult.forResult(first)), true));
		this.tasks.add(new Task(0, 0, new Answering((config) -> QueryResult.forResult(second)), true));
		this.tasks.add(new Task(0, 0, null, true));
		StateQueryResult<String> result = this.queries.query(request());
		assertThat((Object) result.getPartitionResults().get(0).getResult()).isSameAs(first);
		assertThat(first.closed).isFalse();
		assertThat(second.closed).isTrue();
	}

	@Test
	void storesAreToldWhatTheRequestSays() {
		List<String> asked = new ArrayList<>();
		this.tasks.add(new Task(0, 0, new Answering((config) -> {
			asked.add(config.getIsolationLevel() + " " + config.isCollectExecutionInfo());
			return QueryResult.forResult("a");
		}), true));
		this.queries.query(request());
		StateQueryResult<String> result = this.queries.query(request().withIsolationLevel(IsolationLevel.READ_COMMITTED)
			.withPositionBound(Answering.BOUND)
			.enableExecutionInfo());
		assertThat(asked).containsExactly("read_uncommitted false", "read_committed true");
		assertThat(result.getOnlyPartitionResult().getExecutionInfo()).singleElement()
			.asString()
			.contains("task 0_0", " ns");
		assertThat(((Answering) ((Task) this.tasks.get(0)).store()).bounds).containsExactly(PositionBound.unbounded(),
				Answering.BOUND);
	}

	@Test
	void saysThatTheStoreIsUnknown() {
		this.state = State.CREATED;
		assertThatExceptionOfType(UnknownStateStoreException.class)
			.isThrownBy(() -> this.queries.query(StateQueryRequest.inStore("nosuch").withQuery(ASKING)))
			.withMessageContaining("nosuch");
	}

	@ParameterizedTest
	@EnumSource(State.class)
	void needsARunningApplication(State now) {
		add(0, 0, "a");
		this.state = now;
		if (now.isRunningOrRebalancing()) {
			assertThat(outcomes(request())).hasSize(1);
		}
		else {
			assertThatExceptionOfType(
					(now == State.CREATED) ? StreamsNotStartedException.class : StreamsStoppedException.class)
				.isThrownBy(() -> this.queries.query(request()));
		}
	}

	private static final class Asking implements Query<String> {

	}

	private static final class Closed implements AutoCloseable {

		private boolean closed;

		@Override
		public void close() {
			this.closed = true;
		}

	}

	private record Task(int subtopology, int partition, @Nullable StateStore store,
			boolean fresh) implements StoreViews.LocalTask {

		@Override
		public OwnerThread owner() {
			throw new UnsupportedOperationException();
		}

		@Override
		public @Nullable StateStore readableStore(String name, IsolationLevel isolation, OwnerThread owner) {
			assertThat(name).isEqualTo("counts");
			return this.store;
		}

	}

	private static final class Answering implements StateStore {

		static final PositionBound BOUND = PositionBound.at(Position.emptyPosition().withComponent("in", 0, 1));

		private final Function<QueryConfig, @Nullable QueryResult<?>> answer;

		private final List<PositionBound> bounds = new ArrayList<>();

		Answering(Function<QueryConfig, @Nullable QueryResult<?>> answer) {
			this.answer = answer;
		}

		@Override
		@SuppressWarnings("unchecked")
		public <R extends @Nullable Object> QueryResult<R> query(Query<R> query, PositionBound positionBound,
				QueryConfig config) {
			assertThat(query).isSameAs(ASKING);
			this.bounds.add(positionBound);
			return (QueryResult<R>) this.answer.apply(config);
		}

		@Override
		public String name() {
			return "counts";
		}

		@Override
		public void init(StateStoreContext context, StateStore root) {
		}

		@Override
		public void close() {
		}

		@Override
		public boolean persistent() {
			return false;
		}

		@Override
		public boolean isOpen() {
			return true;
		}

	}

}
