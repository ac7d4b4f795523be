package io.millrace.streams.internal.store;

import java.util.Map;
import java.util.Objects;

import io.millrace.streams.processor.StateStore;
import io.millrace.streams.state.KeyValueBytesStoreSupplier;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.TimestampedKeyValueStore;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * The builder of the built-in key-value stores.
 *
 * @param <T> the type of the store
 */
public final class KeyValueStoreBuilder<T extends StateStore> extends BuiltInStoreBuilder<T> {

	private final KeyValueBytesStoreSupplier supplier;

	private final boolean timestamped;

	private KeyValueStoreBuilder(KeyValueBytesStoreSupplier supplier, boolean timestamped, @Nullable Serde<?> keySerde,
			@Nullable Serde<?> valueSerde) {
		super(keySerde, valueSerde);
		this.supplier = Objects.requireNonNull(supplier, "A store needs a supplier; it is null");
		this.timestamped = timestamped;
	}

	public static <K, V> KeyValueStoreBuilder<KeyValueStore<K, V>> plain(KeyValueBytesStoreSupplier supplier,
			@Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
		return new KeyValueStoreBuilder<>(supplier, false, keySerde, valueSerde);
	}

	public static <K, V> KeyValueStoreBuilder<TimestampedKeyValueStore<K, V>> timestamped(
			KeyValueBytesStoreSupplier supplier, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
		return new KeyValueStoreBuilder<>(supplier, true, keySerde, valueSerde);
	}

	@Override
	public String kind() {
		return this.timestamped ? "timestamped-key-value" : "key-value";
	}

	@Override
	Class<?> type() {
		return this.timestamped ? TimestampedKeyValueStore.class : KeyValueStore.class;
	}

	@Override
	public boolean timestamped() {
		return this.timestamped;
	}

	@Override
	public Map<String, String> changelogDefaults(long additionalRetentionMillis) {
		return Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
	}

	@Override
	KeyValueBytesStoreSupplier supplier() {
		return this.supplier;
	}

	@Override
	BuiltInKeyValueStoreSupplier.@Nullable Place place() {
		if (this.supplier instanceof LruStoreSupplier) {
			return LruStoreSupplier.PLACE;
		}
		return (this.supplier instanceof BuiltInKeyValueStoreSupplier known) ? known.place() : null;
	}

}
