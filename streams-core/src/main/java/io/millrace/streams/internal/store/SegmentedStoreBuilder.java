package io.millrace.streams.internal.store;

import java.util.Map;
import java.util.Objects;

import io.millrace.streams.processor.StateStore;
import io.millrace.streams.state.SessionBytesStoreSupplier;
import io.millrace.streams.state.SessionStore;
import io.millrace.streams.state.StoreSupplier;
import io.millrace.streams.state.TimestampedWindowStore;
import io.millrace.streams.state.WindowBytesStoreSupplier;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * The builder of the built-in stores whose content expires: window and session stores.
 *
 * @param <T> the type of the store
 */
public final class SegmentedStoreBuilder<T extends StateStore> extends BuiltInStoreBuilder<T> {

	private final StoreSupplier<?> supplier;

	private final SegmentLayout layout;

	private final boolean timestamped;

	private SegmentedStoreBuilder(StoreSupplier<?> supplier, SegmentLayout layout, boolean timestamped,
			@Nullable Serde<?> keySerde, @Nullable Serde<?> valueSerde) {
		super(keySerde, valueSerde);
		this.supplier = supplier;
		this.layout = layout;
		this.timestamped = timestamped;
	}

	public static <K, V> SegmentedStoreBuilder<WindowStore<K, V>> window(WindowBytesStoreSupplier supplier,
			@Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
		return new SegmentedStoreBuilder<>(supplier, layout(supplier), false, keySerde, valueSerde);
	}

	public static <K, V> SegmentedStoreBuilder<TimestampedWindowStore<K, V>> timestampedWindow(
			WindowBytesStoreSupplier supplier, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
		return new SegmentedStoreBuilder<>(supplier, layout(supplier), true, keySerde, valueSerde);
	}

	public static <K, V> SegmentedStoreBuilder<SessionStore<K, V>> session(SessionBytesStoreSupplier supplier,
			@Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
		Objects.requireNonNull(supplier, "A store needs a supplier; it is null");
		return new SegmentedStoreBuilder<>(supplier,
				SegmentLayout.sessions(supplier.retentionPeriod(), supplier.segmentIntervalMs()), false, keySerde,
				valueSerde);
	}

	private static SegmentLayout layout(WindowBytesStoreSupplier supplier) {
		Objects.requireNonNull(supplier, "A store needs a supplier; it is null");
		return SegmentLayout.windows(supplier.retentionPeriod(), supplier.segmentIntervalMs(), supplier.windowSize(),
				supplier.retainDuplicates(),
				(supplier instanceof BuiltInWindowStoreSupplier known) ? known.reach() : 0);
	}

	SegmentLayout layout() {
		return this.layout;
	}

	@Override
	public String kind() {
		if (this.layout.sessions()) {
			return "session";
		}
		return this.timestamped ? "timestamped-window" : "window";
	}

	@Override
	Class<?> type() {
		if (this.layout.sessions()) {
			return SessionStore.class;
		}
		return this.timestamped ? TimestampedWindowStore.class : WindowStore.class;
	}

	@Override
	public boolean timestamped() {
		return this.timestamped;
	}

	/**
	 * How long content is kept.
	 * @return milliseconds of the store's stream time
	 */
	public long retentionMillis() {
		return this.layout.retention();
	}

	@Override
	public Map<String, String> changelogDefaults(long additionalRetentionMillis) {
		// What isn't seen any more has to come back as well.
		long retention = this.layout.kept() + additionalRetentionMillis;
		return Map.of(TopicConfig.CLEANUP_POLICY_CONFIG,
				TopicConfig.CLEANUP_POLICY_COMPACT + "," + TopicConfig.CLEANUP_POLICY_DELETE,
				TopicConfig.RETENTION_MS_CONFIG, Long.toString((retention >= 0) ? retention : Long.MAX_VALUE));
	}

	@Override
	public String layoutIdentity() {
		return " segments of " + this.layout.interval();
	}

	@Override
	StoreSupplier<?> supplier() {
		return this.supplier;
	}

	@Override
	BuiltInKeyValueStoreSupplier.@Nullable Place place() {
		if (this.supplier instanceof BuiltInWindowStoreSupplier known) {
			return known.place();
		}
		return (this.supplier instanceof BuiltInSessionStoreSupplier known) ? known.place() : null;
	}

}
