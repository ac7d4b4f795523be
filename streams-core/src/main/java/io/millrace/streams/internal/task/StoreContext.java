package io.millrace.streams.internal.task;

import java.io.File;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import io.millrace.streams.StreamsMetrics;
import io.millrace.streams.internal.store.DropCounter;
import io.millrace.streams.internal.store.InputPosition;
import io.millrace.streams.processor.CommitCallback;
import io.millrace.streams.processor.StateRestoreCallback;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.StateStoreContext;
import io.millrace.streams.processor.TaskId;
import io.millrace.streams.processor.api.RecordMetadata;
import io.millrace.streams.query.Position;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * The task as its stores see it. A view of {@link TaskContext}.
 */
final class StoreContext implements StateStoreContext, DropCounter, InputPosition {

	private final TaskContext context;

	private final InputPosition input;

	StoreContext(TaskContext context, InputPosition input) {
		this.context = context;
		this.input = input;
	}

	@Override
	public @Nullable Integer partition() {
		return this.input.partition();
	}

	@Override
	public Position committed() {
		return this.input.committed();
	}

	@Override
	public Position current() {
		return this.input.current();
	}

	@Override
	public String applicationId() {
		return this.context.applicationId();
	}

	@Override
	public TaskId taskId() {
		return this.context.taskId();
	}

	@Override
	public Optional<RecordMetadata> recordMetadata() {
		String topic = this.context.topic();
		return (topic != null) ? Optional.of(new Origin(topic, this.context.partition(), this.context.offset()))
				: Optional.empty();
	}

	@Override
	public Serde<?> keySerde() {
		return this.context.defaultKeySerde();
	}

	@Override
	public Serde<?> valueSerde() {
		return this.context.defaultValueSerde();
	}

	@Override
	public File stateDir() {
		return this.context.stateDirectory();
	}

	@Override
	public StreamsMetrics metrics() {
		return this.context.metrics();
	}

	@Override
	public void register(StateStore store, StateRestoreCallback stateRestoreCallback) {
		// A store of the user's own making isn't logged, so there is nothing to restore.
	}

	@Override
	public void register(StateStore store, StateRestoreCallback stateRestoreCallback, CommitCallback commitCallback) {
		register(store, stateRestoreCallback);
	}

	@Override
	public void dropped(String store, String reason) {
		this.context.dropped(store, reason);
	}

	@Override
	public Map<String, Object> appConfigs() {
		return this.context.settings();
	}

	@Override
	public Map<String, Object> appConfigsWithPrefix(String prefix) {
		Map<String, Object> found = new HashMap<>();
		this.context.settings().forEach((name, value) -> {
			if (name.startsWith(prefix)) {
				found.put(name.substring(prefix.length()), value);
			}
		});
		return found;
	}

	private record Origin(String topic, int partition, long offset) implements RecordMetadata {
	}

}
