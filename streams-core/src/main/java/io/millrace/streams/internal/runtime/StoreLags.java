package io.millrace.streams.internal.runtime;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.monitor.ApplicationStatus.StoreStatus;
import io.millrace.streams.monitor.ApplicationStatus.TaskStatus;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/**
 * How far the stores on an instance are behind their changelogs. Asks a broker where
 * those end.
 */
public final class StoreLags {

	private final CompiledTopology topology;

	private final Map<TopicPartition, String> stores = new HashMap<>();

	private final Map<TopicPartition, Long> remaining = new HashMap<>();

	StoreLags(CompiledTopology topology) {
		this.topology = topology;
	}

	/**
	 * Adds the stores of a task.
	 */
	void add(OwnedTask task) {
		TaskStatus status = task.task().status();
		for (CompiledTopology.Store store : this.topology.subtopology(task.id().subtopology()).stores()) {
			String changelog = store.changelogTopic();
			if (changelog != null) {
				TopicPartition partition = new TopicPartition(changelog, task.id().partition());
				this.stores.put(partition, store.name());
				this.remaining.put(partition, task.running() ? 0 : remaining(status, store.name()));
			}
		}
	}

	private static long remaining(TaskStatus status, String store) {
		return status.stores()
			.stream()
			.filter((each) -> each.name().equals(store))
			.mapToLong(StoreStatus::remaining)
			.findFirst()
			.orElse(-1);
	}

	/**
	 * Where the stores are.
	 * @return ends and positions, by store and partition
	 */
	Map<String, Map<Integer, Position>> ask(Admin admin) {
		Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
		this.stores.keySet().forEach((partition) -> wanted.put(partition, OffsetSpec.latest()));
		Map<String, Map<Integer, Position>> all = new HashMap<>();
		if (wanted.isEmpty()) {
			return all;
		}
		try {
			Map<TopicPartition, ListOffsetsResultInfo> ends = admin.listOffsets(wanted).all().get();
			this.stores.forEach((partition, store) -> {
				ListOffsetsResultInfo known = ends.get(partition);
				long end = (known != null) ? known.offset() : 0;
				long left = this.remaining.getOrDefault(partition, -1L);
				long current = (left >= 0) ? Math.max(0, end - left) : 0;
				all.computeIfAbsent(store, (name) -> new HashMap<>())
					.put(partition.partition(), new Position(current, end));
			});
			return all;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new InterruptException("Interrupted while asking where changelogs end.", ex);
		}
		catch (ExecutionException ex) {
			throw new StreamsException("The ends of the changelogs " + this.stores.keySet()
					+ " can't be learnt from the broker; try again later.", ex);
		}
	}

	/**
	 * Where the local copy of a partition is.
	 *
	 * @param current its offset
	 * @param end the changelog's end
	 */
	public record Position(long current, long end) {
	}

}
