package io.millrace.streams.internal.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
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
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.state.QueryableStoreType;
import io.millrace.streams.state.StateStoreProvider;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * Hands out read-only views of the stores on this instance. A view asks again at each
 * read which partitions are here and whether they may be read, so it outlives rebalances,
 * and says why when it can't answer. Thread-safe.
 */
public final class StoreViews {

	private final CompiledTopology topology;

	private final Supplier<State> state;

	private final Supplier<List<LocalTask>> tasks;

	private final Function<String, @Nullable StateStore> globalStores;

	private final IsolationLevel isolation;

	/**
	 * Makes it.
	 * @param topology knows which stores there are
	 * @param state the state of the instance
	 * @param tasks the tasks on this instance, those that are being restored too
	 * @param globalStores finds the global stores that can be read by name
	 * @param isolation whether views show what isn't committed yet, unless they are asked
	 * for something else
	 */
	public StoreViews(CompiledTopology topology, Supplier<State> state, Supplier<List<LocalTask>> tasks,
			Function<String, @Nullable StateStore> globalStores, IsolationLevel isolation) {
		this.topology = topology;
		this.state = state;
		this.tasks = tasks;
		this.globalStores = globalStores;
		this.isolation = isolation;
	}

	/**
	 * Makes a view.
	 * @param parameters which store, and how
	 * @param <T> the read-only form
	 * @return the view
	 * @throws InvalidStateStoreException if it can't be read at the moment; subclasses
	 * tell why
	 */
	public <T> T view(StoreQueryParameters<T> parameters) {
		String name = parameters.storeName();
		checkState(name);
		StateStoreProvider provider = isGlobal(name) ? new GlobalProvider()
				: new Provider(subtopologyOf(name), parameters.partition());
		// Fails now, not at the first read, if there's nothing to read.
		provider.stores(name, parameters.queryableStoreType());
		return parameters.queryableStoreType().create(provider, name);
	}

	CompiledTopology topology() {
		return this.topology;
	}

	void checkState(String name) {
		State now = this.state.get();
		if (now == State.CREATED) {
			throw new StreamsNotStartedException(
					"Store " + name + " can't be queried because the application isn't started. Call start() first.");
		}
		if (!now.isRunningOrRebalancing()) {
			throw new StreamsStoppedException(
					"Store " + name + " can't be queried because the application is " + now + ".");
		}
	}

	static void checkFresh(String name, LocalTask task) {
		if (!task.fresh()) {
			throw new StreamsRebalancingException("Store " + name + " can't be queried because task "
					+ task.subtopology() + "_" + task.partition() + " may have been given to another instance: "
					+ "this one hasn't heard of its group for some time. Try again later.");
		}
	}

	/**
	 * A global store.
	 * @return the store, or null if it can't be read yet
	 */
	@Nullable StateStore globalStore(String name) {
		return this.globalStores.apply(name);
	}

	boolean isGlobal(String name) {
		return this.topology.globalStores().stream().anyMatch((store) -> store.name().equals(name));
	}

	int subtopologyOf(String name) {
		for (CompiledTopology.Subtopology subtopology : this.topology.subtopologies()) {
			for (CompiledTopology.Store store : subtopology.stores()) {
				if (store.name().equals(name)) {
					return subtopology.id();
				}
			}
		}
		throw new UnknownStateStoreException("The topology has no store " + name + ".");
	}

	/**
	 * A task on this instance, as far as queries have to do with it.
	 */
	public interface LocalTask {

		/**
		 * The number of its subtopology.
		 */
		int subtopology();

		/**
		 * Its partition.
		 */
		int partition();

		/**
		 * Whether the task is this instance's own as far as anyone can know. If the
		 * process was frozen, or hears nothing of the group, others may have it.
		 */
		boolean fresh();

		/**
		 * The thread that runs it.
		 */
		OwnerThread owner();

		/**
		 * A view of one of its stores.
		 * @param name the store's name
		 * @param isolation whether the view shows what isn't committed yet
		 * @param owner whom the view asks for that
		 * @return the store, or null if the task doesn't process yet
		 */
		@Nullable StateStore readableStore(String name, IsolationLevel isolation, OwnerThread owner);

	}

	/**
	 * The thread that runs a task, whose answers count only if the task may still be read
	 * once they are there: much can happen while somebody waits.
	 */
	final class CheckedOwner implements OwnerThread {

		private final LocalTask task;

		CheckedOwner(LocalTask task) {
			this.task = task;
		}

		@Override
		public <T extends @Nullable Object> T ask(String store, Supplier<T> question, Supplier<T> committed) {
			T answer;
			try {
				answer = this.task.owner().ask(store, question, committed);
			}
			catch (InvalidStateStoreException ex) {
				check(store);
				throw ex;
			}
			try {
				check(store);
				return answer;
			}
			catch (InvalidStateStoreException ex) {
				close(answer, ex);
				throw ex;
			}
		}

		private void check(String store) {
			checkState(store);
			checkFresh(store, this.task);
		}

		private void close(@Nullable Object answer, RuntimeException reason) {
			if (answer instanceof AutoCloseable closeable) {
				try {
					closeable.close();
				}
				catch (Exception ex) {
					reason.addSuppressed(ex);
				}
			}
		}

	}

	@SuppressWarnings("unchecked")
	private static <T> T cast(String storeName, QueryableStoreType<T> type, StateStore store) {
		if (!type.accepts(store)) {
			throw new InvalidStateStoreException("Store " + storeName + " can't be queried as "
					+ type.getClass().getSimpleName() + ": it is a " + store.getClass().getSimpleName() + ".");
		}
		return (T) store;
	}

	/**
	 * Gives global stores, which every instance has in full.
	 */
	private final class GlobalProvider implements StateStoreProvider {

		@Override
		public <T> List<T> stores(String storeName, QueryableStoreType<T> type) {
			checkState(storeName);
			StateStore store = StoreViews.this.globalStores.apply(storeName);
			if (store == null) {
				throw new StreamsRebalancingException("Global store " + storeName
						+ " can't be queried because it is still being restored. Try again later.");
			}
			return List.of(cast(storeName, type, store));
		}

	}

	private final class Provider implements StateStoreProvider {

		private final int subtopology;

		private final @Nullable Integer partition;

		Provider(int subtopology, @Nullable Integer partition) {
			this.subtopology = subtopology;
			this.partition = partition;
		}

		@Override
		public <T> List<T> stores(String storeName, QueryableStoreType<T> type) {
			checkState(storeName);
			List<T> found = new ArrayList<>();
			boolean here = false;
			for (LocalTask task : StoreViews.this.tasks.get()) {
				if (task.subtopology() != this.subtopology
						|| (this.partition != null && task.partition() != this.partition)) {
					continue;
				}
				here = true;
				checkFresh(storeName, task);
				StateStore store = task.readableStore(storeName, StoreViews.this.isolation, new CheckedOwner(task));
				if (store == null) {
					throw new StreamsRebalancingException("Store " + storeName + " can't be queried because task "
							+ this.subtopology + "_" + task.partition() + " is still restoring it. Try again later.");
				}
				found.add(cast(storeName, type, store));
			}
			if (!here) {
				throw notHere(storeName);
			}
			return found;
		}

		private InvalidStateStoreException notHere(String storeName) {
			if (StoreViews.this.state.get() == State.REBALANCING) {
				return new StreamsRebalancingException("Store " + storeName
						+ " can't be queried because tasks are being handed out. Try again later.");
			}
			if (this.partition != null) {
				return new InvalidStateStorePartitionException("Partition " + Objects.toString(this.partition)
						+ " of store " + storeName + " isn't on this instance.");
			}
			return new StateStoreMigratedException(
					"No partition of store " + storeName + " is on this instance: other instances have them all.");
		}

	}

}
