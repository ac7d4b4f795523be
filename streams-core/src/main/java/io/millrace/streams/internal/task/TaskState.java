package io.millrace.streams.internal.task;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.internal.store.EngineBatch;
import io.millrace.streams.internal.store.InMemoryStateEngineFactory;
import io.millrace.streams.internal.store.OwnerThread;
import io.millrace.streams.internal.store.SplitStateEngine;
import io.millrace.streams.internal.store.StateEngine;
import io.millrace.streams.internal.store.StateEngineFactory;
import io.millrace.streams.internal.store.TaskDirectory;
import io.millrace.streams.internal.store.TaskDirectoryMetadata;
import io.millrace.streams.internal.store.TaskStore;
import io.millrace.streams.internal.store.TaskStores;
import io.millrace.streams.internal.store.TopicIdentities;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.monitor.ApplicationStatus.StoreStatus;
import io.millrace.streams.monitor.StoreDescription;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.StateStoreContext;
import io.millrace.streams.processor.TaskId;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * The stores of a task with their engine: opened, restored, written to the changelogs and
 * published together. Owned by {@link StreamTask}, which decides when.
 */
final class TaskState implements OperatedStores, AutoCloseable {

	private static final StateEngineFactory MEMORY = new InMemoryStateEngineFactory();

	private final TaskId task;

	private final CompiledTopology.Subtopology subtopology;

	private final TaskEnvironment environment;

	private final Map<String, OpenStore> stores = new LinkedHashMap<>();

	private TaskStore[] open = {};

	private volatile Map<String, TaskStore> readable = Map.of();

	private @Nullable TaskDirectory directory;

	private volatile @Nullable StateEngine engine;

	TaskState(TaskId task, CompiledTopology.Subtopology subtopology, TaskEnvironment environment) {
		this.task = task;
		this.subtopology = subtopology;
		this.environment = environment;
	}

	/**
	 * Opens the engine and makes the stores.
	 * @param topics what is known of the changelog topics of stores on disk
	 * @param context the task as its stores see it
	 * @param recordTimestamp the time of what is being processed
	 */
	void open(TopicIdentities topics, StateStoreContext context, LongSupplier recordTimestamp) {
		StateEngine opened = openEngine(topics);
		this.engine = opened;
		for (CompiledTopology.Store store : this.subtopology.stores()) {
			String topic = store.changelogTopic();
			TaskStore taskStore = TaskStores.create(store.spec().builder(), topic, opened, context, recordTimestamp,
					this.environment.cache());
			Changelogging changelog = (topic != null)
					? new Changelogging(this.environment.producer(), new TopicPartition(topic, this.task.partition()))
					: null;
			String restoredFrom = store.restoredFrom();
			this.stores.put(store.name(),
					new OpenStore(taskStore, changelog,
							(restoredFrom != null) ? new TopicPartition(restoredFrom, this.task.partition()) : null,
							kind(store)));
		}
		this.readable = this.stores.values()
			.stream()
			.collect(Collectors.toUnmodifiableMap((store) -> store.store.name(), (store) -> store.store));
		this.open = this.stores.values().stream().map((store) -> store.store).toArray(TaskStore[]::new);
	}

	private StateEngine openEngine(TopicIdentities topics) {
		Set<String> onDisk = new HashSet<>();
		Set<String> inMemory = new HashSet<>();
		for (CompiledTopology.Store store : this.subtopology.stores()) {
			(onDisk(store) ? onDisk : inMemory).add(store.name());
		}
		if (onDisk.isEmpty()) {
			return MEMORY.open(this.task, Path.of(""), inMemory);
		}
		StateEngine disk = openOnDisk(topics);
		return inMemory.isEmpty() ? disk
				: new SplitStateEngine(MEMORY.open(this.task, Path.of(""), inMemory), inMemory, disk);
	}

	private boolean onDisk(CompiledTopology.Store store) {
		return this.environment.engines().persistent() && !TaskStores.inMemory(store.spec().builder());
	}

	/**
	 * The changelog topics of stores on disk: by their ids it is known whether what is
	 * there belongs to them.
	 */
	Set<String> changelogsOfDisk() {
		return this.subtopology.stores()
			.stream()
			.filter(this::onDisk)
			.map(CompiledTopology.Store::restoredFrom)
			.filter(Objects::nonNull)
			.collect(Collectors.toUnmodifiableSet());
	}

	private StateEngine openOnDisk(TopicIdentities topics) {
		TaskDirectory own = TaskDirectory.open(this.environment.stateDirectory(), this.task);
		try {
			StateEngine opened = own.openEngine(this.environment.engines(), new TaskDirectoryMetadata(identities(),
					this.subtopology.repartitionSourceTopics().keySet(), topics));
			this.directory = own;
			return opened;
		}
		catch (RuntimeException ex) {
			own.close();
			throw ex;
		}
	}

	private Map<String, TaskDirectoryMetadata.StoreIdentity> identities() {
		Map<String, TaskDirectoryMetadata.StoreIdentity> identities = new HashMap<>();
		for (CompiledTopology.Store store : this.subtopology.stores()) {
			StoreDescription described = description(store);
			String changelog = store.restoredFrom();
			identities.put(store.name(),
					new TaskDirectoryMetadata.StoreIdentity(TaskStores.layout(store.spec().builder()),
							(described != null) ? name(described.keySerde()) : "",
							(described != null) ? name(described.valueSerde()) : "", onDisk(store),
							(changelog != null) ? changelog : ""));
		}
		return identities;
	}

	/**
	 * Names a serde by the class of its serializer. That of a lambda differs from run to
	 * run.
	 */
	static String name(Serde<?> serde) {
		Class<?> type = serde.serializer().getClass();
		return (type.isHidden() || type.isSynthetic()) ? "lambda" : type.getName();
	}

	@Override
	public @Nullable StateStore facade(String name) {
		OpenStore store = this.stores.get(name);
		return (store != null) ? store.store.facade() : null;
	}

	@Override
	public long latestTime(String name) {
		OpenStore store = this.stores.get(name);
		return (store != null) ? store.store.latestTime() : -1;
	}

	@Override
	public Set<String> connectedWith(String operator) {
		return this.subtopology.stores()
			.stream()
			.filter((store) -> store.spec().operators().contains(operator))
			.map(CompiledTopology.Store::name)
			.collect(Collectors.toUnmodifiableSet());
	}

	List<Changelog> changelogs() {
		List<Changelog> changelogs = new ArrayList<>();
		this.stores.forEach((name, store) -> {
			if (store.restoredFrom != null) {
				OptionalLong offset = engine().changelogOffset(name);
				TaskDirectory own = this.directory;
				changelogs.add(new Changelog(name, store.restoredFrom, offset,
						(own != null && offset.isPresent()) ? own.lastWritten() : null));
			}
		});
		return changelogs;
	}

	void restore(TopicPartition changelog, List<ConsumerRecord<byte[], byte[]>> records, long position) {
		OpenStore store = loggedIn(changelog);
		EngineBatch batch = engine().batch();
		store.store.restore(records, batch);
		batch.changelogOffset(store.store.name(), position);
		engine().load(batch);
		store.restored += records.size();
		this.environment.counters().restored(records.size());
	}

	void endRestore() {
		engine().endLoad();
	}

	void restoreProgress(TopicPartition changelog, long remaining, long estimatedMillis) {
		OpenStore store = loggedIn(changelog);
		store.remaining = remaining;
		store.estimatedMillis = estimatedMillis;
	}

	private OpenStore loggedIn(TopicPartition changelog) {
		for (OpenStore store : this.stores.values()) {
			if (changelog.equals(store.restoredFrom)) {
				return store;
			}
		}
		throw new IllegalArgumentException("Task " + this.task + " has no store with the changelog " + changelog);
	}

	void clear() {
		this.stores.forEach((name, store) -> {
			store.store.discard();
			engine().clear(name);
		});
	}

	void writeChangelogs() {
		for (OpenStore store : this.stores.values()) {
			if (store.changelog != null) {
				store.store.writeChangelog(store.changelog);
				this.environment.counters().changelogged(store.changelog.takeCount());
			}
		}
	}

	/**
	 * Moves the writes since the last commit to the engine, with the offsets that their
	 * changelog records got.
	 * @param committed what was committed of an input partition that serves as changelog,
	 * -1 if nothing was
	 */
	void publish(ToLongFunction<TopicPartition> committed) {
		if (this.stores.isEmpty()) {
			return;
		}
		EngineBatch batch = engine().batch();
		for (OpenStore store : this.stores.values()) {
			store.store.publish(batch);
			OptionalLong next = (store.changelog != null) ? store.changelog.takeNextOffset() : OptionalLong.empty();
			if (next.isPresent()) {
				batch.changelogOffset(store.store.name(), next.getAsLong());
			}
			if (store.restoredFrom != null && store.changelog == null) {
				long position = committed.applyAsLong(store.restoredFrom);
				if (position >= 0) {
					batch.changelogOffset(store.store.name(), position);
				}
			}
		}
		engine().write(batch);
	}

	void discard() {
		for (OpenStore store : this.stores.values()) {
			store.store.discard();
			if (store.changelog != null) {
				store.changelog.forget();
			}
		}
	}

	long uncommittedBytes() {
		long bytes = 0;
		for (OpenStore store : this.stores.values()) {
			bytes += store.store.uncommittedBytes();
		}
		return bytes;
	}

	List<StoreStatus> status() {
		List<StoreStatus> status = new ArrayList<>();
		this.stores
			.forEach((name, store) -> status.add(new StoreStatus(name, store.kind, store.store.committedEntries(),
					store.store.uncommittedBytes(), store.restored, store.remaining, store.estimatedMillis)));
		return status;
	}

	/**
	 * A view of a store for queries; may be called by any thread.
	 */
	@Nullable StateStore readable(String name, IsolationLevel isolation, BooleanSupplier running, @Nullable OwnerThread owner) {
		TaskStore store = this.readable.get(name);
		return (store != null) ? store.view(isolation, running, owner) : null;
	}

	private @Nullable StoreDescription description(CompiledTopology.Store store) {
		return TaskStores.describe(store.spec().builder(), store.changelogTopic(), this.environment.config());
	}

	private String kind(CompiledTopology.Store store) {
		StoreDescription description = description(store);
		return (description != null) ? description.kind() : "custom";
	}

	@Override
	public void rollback() {
		for (TaskStore store : this.open) {
			store.rollback();
		}
	}

	@Override
	public void mark() {
		for (TaskStore store : this.open) {
			store.mark();
		}
	}

	StateEngine engine() {
		if (this.engine == null) {
			throw new StreamsException("The state of task " + this.task + " isn't open.");
		}
		return this.engine;
	}

	@Override
	public void close() {
		this.stores.values().forEach((store) -> store.store.close());
		this.stores.clear();
		this.open = new TaskStore[0];
		this.readable = Map.of();
		StateEngine opened = this.engine;
		this.engine = null;
		TaskDirectory own = this.directory;
		this.directory = null;
		try {
			if (opened != null) {
				opened.close();
			}
		}
		finally {
			if (own != null) {
				own.close();
			}
		}
	}

	private static final class OpenStore {

		private final TaskStore store;

		private final @Nullable Changelogging changelog;

		private final @Nullable TopicPartition restoredFrom;

		private final String kind;

		private long restored;

		private long remaining = -1;

		private long estimatedMillis = -1;

		private OpenStore(TaskStore store, @Nullable Changelogging changelog, @Nullable TopicPartition restoredFrom,
				String kind) {
			this.restoredFrom = restoredFrom;
			this.kind = kind;
			this.store = store;
			this.changelog = changelog;
			if (restoredFrom == null) {
				this.remaining = 0;
				this.estimatedMillis = 0;
			}
		}

	}

}
