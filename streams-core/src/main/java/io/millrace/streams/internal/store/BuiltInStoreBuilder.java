package io.millrace.streams.internal.store;

import java.util.HashMap;
import java.util.Map;

import io.millrace.streams.processor.StateStore;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.StoreSupplier;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * What the builders of all built-in stores have in common, and what describes such a
 * store to the rest of the runtime: kind, serdes, where content lives, logging. Made by
 * {@link io.millrace.streams.state.Stores}; {@link TaskStores} makes the running store of
 * each task from it.
 *
 * @param <T> the type of the store
 */
public abstract sealed class BuiltInStoreBuilder<T extends StateStore> implements StoreBuilder<T>
		permits KeyValueStoreBuilder, SegmentedStoreBuilder, SuppressionStoreBuilder, VersionedStoreBuilder {

	private final @Nullable Serde<?> keySerde;

	private final @Nullable Serde<?> valueSerde;

	private boolean cachingEnabled;

	private boolean loggingEnabled = true;

	private Map<String, String> logConfig = Map.of();

	BuiltInStoreBuilder(@Nullable Serde<?> keySerde, @Nullable Serde<?> valueSerde) {
		this.keySerde = keySerde;
		this.valueSerde = valueSerde;
	}

	/**
	 * What the store is, in the words of
	 * {@link io.millrace.streams.monitor.StoreDescription}.
	 * @return the kind
	 */
	public abstract String kind();

	/**
	 * Settings that the changelog topic has unless the user sets them.
	 * @param additionalRetentionMillis how long the broker keeps records beyond the
	 * store's retention
	 * @return the topic's settings
	 */
	public abstract Map<String, String> changelogDefaults(long additionalRetentionMillis);

	/**
	 * What else decides about the layout of the content on disk.
	 * @return a text that differs if the layout does
	 */
	public String layoutIdentity() {
		return "";
	}

	abstract StoreSupplier<?> supplier();

	/**
	 * Where the content should be, or null if the supplier isn't a built-in one.
	 */
	abstract BuiltInKeyValueStoreSupplier.@Nullable Place place();

	/**
	 * Whether values have timestamps.
	 */
	public abstract boolean timestamped();

	/**
	 * The serde of keys.
	 * @return the serde, or null for the application's default
	 */
	public final @Nullable Serde<?> keySerde() {
		return this.keySerde;
	}

	/**
	 * The serde of values, without the timestamp.
	 * @return the serde, or null for the application's default
	 */
	public final @Nullable Serde<?> valueSerde() {
		return this.valueSerde;
	}

	@Override
	public final StoreBuilder<T> withCachingEnabled() {
		this.cachingEnabled = true;
		return this;
	}

	@Override
	public final StoreBuilder<T> withCachingDisabled() {
		this.cachingEnabled = false;
		return this;
	}

	@Override
	public final StoreBuilder<T> withLoggingEnabled(Map<String, String> config) {
		this.loggingEnabled = true;
		this.logConfig = Map.copyOf(config);
		return this;
	}

	@Override
	public final StoreBuilder<T> withLoggingDisabled() {
		this.loggingEnabled = false;
		this.logConfig = Map.of();
		return this;
	}

	/**
	 * The interface of the store.
	 */
	abstract Class<?> type();

	/**
	 * A store for a test without a task. A task makes its stores with {@link TaskStores}.
	 */
	@Override
	@SuppressWarnings("unchecked")
	public final T build() {
		return (T) StandaloneStore.of(this);
	}

	/**
	 * The settings of the changelog topic.
	 * @return a copy that may be changed
	 */
	@Override
	public final Map<String, String> logConfig() {
		return new HashMap<>(this.logConfig);
	}

	/**
	 * Whether operators may hold changes of the store's rows back until the commit.
	 */
	final boolean cachingEnabled() {
		return this.cachingEnabled;
	}

	@Override
	public final boolean loggingEnabled() {
		return this.loggingEnabled;
	}

	@Override
	public final String name() {
		return supplier().name();
	}

}
