package io.millrace.streams.internal.store;

import java.util.Map;
import java.util.function.UnaryOperator;

import io.millrace.streams.state.StoreSupplier;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * The builder of the buffer of a suppression. Made by the DSL.
 */
public final class SuppressionStoreBuilder extends BuiltInStoreBuilder<SuppressionBuffer> {

	private final BuiltInKeyValueStoreSupplier supplier;

	private final UnaryOperator<Serde<?>> windowed;

	/**
	 * Makes a builder.
	 * @param name the store's name
	 * @param keySerde the serde of the table's keys; null to make it of the default
	 * @param windowed makes it of the default
	 * @param valueSerde the serde of the table's values; null for the default
	 */
	public SuppressionStoreBuilder(String name, @Nullable Serde<?> keySerde, UnaryOperator<Serde<?>> windowed,
			@Nullable Serde<?> valueSerde) {
		super(keySerde, valueSerde);
		this.supplier = BuiltInKeyValueStoreSupplier.anywhere(name);
		this.windowed = windowed;
	}

	/**
	 * The serde of the table's keys.
	 * @param defaultSerde the application's default
	 */
	Serde<?> keySerde(Serde<?> defaultSerde) {
		return this.windowed.apply(defaultSerde);
	}

	@Override
	public String kind() {
		return "suppression-buffer";
	}

	@Override
	Class<?> type() {
		return SuppressionBuffer.class;
	}

	@Override
	public boolean timestamped() {
		return false;
	}

	@Override
	public Map<String, String> changelogDefaults(long additionalRetentionMillis) {
		return Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
	}

	@Override
	StoreSupplier<?> supplier() {
		return this.supplier;
	}

	@Override
	BuiltInKeyValueStoreSupplier.@Nullable Place place() {
		return this.supplier.place();
	}

}
