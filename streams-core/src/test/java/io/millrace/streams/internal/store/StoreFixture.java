package io.millrace.streams.internal.store;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import io.millrace.streams.StreamsMetrics;
import io.millrace.streams.processor.CommitCallback;
import io.millrace.streams.processor.StateRestoreCallback;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.StateStoreContext;
import io.millrace.streams.processor.TaskId;
import io.millrace.streams.processor.api.RecordMetadata;
import io.millrace.streams.query.Position;
import io.millrace.streams.state.StoreBuilder;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/**
 * One store with its engine, walked through commits as a task would do it.
 */
final class StoreFixture implements StateStoreContext, InputPosition {

	final StateEngine engine;

	final TaskStore store;

	/** What the changelog was sent, of commits that succeeded. */
	final List<ConsumerRecord<byte[], byte[]>> changelog = new ArrayList<>();

	long recordTimestamp;

	/** The offset of the last record of the topic {@code in} that is through, or -1. */
	long through = -1;

	/** The same as of the last commit. */
	long committedOffset = -1;

	private final long cacheBytes;

	StoreFixture(StoreBuilder<?> builder) {
		this(builder, 1_500);
	}

	/**
	 * Makes a store with an empty engine.
	 * @param cacheBytes how much may be kept of what the engine holds; filters of what it
	 * doesn't hold take some thousand bytes
	 */
	StoreFixture(StoreBuilder<?> builder, long cacheBytes) {
		this(builder, new InMemoryStateEngine("0_0", Set.of(builder.name())), cacheBytes);
	}

	private StoreFixture(StoreBuilder<?> builder, StateEngine engine, long cacheBytes) {
		this.engine = engine;
		this.cacheBytes = cacheBytes;
		this.store = TaskStores.create(builder,
				builder.loggingEnabled() ? "app-" + builder.name() + "-changelog" : null, this.engine, this,
				() -> this.recordTimestamp, new CacheBudget(cacheBytes));
	}

	@SuppressWarnings("unchecked")
	<S> S facade() {
		return (S) this.store.facade();
	}

	@SuppressWarnings("unchecked")
	<S> S view() {
		return (S) this.store.committedView(() -> true);
	}

	/**
	 * What a query sees that asks for uncommitted data.
	 */
	@SuppressWarnings("unchecked")
	<S> S uncommittedView() {
		return (S) this.store.view(IsolationLevel.READ_UNCOMMITTED, () -> true, new OwnerThread() {

			@Override
			public <T extends @Nullable Object> T ask(String store, Supplier<T> question, Supplier<T> committed) {
				return (StoreFixture.this.store.uncommittedBytes() == 0) ? committed.get() : question.get();
			}

		});
	}

	List<ConsumerRecord<byte[], byte[]>> writeChangelog() {
		List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
		this.store.writeChangelog((key, value, timestamp,
				headers) -> records.add(new ConsumerRecord<>("changelog", 0, this.changelog.size() + records.size(),
						timestamp, TimestampType.CREATE_TIME, key.length, (value != null) ? value.length : -1,
						key.clone(), (value != null) ? value.clone() : null, new RecordHeaders(), Optional.empty())));
		return records;
	}

	void commit() {
		List<ConsumerRecord<byte[], byte[]>> records = writeChangelog();
		this.changelog.addAll(records);
		EngineBatch batch = this.engine.batch();
		this.store.publish(batch);
		batch.changelogOffset(this.store.name(), this.changelog.size());
		this.engine.write(batch);
		this.committedOffset = this.through;
		this.store.mark();
	}

	@Override
	public Integer partition() {
		return 0;
	}

	@Override
	public Position committed() {
		return position(this.committedOffset);
	}

	@Override
	public Position current() {
		return position(this.through);
	}

	private static Position position(long offset) {
		return (offset >= 0) ? Position.emptyPosition().withComponent("in", 0, offset) : Position.emptyPosition();
	}

	/**
	 * The store on what the engine has, as after a restart.
	 */
	StoreFixture opened(StoreBuilder<?> builder) {
		StoreFixture opened = new StoreFixture(builder, this.engine, this.cacheBytes);
		opened.changelog.addAll(this.changelog);
		opened.through = this.committedOffset;
		opened.committedOffset = this.committedOffset;
		return opened;
	}

	void restoreFrom(StoreFixture other) {
		EngineBatch batch = this.engine.batch();
		this.store.restore(other.changelog, batch);
		this.engine.write(batch);
	}

	@Override
	public String applicationId() {
		return "app";
	}

	@Override
	public TaskId taskId() {
		return new TaskId(0, 0);
	}

	@Override
	public Optional<RecordMetadata> recordMetadata() {
		return Optional.empty();
	}

	@Override
	public Serde<?> keySerde() {
		return Serdes.String();
	}

	@Override
	public Serde<?> valueSerde() {
		return Serdes.Long();
	}

	@Override
	public File stateDir() {
		return Path.of("none").toFile();
	}

	@Override
	public StreamsMetrics metrics() {
		throw new UnsupportedOperationException();
	}

	@Override
	public void register(StateStore store, StateRestoreCallback stateRestoreCallback) {
	}

	@Override
	public void register(StateStore store, StateRestoreCallback stateRestoreCallback, CommitCallback commitCallback) {
	}

	@Override
	public Map<String, Object> appConfigs() {
		return Map.of();
	}

	@Override
	public Map<String, Object> appConfigsWithPrefix(String prefix) {
		return Map.of();
	}

}
