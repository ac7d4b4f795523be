package io.millrace.streams.internal.store;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

import io.millrace.streams.processor.StateStore;
import io.millrace.streams.state.KeyValueBytesStoreSupplier;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.TimestampedKeyValueStore;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * The builder of the built-in key-value stores, and what describes them to the rest of
 * the runtime: kind, serdes, where content lives, logging. Made by
 * {@link io.millrace.streams.state.Stores}; {@link TaskStores} makes the running store of
 * each task from it.
 *
 * @param <T> the type of the store
 */
public final class KeyValueStoreBuilder<T extends StateStore> implements StoreBuilder<T> {

	private final KeyValueBytesStoreSupplier supplier;

	private final boolean timestamped;

	private final @Nullable Serde<?> keySerde;

	private final @Nullable Serde<?> valueSerde;

	private boolean loggingEnabled = true;

	private Map<String, String> logConfig = Map.of();

	private KeyValueStoreBuilder(KeyValueBytesStoreSupplier supplier, boolean timestamped, @Nullable Serde<?> keySerde,
			@Nullable Serde<?> valueSerde) {
		this.supplier = Objects.requireNonNull(supplier, "A store needs a supplier; it is null");
		this.timestamped = timestamped;
		this.keySerde = keySerde;
		this.valueSerde = valueSerde;
	}

	public static <K, V> KeyValueStoreBuilder<KeyValueStore<K, V>> plain(KeyValueBytesStoreSupplier supplier,
			@Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
		return new KeyValueStoreBuilder<>(supplier, false, keySerde, valueSerde);
	}

	public static <K, V> KeyValueStoreBuilder<TimestampedKeyValueStore<K, V>> timestamped(
			KeyValueBytesStoreSupplier supplier, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
		return new KeyValueStoreBuilder<>(supplier, true, keySerde, valueSerde);
	}

	/**
	 * What the store is, in the words of
	 * {@link io.millrace.streams.monitor.StoreDescription}.
	 * @return {@code key-value} or {@code timestamped-key-value}
	 */
	public String kind() {
		return this.timestamped ? "timestamped-key-value" : "key-value";
	}

	public boolean timestamped() {
		return this.timestamped;
	}

	/**
	 * The serde of keys.
	 * @return the serde, or null for the application's default
	 */
	public @Nullable Serde<?> keySerde() {
		return this.keySerde;
	}

	/**
	 * The serde of values, without the timestamp.
	 * @return the serde, or null for the application's default
	 */
	public @Nullable Serde<?> valueSerde() {
		return this.valueSerde;
	}

	KeyValueBytesStoreSupplier supplier() {
		return this.supplier;
	}

	@Override
	public StoreBuilder<T> withCachingEnabled() {
		return this;
	}

	@Override
	public StoreBuilder<T> withCachingDisabled() {
		return this;
	}

	@Override
	public StoreBuilder<T> withLoggingEnabled(Map<String, String> config) {
		this.loggingEnabled = true;
		this.logConfig = Map.copyOf(config);
		return this;
	}

	@Override
	public StoreBuilder<T> withLoggingDisabled() {
		this.loggingEnabled = false;
		this.logConfig = Map.of();
		return this;
	}

	@Override
	public T build() {
		throw new UnsupportedOperationException("The store " + name() + " is made by the task that owns it.");
	}

	/**
	 * The settings of the changelog topic.
	 * @return a copy that may be changed
	 */
	@Override
	public Map<String, String> logConfig() {
		return new HashMap<>(this.logConfig);
	}

	@Override
	public boolean loggingEnabled() {
		return this.loggingEnabled;
	}

	@Override
	public String name() {
		return this.supplier.name();
	}

}
