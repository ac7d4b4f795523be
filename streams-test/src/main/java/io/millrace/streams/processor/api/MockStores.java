package io.millrace.streams.processor.api;

import java.io.File;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import io.millrace.streams.StreamsMetrics;
import io.millrace.streams.internal.store.DropCounter;
import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.internal.store.TaskStores;
import io.millrace.streams.processor.CommitCallback;
import io.millrace.streams.processor.StateRestoreCallback;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.StateStoreContext;
import io.millrace.streams.processor.TaskId;
import io.millrace.streams.state.StoreBuilder;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * The stores of a {@link MockProcessorContext}, and the task as they see it.
 */
final class MockStores implements StateStoreContext, DropCounter {

	private final ProcessingContext context;

	private final Sensor dropped;

	private final Map<String, StateStore> stores = new HashMap<>();

	/**
	 * Makes it.
	 * @param context what answers for the task
	 * @param dropped counts what stores drop
	 */
	MockStores(ProcessingContext context, Sensor dropped) {
		this.context = context;
		this.dropped = dropped;
	}

	@Nullable StateStore store(@Nullable String name) {
		return this.stores.get(name);
	}

	void add(StateStore store) {
		Objects.requireNonNull(store, "stateStore can't be null");
		this.stores.put(store.name(), store);
	}

	<S extends StateStore> S make(StoreBuilder<S> builder) {
		TaskStores.check(Objects.requireNonNull(builder, "builder can't be null"));
		S store = builder.build();
		store.init(this, store);
		add(store);
		return store;
	}

	@Override
	public void register(StateStore store, StateRestoreCallback stateRestoreCallback) {
		add(store);
	}

	@Override
	public void register(StateStore store, StateRestoreCallback stateRestoreCallback, CommitCallback commitCallback) {
		add(store);
	}

	@Override
	public void dropped(String store, DropReason reason) {
		this.dropped.record();
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
		return this.context.recordMetadata();
	}

	@Override
	public Serde<?> keySerde() {
		return this.context.keySerde();
	}

	@Override
	public Serde<?> valueSerde() {
		return this.context.valueSerde();
	}

	@Override
	public File stateDir() {
		return this.context.stateDir();
	}

	@Override
	public StreamsMetrics metrics() {
		return this.context.metrics();
	}

	@Override
	public Map<String, Object> appConfigs() {
		return this.context.appConfigs();
	}

	@Override
	public Map<String, Object> appConfigsWithPrefix(String prefix) {
		return this.context.appConfigsWithPrefix(prefix);
	}

}
