package io.millrace.streams.internal.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.StoreQueryParameters;
import io.millrace.streams.errors.InvalidStateStoreException;
import io.millrace.streams.errors.InvalidStateStorePartitionException;
import io.millrace.streams.errors.StateStoreMigratedException;
import io.millrace.streams.errors.StreamsNotStartedException;
import io.millrace.streams.errors.StreamsRebalancingException;
import io.millrace.streams.errors.StreamsStoppedException;
import io.millrace.streams.errors.UnknownStateStoreException;
import io.millrace.streams.internal.store.OwnerThread;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.internal.topology.StoreSpec;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.StateStoreContext;
import io.millrace.streams.state.QueryableStoreType;
import io.millrace.streams.state.StateStoreProvider;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class StoreViewsTests {

	private final List<StoreViews.LocalTask> tasks = new ArrayList<>();

	private State state = State.RUNNING;

	private final StoreViews views = new StoreViews(topology(), () -> this.state, () -> this.tasks, (name) -> null,
			IsolationLevel.READ_UNCOMMITTED);

	private static CompiledTopology topology() {
		StoreSpec spec = new StoreSpec(
				Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("counts"), Serdes.String(), Serdes.Long()),
				Set.of(), null);
		return new CompiledTopology("app", List.of(new CompiledTopology.Subtopology(0, List.of(),
				List.of(new CompiledTopology.Store(spec, null, Map.of())), Set.of(), Map.of(), Set.of(), List.of())));
	}

	private List<Named> query(Integer partition) {
		return this.views.view(StoreQueryParameters.fromNameAndType("counts", new Type()).withPartition(partition))
			.get();
	}

	@Test
	void viewsAllPartitionsThatAreHere() {
		this.tasks.add(new Task(0, 0, new Named("a")));
		this.tasks.add(new Task(0, 2, new Named("b")));
		this.tasks.add(new Task(1, 0, new Named("of another subtopology")));
		assertThat(query(null)).extracting(Named::name).containsExactly("a", "b");
		assertThat(query(2)).extracting(Named::name).containsExactly("b");
	}

	@Test
	void viewLooksAnewEachTime() {
		this.tasks.add(new Task(0, 0, new Named("a")));
		View view = this.views.view(StoreQueryParameters.fromNameAndType("counts", new Type()));
		this.tasks.set(0, new Task(0, 1, new Named("b")));
		assertThat(view.get()).extracting(Named::name).containsExactly("b");
		this.tasks.clear();
		assertThatExceptionOfType(InvalidStateStoreException.class).isThrownBy(view::get)
			.withMessageContaining("other instances");
		this.state = State.PENDING_SHUTDOWN;
		assertThatExceptionOfType(StreamsStoppedException.class).isThrownBy(view::get);
	}

	@Test
	void saysThatThePartitionIsNotHere() {
		this.tasks.add(new Task(0, 0, new Named("a")));
		assertThatExceptionOfType(InvalidStateStorePartitionException.class).isThrownBy(() -> query(1))
			.withMessageContaining("Partition 1");
	}

	@Test
	void saysThatTasksAreBeingRestored() {
		this.state = State.REBALANCING;
		this.tasks.add(new Task(0, 0, new Named("a")));
		this.tasks.add(new Task(0, 1, null));
		assertThatExceptionOfType(StreamsRebalancingException.class).isThrownBy(() -> query(null))
			.withMessageContaining("0_1");
		// A partition that is complete can be asked for by its number.
		assertThat(query(0)).extracting(Named::name).containsExactly("a");
	}

	@Test
	void saysThatTasksAreBeingHandedOut() {
		this.state = State.REBALANCING;
		assertThatExceptionOfType(StreamsRebalancingException.class).isThrownBy(() -> query(null))
			.withMessageContaining("handed out");
	}

	@Test
	void saysThatTheFormIsWrong() {
		this.tasks.add(new Task(0, 0, new Other()));
		assertThatExceptionOfType(InvalidStateStoreException.class).isThrownBy(() -> query(null))
			.withMessageContaining("Type")
			.withMessageContaining("Other");
	}

	@Test
	void showsNothingThatAnotherInstanceMayHave() {
		this.tasks.add(new Task(0, 0, new Named("a"), false));
		assertThatExceptionOfType(StreamsRebalancingException.class).isThrownBy(() -> query(null))
			.withMessageContaining("counts")
			.withMessageContaining("0_0")
			.withMessageContaining("hasn't heard of its group");
	}

	@Test
	void saysThatTheStoreIsUnknown() {
		assertThatExceptionOfType(UnknownStateStoreException.class)
			.isThrownBy(() -> this.views.view(StoreQueryParameters.fromNameAndType("nosuch", new Type())))
			.withMessageContaining("nosuch");
	}

	@ParameterizedTest
	@EnumSource(State.class)
	void needsARunningApplication(State now) {
		this.tasks.add(new Task(0, 0, new Named("a")));
		this.state = now;
		if (now.isRunningOrRebalancing()) {
			assertThat(query(null)).hasSize(1);
		}
		else {
			assertThatExceptionOfType(
					(now == State.CREATED) ? StreamsNotStartedException.class : StreamsStoppedException.class)
				.isThrownBy(() -> query(null));
		}
	}

	@Test
	void answersCountOnlyIfTheTaskMayStillBeReadAfterwards() {
		AskedTask task = new AskedTask();
		this.tasks.add(task);
		query(null);
		List<String> closed = new ArrayList<>();
		AutoCloseable answer = () -> closed.add("closed");
		OwnerThread owner = task.handedOut;
		assertThat(owner.<Object>ask("counts", () -> answer, () -> "committed")).isSameAs(answer);
		assertThatExceptionOfType(StreamsRebalancingException.class).isThrownBy(() -> owner.ask("counts", () -> {
			task.fresh = false;
			return answer;
		}, () -> answer)).withMessageContaining("hasn't heard of its group");
		assertThat(closed).hasSize(1);
		task.fresh = true;
		assertThatExceptionOfType(StreamsStoppedException.class).isThrownBy(() -> owner.ask("counts", () -> {
			this.state = State.PENDING_SHUTDOWN;
			return answer;
		}, () -> answer));
		assertThat(closed).hasSize(2);
	}

	@Test
	void saysWhyAQuestionIsNotAnswered() {
		AskedTask task = new AskedTask();
		this.tasks.add(task);
		query(null);
		OwnerThread owner = task.handedOut;
		assertThatExceptionOfType(StateStoreMigratedException.class)
			.isThrownBy(() -> owner.ask("counts", AskedTask::leave, AskedTask::leave));
		assertThatExceptionOfType(StreamsStoppedException.class).isThrownBy(() -> owner.ask("counts", () -> {
			this.state = State.NOT_RUNNING;
			return AskedTask.leave();
		}, AskedTask::leave));
	}

	private static final class AskedTask implements StoreViews.LocalTask {

		private boolean fresh = true;

		private @Nullable OwnerThread handedOut;

		private static Object leave() {
			throw OwnerThread.gone("counts");
		}

		@Override
		public int subtopology() {
			return 0;
		}

		@Override
		public int partition() {
			return 0;
		}

		@Override
		public boolean fresh() {
			return this.fresh;
		}

		@Override
		public OwnerThread owner() {
			return new OwnerThread() {

				@Override
				public <T extends @Nullable Object> T ask(String store, Supplier<T> question, Supplier<T> committed) {
					return question.get();
				}

			};
		}

		@Override
		public StateStore readableStore(String name, IsolationLevel isolation, OwnerThread owner) {
			this.handedOut = owner;
			return new Named("a");
		}

	}

	private record Task(int subtopology, int partition, @Nullable StateStore store,
			boolean fresh) implements StoreViews.LocalTask {

		Task(int subtopology, int partition, @Nullable StateStore store) {
			this(subtopology, partition, store, true);
		}

		@Override
		public OwnerThread owner() {
			throw new UnsupportedOperationException();
		}

		@Override
		public @Nullable StateStore readableStore(String name, IsolationLevel isolation, OwnerThread owner) {
			assertThat(isolation).isEqualTo(IsolationLevel.READ_UNCOMMITTED);
			return this.store;
		}

	}

	private interface View {

		List<Named> get();

	}

	private static final class Type implements QueryableStoreType<View> {

		@Override
		public boolean accepts(StateStore store) {
			return store instanceof Named;
		}

		@Override
		@SuppressWarnings({ "unchecked", "rawtypes" })
		public View create(StateStoreProvider provider, String name) {
			return () -> (List) provider.stores(name, this);
		}

	}

	private static class Other implements StateStore {

		@Override
		public String name() {
			return "other";
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

	private static final class Named extends Other {

		private final String name;

		Named(String name) {
			this.name = name;
		}

		@Override
		public String name() {
			return this.name;
		}

	}

}
