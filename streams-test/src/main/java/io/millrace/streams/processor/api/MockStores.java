package io.millrace.streams.processor.api;

import java.io.File;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

import io.millrace.streams.StreamsMetrics;
import io.millrace.streams.internal.store.CacheBudget;
import io.millrace.streams.internal.store.DropCounter;
import io.millrace.streams.internal.store.InMemoryStateEngineFactory;
import io.millrace.streams.internal.store.StateEngine;
import io.millrace.streams.internal.store.TaskStores;
import io.millrace.streams.processor.CommitCallback;
import io.millrace.streams.processor.StateRestoreCallback;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.StateStoreContext;
import io.millrace.streams.processor.TaskId;
import io.millrace.streams.state.StoreBuilder;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * The stores of a {@link MockProcessorContext}, and the task as they see it. Each one
 * that is made here has an engine of its own in memory.
 */
final class MockStores implements StateStoreContext, DropCounter {

	private final ProcessingContext context;

	private final MockMetrics metrics;

	private final LongSupplier recordTimestamp;

	private final Map<String, StateStore> stores = new HashMap<>();

	/**
	 * Makes it.
	 * @param context what answers for the task
	 * @param metrics counts what stores drop
	 * @param recordTimestamp the time of writes that come without one
	 */
	MockStores(ProcessingContext context, MockMetrics metrics, LongSupplier recordTimestamp) {
		this.context = context;
		this.metrics = metrics;
		this.recordTimestamp = recordTimestamp;
	}

	@Nullable StateStore store(@Nullable String name) {
		return this.stores.get(name);
	}

	void add(StateStore store) {
		Objects.requireNonNull(store, "stateStore can't be null");
		this.stores.put(store.name(), store);
	}

	@SuppressWarnings("unchecked")
	<S extends StateStore> S make(StoreBuilder<S> builder) {
		Objects.requireNonNull(builder, "builder can't be null");
		StateEngine engine = new InMemoryStateEngineFactory().open(taskId(), Path.of(""), Set.of(builder.name()));
		StateStore store = TaskStores.create(builder, null, engine, this, this.recordTimestamp, new CacheBudget(0))
			.facade();
		add(store);
		return (S) store;
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
	public void dropped(String store, String reason) {
		this.metrics.dropped();
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
		return this.metrics;
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
