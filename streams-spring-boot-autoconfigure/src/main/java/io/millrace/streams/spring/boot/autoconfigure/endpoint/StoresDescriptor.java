package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.millrace.streams.KafkaStreams;
import io.millrace.streams.monitor.ApplicationStatus;
import io.millrace.streams.monitor.ApplicationStatus.StoreStatus;
import io.millrace.streams.monitor.StoreDescription;
import io.millrace.streams.monitor.StoreState;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The stores of an application.
 *
 * @param stores the stores by name
 */
record StoresDescriptor(Map<String, StoreDescriptor> stores) implements OperationResponseBody {

	static StoresDescriptor of(KafkaStreams streams) {
		ApplicationStatus status = streams.status();
		Map<String, StoreDescriptor> stores = new TreeMap<>();
		for (StoreDescription description : streams.storeDescriptions()) {
			stores.put(description.name(), StoreDescriptor.of(description, status));
		}
		return new StoresDescriptor(stores);
	}

	/**
	 * A store.
	 *
	 * @param state whether it can be queried here
	 * @param kind the kind of store
	 * @param keyType what its keys are
	 * @param valueType what its values are
	 * @param changelogTopic where its changes are kept
	 * @param entries about how many keys the parts on this instance hold
	 * @param tasks the tasks on this instance that own a part of it
	 */
	record StoreDescriptor(StoreState state, String kind, String keyType, String valueType,
			@Nullable String changelogTopic, long entries, List<String> tasks) {

		static StoreDescriptor of(StoreDescription description, ApplicationStatus status) {
			List<TaskPart> parts = status.threads()
				.stream()
				.flatMap((thread) -> thread.tasks().stream())
				.flatMap((task) -> task.stores()
					.stream()
					.filter((store) -> store.name().equals(description.name()))
					.map((store) -> new TaskPart(task.taskId(), store)))
				.toList();
			return new StoreDescriptor(status.storeState(description.name()), description.kind(),
					SerdeTypes.describe(description.keySerde()), SerdeTypes.describe(description.valueSerde()),
					description.changelogTopic(), parts.stream().mapToLong((part) -> part.store().entries()).sum(),
					parts.stream().map(TaskPart::taskId).toList());
		}

	}

	private record TaskPart(String taskId, StoreStatus store) {
	}

}
