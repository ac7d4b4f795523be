package io.millrace.streams.internal.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import io.millrace.streams.internal.query.StoreViews;
import io.millrace.streams.internal.store.OwnerThread;
import io.millrace.streams.internal.task.StreamTask;
import io.millrace.streams.processor.StateStore;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of all threads of an instance, for queries.
 */
public final class LocalTasks implements Supplier<List<StoreViews.LocalTask>> {

	private final StreamsRuntime runtime;

	/**
	 * Makes it.
	 * @param runtime the instance
	 */
	public LocalTasks(StreamsRuntime runtime) {
		this.runtime = runtime;
	}

	@Override
	public List<StoreViews.LocalTask> get() {
		List<StoreViews.LocalTask> all = new ArrayList<>();
		for (StreamThread thread : this.runtime.threads()) {
			for (OwnedTask task : thread.snapshot().tasks()) {
				all.add(new Local(task.task(), thread.parts()));
			}
		}
		return all;
	}

	private record Local(StreamTask task, ThreadParts thread) implements StoreViews.LocalTask {

		@Override
		public int subtopology() {
			return this.task.id().subtopology();
		}

		@Override
		public int partition() {
			return this.task.id().partition();
		}

		@Override
		public boolean fresh() {
			return this.thread.fresh();
		}

		@Override
		public OwnerThread owner() {
			return this.thread.questions();
		}

		@Override
		public @Nullable StateStore readableStore(String name, IsolationLevel isolation, OwnerThread owner) {
			return this.task.readableStore(name, isolation, owner);
		}

	}

}
