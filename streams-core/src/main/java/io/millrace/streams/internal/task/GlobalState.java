package io.millrace.streams.internal.task;

import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

import io.millrace.streams.internal.store.CacheBudget;
import io.millrace.streams.internal.store.CorruptStateException;
import io.millrace.streams.internal.store.EngineBatch;
import io.millrace.streams.internal.store.GlobalPositions;
import io.millrace.streams.internal.store.InMemoryStateEngineFactory;
import io.millrace.streams.internal.store.InputPosition;
import io.millrace.streams.internal.store.ReplaceableEngine;
import io.millrace.streams.internal.store.StateEngine;
import io.millrace.streams.internal.store.StateEngineFactory;
import io.millrace.streams.internal.store.TaskDirectory;
import io.millrace.streams.internal.store.TaskDirectoryMetadata;
import io.millrace.streams.internal.store.TaskDirectoryMetadata.StoreIdentity;
import io.millrace.streams.internal.store.TaskStore;
import io.millrace.streams.internal.store.TaskStores;
import io.millrace.streams.internal.store.TopicIdentities;
import io.millrace.streams.internal.topology.GlobalStoreSpec;
import io.millrace.streams.monitor.ApplicationStatus.StoreStatus;
import io.millrace.streams.monitor.StoreDescription;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.query.Position;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A global store with its engine, in which it is noted how far the store's topic was
 * read. The engine may be closed and opened again; the store and all views of it stay.
 * Owned by {@link GlobalTask}.
 */
final class GlobalState implements OperatedStores, InputPosition, AutoCloseable {

	private static final StateEngineFactory MEMORY = new InMemoryStateEngineFactory();

	private static final CacheBudget NO_CACHE = new CacheBudget(0);

	private final GlobalStoreSpec spec;

	private final TaskEnvironment environment;

	private final boolean onDisk;

	private final @Nullable StoreDescription description;

	private final ReplaceableEngine engine;

	private @Nullable TaskStore store;

	private final Map<TopicPartition, Long> unwritten = new HashMap<>();

	private final Set<TopicPartition> partitions = ConcurrentHashMap.newKeySet();

	private @Nullable TaskDirectory directory;

	private volatile @Nullable CorruptStateException damage;

	GlobalState(GlobalStoreSpec spec, TaskEnvironment environment) {
		this.spec = spec;
		this.environment = environment;
		this.onDisk = environment.engines().persistent() && !TaskStores.inMemory(spec.builder());
		this.description = TaskStores.describe(spec.builder(), null, environment.config());
		this.engine = new ReplaceableEngine(spec.name(), this.onDisk, (damage) -> this.damage = damage);
	}

	/**
	 * Makes the store; no engine is opened.
	 * @param context the task as its store sees it
	 */
	void create(TaskContext context) {
		this.store = TaskStores.create(this.spec.builder(), null, this.engine, new StoreContext(context, this),
				context::timestamp, NO_CACHE);
	}

	private TaskStore store() {
		return Objects.requireNonNull(this.store, "The store isn't made yet");
	}

	boolean onDisk() {
		return this.onDisk;
	}

	/**
	 * Opens the engine, the first time or again after {@link #release}.
	 * @param topics what is known of the store's topic
	 */
	void open(TopicIdentities topics) {
		this.damage = null;
		this.engine.replaceBy(this.onDisk ? openOnDisk(topics)
				: MEMORY.open(GlobalTask.ID, Path.of(""), Set.of(this.spec.name(), GlobalPositions.STORE)));
	}

	private StateEngine openOnDisk(TopicIdentities topics) {
		TaskDirectory own = TaskDirectory.openGlobal(this.environment.stateDirectory(), this.spec.name(),
				GlobalTask.ID);
		try {
			StateEngine opened = own.openEngine(this.environment.engines(),
					new TaskDirectoryMetadata(identities(), Set.of(), topics));
			this.directory = own;
			return opened;
		}
		catch (RuntimeException ex) {
			own.close();
			throw ex;
		}
	}

	private Map<String, StoreIdentity> identities() {
		StoreDescription described = Objects.requireNonNull(this.description);
		Map<String, StoreIdentity> identities = new LinkedHashMap<>();
		identities.put(this.spec.name(), new StoreIdentity(TaskStores.layout(this.spec.builder()),
				TaskState.name(described.keySerde()), TaskState.name(described.valueSerde()), true, this.spec.topic()));
		identities.put(GlobalPositions.STORE, new StoreIdentity("positions", "", "", true, ""));
		return identities;
	}

	/**
	 * What was found to be damaged since the engine was opened; null if nothing was.
	 */
	@Nullable CorruptStateException damage() {
		return this.damage;
	}

	OptionalLong position(TopicPartition partition) {
		this.partitions.add(partition);
		return GlobalPositions.read(this.engine, partition);
	}

	/**
	 * When anything of what is there was written, or null if there was nothing.
	 */
	@Nullable Instant lastWritten() {
		return (this.directory != null) ? this.directory.lastWritten() : null;
	}

	/**
	 * Notes how far a partition was read; written with {@link #publish}.
	 */
	void position(TopicPartition partition, long position) {
		this.partitions.add(partition);
		this.unwritten.put(partition, position);
	}

	/**
	 * Makes all writes since the last time visible in one step, with the positions that
	 * they belong to.
	 * @param again whether it can be had again from the topic if it is lost
	 */
	void publish(boolean again) {
		EngineBatch batch = this.engine.batch();
		store().publish(batch);
		this.unwritten.forEach((partition, position) -> GlobalPositions.write(batch, partition, position));
		this.unwritten.clear();
		if (again) {
			this.engine.load(batch);
		}
		else {
			this.engine.write(batch);
		}
	}

	@Override
	public @Nullable Integer partition() {
		return null;
	}

	/**
	 * What was published, which is all that anybody reads.
	 */
	@Override
	public Position committed() {
		Position position = Position.emptyPosition();
		for (TopicPartition partition : this.partitions) {
			long next = GlobalPositions.read(this.engine, partition).orElse(0);
			if (next > 0) {
				position.withComponent(partition.topic(), partition.partition(), next - 1);
			}
		}
		return position;
	}

	@Override
	public Position current() {
		return committed();
	}

	void endLoad() {
		this.engine.endLoad();
	}

	/**
	 * Drops all content.
	 */
	void clear() {
		store().discard();
		this.unwritten.clear();
		// The positions first: content without them is read again, and then overwritten.
		this.engine.clear(GlobalPositions.STORE);
		this.engine.clear(this.spec.name());
	}

	StateStore view(BooleanSupplier readable) {
		return Objects.requireNonNull(store().view(IsolationLevel.READ_COMMITTED, readable, null));
	}

	StoreStatus status(long restored, long remaining, long estimatedMillis) {
		String kind = (this.description != null) ? this.description.kind() : "";
		return new StoreStatus(this.spec.name(), kind, store().committedEntries(), 0, restored, remaining,
				estimatedMillis);
	}

	@Override
	public @Nullable StateStore facade(String name) {
		return name.equals(this.spec.name()) ? store().facade() : null;
	}

	@Override
	public long latestTime(String name) {
		return -1;
	}

	@Override
	public Set<String> connectedWith(String operator) {
		return Set.of(this.spec.name());
	}

	@Override
	public void mark() {
		store().mark();
	}

	@Override
	public void rollback() {
		store().rollback();
	}

	/**
	 * Closes the engine; what isn't published is dropped.
	 */
	void release() {
		store().discard();
		this.unwritten.clear();
		TaskDirectory own = this.directory;
		this.directory = null;
		try {
			this.engine.close();
		}
		finally {
			if (own != null) {
				own.close();
			}
		}
	}

	@Override
	public void close() {
		try {
			release();
		}
		finally {
			store().close();
		}
	}

}
