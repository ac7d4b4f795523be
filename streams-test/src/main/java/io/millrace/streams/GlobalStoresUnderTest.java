package io.millrace.streams;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.millrace.streams.internal.store.TopicIdentities;
import io.millrace.streams.internal.task.GlobalTask;
import io.millrace.streams.internal.task.TaskEnvironment;
import io.millrace.streams.internal.topology.GlobalStoreSpec;
import io.millrace.streams.processor.StateStore;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The global stores of a topology that the test driver runs, filled by the driver in
 * place of a thread.
 */
final class GlobalStoresUnderTest implements AutoCloseable {

	private final Map<String, GlobalTask> tasks = new LinkedHashMap<>();

	private final Map<String, GlobalTask> tasksByTopic = new HashMap<>();

	private final Map<String, StateStore> views = new HashMap<>();

	GlobalStoresUnderTest(List<GlobalStoreSpec> stores, TaskEnvironment environment) {
		for (GlobalStoreSpec spec : stores) {
			GlobalTask task = new GlobalTask(spec, environment);
			this.tasks.put(task.store(), task);
			this.tasksByTopic.put(task.topic(), task);
			this.views.put(task.store(), task.view(() -> true));
		}
	}

	void open() {
		this.tasks.values().forEach((task) -> task.open(TopicIdentities.UNKNOWN));
		show();
	}

	Set<String> names() {
		return this.tasks.keySet();
	}

	Set<String> topics() {
		return this.tasksByTopic.keySet();
	}

	/**
	 * A store as the processor that fills it sees it, or null if there is none of that
	 * name.
	 */
	@Nullable StateStore store(String name) {
		GlobalTask task = this.tasks.get(name);
		return (task != null) ? task.facade() : null;
	}

	/**
	 * A store as all other processors see it, or null if there is none of that name.
	 */
	@Nullable StateStore view(String name) {
		return this.views.get(name);
	}

	void take(TopicPartition partition, ConsumerRecord<byte[], byte[]> record) {
		GlobalTask task = this.tasksByTopic.get(partition.topic());
		if (task != null) {
			task.process(partition, List.of(record), record.offset() + 1);
			task.publish(false);
		}
	}

	/**
	 * Shows what the test wrote to stores itself.
	 */
	void show() {
		this.tasks.values().forEach((task) -> task.publish(false));
	}

	@Override
	public void close() {
		this.tasks.values().forEach(GlobalTask::close);
	}

}
