package io.millrace.streams.internal.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import io.millrace.streams.errors.StreamsException;
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

	private static final long BROKER_MILLIS = 1000;

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

	/**
	 * The number of partitions of a topic. Waits a moment for a broker to tell.
	 * @param topic the topic
	 * @return the number
	 * @throws StreamsException if no broker tells
	 */
	public int partitionCount(String topic) {
		try {
			return this.runtime.runningAdmin()
				.describeTopics(Set.of(topic))
				.allTopicNames()
				.get(BROKER_MILLIS, TimeUnit.MILLISECONDS)
				.values()
				.iterator()
				.next()
				.partitions()
				.size();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new StreamsException("The question for topic " + topic + " was interrupted.", ex);
		}
		catch (ExecutionException | TimeoutException ex) {
			throw new StreamsException("No broker tells how many partitions topic " + topic + " has.", ex);
		}
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
