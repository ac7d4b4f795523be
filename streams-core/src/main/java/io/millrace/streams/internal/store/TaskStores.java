package io.millrace.streams.internal.store;

import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

import io.millrace.streams.StreamsConfig;
import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.internal.store.BuiltInKeyValueStoreSupplier.Place;
import io.millrace.streams.monitor.StoreDescription;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.StateStoreContext;
import io.millrace.streams.state.StoreBuilder;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the running stores of a task from their builders. Called by the task room when a
 * task is opened.
 */
public final class TaskStores {

	private static final Logger logger = LoggerFactory.getLogger(TaskStores.class);

	private static final DropCounter NO_COUNTER = (store, reason) -> {
	};

	private static final Set<String> warned = ConcurrentHashMap.newKeySet();

	private TaskStores() {
	}

	/**
	 * Says whether a store can be run at all, before any task is there.
	 * @param builder what the user or the DSL declared
	 * @throws TopologyException if it can't
	 */
	public static void check(StoreBuilder<?> builder) {
		if (builder instanceof BuiltInStoreBuilder<?> known) {
			if (known.place() == null) {
				throw new TopologyException(
						"Store " + known.name() + " has a supplier of its own, " + known.supplier().getClass().getName()
								+ ", which is not supported. Use one of those that Stores makes.");
			}
		}
		else if (builder.loggingEnabled()) {
			throw new TopologyException("Store " + builder.name() + " is of an unknown kind, made by "
					+ builder.getClass().getName()
					+ ", and can't be restored from a changelog. Call withLoggingDisabled(), or use a builder of Stores.");
		}
	}

	/**
	 * As {@link #check}, of a store that is filled from a topic, a global one above all.
	 * @param builder what the user or the DSL declared
	 * @throws TopologyException if it can't be run
	 */
	public static void checkFilled(StoreBuilder<?> builder) {
		if (!(builder instanceof BuiltInStoreBuilder<?>) || builder instanceof SuppressionStoreBuilder) {
			throw new TopologyException(
					"Store " + builder.name() + " is filled from a topic and is of an unknown kind, made by "
							+ builder.getClass().getName() + "; use a builder of Stores.");
		}
		check(builder);
	}

	/**
	 * Makes one store.
	 * @param builder what the user or the DSL declared
	 * @param changelogTopic the full name of the changelog, or null if the store isn't
	 * logged
	 * @param engine the engine of the task
	 * @param context the task as its stores see it; default serdes are asked for only if
	 * the builder has none
	 * @param recordTimestamp the timestamp of the record being processed, or of the
	 * punctuation, in milliseconds; asked for when a write comes without one
	 * @param cache how much of the engine's content the store may keep at hand
	 * @return the store
	 * @throws TopologyException if the store can't be run
	 */
	public static TaskStore create(StoreBuilder<?> builder, @Nullable String changelogTopic, StateEngine engine,
			StateStoreContext context, LongSupplier recordTimestamp, CacheBudget cache) {
		check(builder);
		if (builder instanceof BuiltInStoreBuilder<?> known) {
			BuiltInTaskStore store = create(known, changelogTopic, engine, context, recordTimestamp, cache);
			store.reflects((context instanceof InputPosition input) ? input : InputPosition.NONE);
			return store;
		}
		StateStore store = builder.build();
		store.init(context, store);
		return new CustomTaskStore(store);
	}

	private static BuiltInTaskStore create(BuiltInStoreBuilder<?> known, @Nullable String changelogTopic,
			StateEngine engine, StateStoreContext context, LongSupplier recordTimestamp, CacheBudget cache) {
		warnIfInMemory(known, engine);
		String topic = Objects.requireNonNullElse(changelogTopic,
				context.applicationId() + "-" + known.name() + "-changelog");
		StoreSerdes serdes = new StoreSerdes(known.name(), topic, known.timestamped(), keySerde(known, context),
				(known.valueSerde() != null) ? known.valueSerde() : context.valueSerde());
		DropCounter drops = (context instanceof DropCounter counter) ? counter : NO_COUNTER;
		if (known instanceof SegmentedStoreBuilder<?> segmented) {
			return new SegmentTaskStore(known.name(), changelogTopic != null, serdes, segmented.layout(), engine,
					recordTimestamp, drops, cache, known.cachingEnabled());
		}
		if (known instanceof VersionedStoreBuilder<?, ?> versioned) {
			return new VersionedTaskStore(known.name(), changelogTopic != null, serdes, versioned.historyRetention(),
					engine, drops);
		}
		if (known instanceof SuppressionStoreBuilder) {
			return new SuppressionTaskStore(known.name(), changelogTopic != null, serdes, topic, engine,
					recordTimestamp, cache);
		}
		if (known.supplier() instanceof LruStoreSupplier lru) {
			return new LruTaskStore(known.name(), changelogTopic != null, serdes, lru.mostRows(), engine,
					recordTimestamp, cache);
		}
		return new KeyValueTaskStore(known.name(), changelogTopic != null, serdes, engine, recordTimestamp, cache,
				known.cachingEnabled());
	}

	private static Serde<?> keySerde(BuiltInStoreBuilder<?> builder, StateStoreContext context) {
		if (builder.keySerde() != null) {
			return builder.keySerde();
		}
		return (builder instanceof SuppressionStoreBuilder suppression) ? suppression.keySerde(context.keySerde())
				: context.keySerde();
	}

	/**
	 * Says whether a store has nothing on disk even if there is an engine for that: it
	 * asks to be in memory, or it keeps its content itself.
	 * @param builder what the user or the DSL declared
	 * @return true if so
	 */
	public static boolean inMemory(StoreBuilder<?> builder) {
		return !(builder instanceof BuiltInStoreBuilder<?> known) || known.place() == Place.MEMORY;
	}

	/**
	 * Names how a store is laid out, apart from its serdes.
	 * @param builder what the user or the DSL declared
	 * @return the kind, and what else its bytes depend on
	 */
	public static String layout(StoreBuilder<?> builder) {
		return (builder instanceof BuiltInStoreBuilder<?> known) ? known.kind() + known.layoutIdentity() : "custom";
	}

	private static void warnIfInMemory(BuiltInStoreBuilder<?> builder, StateEngine engine) {
		if (builder.place() == Place.DISK && !engine.persistent() && warned.add(builder.name())) {
			logger.warn("Store {} is kept in memory: it asks for one on disk, but there is no engine for that",
					builder.name());
		}
	}

	/**
	 * Describes a store as the topology declares it.
	 * @param builder what the user or the DSL declared
	 * @param changelogTopic the full name of the changelog, or null if the store isn't
	 * logged
	 * @param config where default serdes come from
	 * @return the description, or null if the store is one of the user's own making
	 */
	public static @Nullable StoreDescription describe(StoreBuilder<?> builder, @Nullable String changelogTopic,
			StreamsConfig config) {
		if (!(builder instanceof BuiltInStoreBuilder<?> known)) {
			return null;
		}
		Serde<?> keySerde = (known.keySerde() != null) ? known.keySerde() : config.defaultKeySerde();
		Serde<?> valueSerde = (known.valueSerde() != null) ? known.valueSerde() : config.defaultValueSerde();
		return new StoreDescription(known.name(), known.kind(), keySerde, valueSerde, changelogTopic);
	}

}
