package io.millrace.streams.spring.boot.autoconfigure.metrics;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

import io.millrace.streams.monitor.ApplicationStatus;
import io.millrace.streams.monitor.ApplicationStatus.Counters;
import io.millrace.streams.monitor.ApplicationStatus.PartitionStatus;
import io.millrace.streams.monitor.ApplicationStatus.StoreStatus;
import io.millrace.streams.monitor.ApplicationStatus.TaskStatus;

/**
 * The numbers that meters show, summed over the threads and tasks of one instance.
 */
class ApplicationSnapshot {

	private final ApplicationStatus status;

	private final Map<String, Double> lagByTopic = new TreeMap<>();

	private final Map<String, StoreNumbers> stores = new TreeMap<>();

	private final Map<String, Integer> tasksByState = new TreeMap<>();

	ApplicationSnapshot(ApplicationStatus status) {
		this.status = status;
		status.threads().forEach((thread) -> thread.tasks().forEach(this::add));
	}

	private void add(TaskStatus task) {
		if (!task.global()) {
			this.tasksByState.merge(task.state(), 1, Integer::sum);
		}
		for (PartitionStatus partition : task.partitions()) {
			double lag = (partition.lag() >= 0) ? partition.lag() : Double.NaN;
			this.lagByTopic.merge(partition.topic(), lag, ApplicationSnapshot::addKnown);
		}
		for (StoreStatus store : task.stores()) {
			this.stores.merge(store.name(), StoreNumbers.of(store), StoreNumbers::plus);
		}
	}

	long sum(ToLongFunction<Counters> counter) {
		return this.status.threads().stream().mapToLong((thread) -> counter.applyAsLong(thread.counters())).sum();
	}

	/**
	 * The reasons for which records are dropped.
	 */
	Set<String> reasons() {
		return this.status.threads()
			.stream()
			.flatMap((thread) -> thread.counters().droppedByReason().keySet().stream())
			.collect(Collectors.toUnmodifiableSet());
	}

	int tasks(String state) {
		return this.tasksByState.getOrDefault(state, 0);
	}

	Map<String, Double> lagByTopic() {
		return this.lagByTopic;
	}

	Map<String, StoreNumbers> stores() {
		return this.stores;
	}

	private static double addKnown(double left, double right) {
		if (Double.isNaN(left)) {
			return right;
		}
		return Double.isNaN(right) ? left : left + right;
	}

	/**
	 * The numbers of a store, of all its parts that are here.
	 *
	 * @param entries about how many keys it holds
	 * @param uncommittedBytes about how much memory its writes since the last commit take
	 * @param remaining records still to restore; NaN if not known
	 */
	record StoreNumbers(double entries, double uncommittedBytes, double remaining) {

		private static StoreNumbers of(StoreStatus store) {
			return new StoreNumbers(store.entries(), store.uncommittedBytes(),
					(store.remaining() >= 0) ? store.remaining() : Double.NaN);
		}

		private StoreNumbers plus(StoreNumbers other) {
			return new StoreNumbers(this.entries + other.entries, this.uncommittedBytes + other.uncommittedBytes,
					addKnown(this.remaining, other.remaining));
		}

	}

}
