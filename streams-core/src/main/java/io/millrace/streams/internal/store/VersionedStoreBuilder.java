package io.millrace.streams.internal.store;

import java.util.Map;
import java.util.Objects;

import io.millrace.streams.state.VersionedBytesStoreSupplier;
import io.millrace.streams.state.VersionedKeyValueStore;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * The builder of the built-in versioned key-value stores.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class VersionedStoreBuilder<K, V> extends BuiltInStoreBuilder<VersionedKeyValueStore<K, V>> {

	private static final long ADDITIONAL_LAG = 86_400_000;

	private final VersionedBytesStoreSupplier supplier;

	/**
	 * Makes a builder.
	 * @param supplier what the store is like
	 * @param keySerde the serde of keys, or null for the application's default
	 * @param valueSerde the serde of values, or null for the application's default
	 */
	public VersionedStoreBuilder(VersionedBytesStoreSupplier supplier, @Nullable Serde<K> keySerde,
			@Nullable Serde<V> valueSerde) {
		super(keySerde, valueSerde);
		this.supplier = Objects.requireNonNull(supplier, "A store needs a supplier; it is null");
	}

	@Override
	public String kind() {
		return "versioned-key-value";
	}

	@Override
	Class<?> type() {
		return VersionedKeyValueStore.class;
	}

	@Override
	public boolean timestamped() {
		return false;
	}

	long historyRetention() {
		return this.supplier.historyRetentionMs();
	}

	@Override
	public Map<String, String> changelogDefaults(long additionalRetentionMillis) {
		// Not the setting's time, in Kafka Streams either.
		long lag = this.supplier.historyRetentionMs() + ADDITIONAL_LAG;
		return Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT,
				TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG, Long.toString((lag >= 0) ? lag : Long.MAX_VALUE));
	}

	@Override
	VersionedBytesStoreSupplier supplier() {
		return this.supplier;
	}

	@Override
	BuiltInKeyValueStoreSupplier.@Nullable Place place() {
		return (this.supplier instanceof BuiltInVersionedStoreSupplier known) ? known.place() : null;
	}

}
