package io.millrace.streams.kstream;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

import io.millrace.streams.internal.topology.LegalName;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.state.BuiltInDslStoreSuppliers;
import io.millrace.streams.state.DslKeyValueParams;
import io.millrace.streams.state.DslSessionParams;
import io.millrace.streams.state.DslStoreSuppliers;
import io.millrace.streams.state.DslWindowParams;
import io.millrace.streams.state.KeyValueBytesStoreSupplier;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.SessionBytesStoreSupplier;
import io.millrace.streams.state.SessionStore;
import io.millrace.streams.state.StoreSupplier;
import io.millrace.streams.state.WindowBytesStoreSupplier;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * How a table is stored: the name of its store, serdes, the changelog and the cache. A
 * table whose store has a name can be queried under it, and its changelog is
 * {@code <application-id>-<name>-changelog}. The {@code with} methods of an object change
 * it and return it; not thread-safe.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @param <S> the kind of store
 */
public class Materialized<K extends @Nullable Object, V extends @Nullable Object, S extends StateStore> {

	/** What makes the store, or null for the default kind. */
	protected @Nullable StoreSupplier<S> storeSupplier;

	/** The name of the store, or null for a generated one. */
	protected @Nullable String storeName;

	/** The serde of the values, or null. */
	protected @Nullable Serde<V> valueSerde;

	/** The serde of the keys, or null. */
	protected @Nullable Serde<K> keySerde;

	/** Whether the store has a changelog. */
	protected boolean loggingEnabled = true;

	/** Whether the store may be cached. */
	protected boolean cachingEnabled = true;

	/** How long a window or session store keeps its content, or null for the default. */
	protected @Nullable Duration retention;

	/** Chooses the store, or null for the default. */
	protected @Nullable DslStoreSuppliers dslStoreSuppliers;

	/** Told of late records of a versioned table; null for nobody. */
	protected @Nullable LateRecordHandler<? super K, ? super V> lateHandler;

	/** Settings of the changelog topic. */
	protected Map<String, String> topicConfig = new HashMap<>();

	private Materialized(@Nullable StoreSupplier<S> storeSupplier, @Nullable String storeName,
			@Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
		this.storeSupplier = storeSupplier;
		this.storeName = storeName;
		this.keySerde = keySerde;
		this.valueSerde = valueSerde;
	}

	/**
	 * Copies all settings.
	 * @param materialized what to copy
	 */
	protected Materialized(Materialized<K, V, S> materialized) {
		this(materialized.storeSupplier, materialized.storeName, materialized.keySerde, materialized.valueSerde);
		this.loggingEnabled = materialized.loggingEnabled;
		this.cachingEnabled = materialized.cachingEnabled;
		this.topicConfig = materialized.topicConfig;
		this.retention = materialized.retention;
		this.dslStoreSuppliers = materialized.dslStoreSuppliers;
		this.lateHandler = materialized.lateHandler;
	}

	/**
	 * Names the store.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param <S> the kind of store
	 * @param storeName letters, digits, {@code .}, {@code _} and {@code -}, 249 at most
	 * @return the settings
	 * @throws NullPointerException if the name is null
	 * @throws io.millrace.streams.errors.TopologyException if the name isn't legal
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object, S extends StateStore> Materialized<K, V, S> as(
			String storeName) {
		return new Materialized<>(null, LegalName.check("name of a store", storeName), null, null);
	}

	/**
	 * Sets what chooses the store, and leaves the name to be generated.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param <S> the kind of store
	 * @param storeSuppliers chooses the store
	 * @return the settings
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object, S extends StateStore> Materialized<K, V, S> as(
			DslStoreSuppliers storeSuppliers) {
		Objects.requireNonNull(storeSuppliers, "storeSuppliers can't be null");
		return new Materialized<K, V, S>(null, null, null, null).withStoreType(storeSuppliers);
	}

	/**
	 * Sets what makes the store, and with it the name.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param supplier makes the store
	 * @return the settings
	 * @throws NullPointerException if the supplier is null
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Materialized<K, V, KeyValueStore<Bytes, byte[]>> as(
			KeyValueBytesStoreSupplier supplier) {
		Objects.requireNonNull(supplier, "supplier can't be null");
		return new Materialized<>(supplier, LegalName.check("name of a store", supplier.name()), null, null);
	}

	/**
	 * Sets what makes the window store, and with it the name and the retention.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param supplier makes the store
	 * @return the settings
	 * @throws NullPointerException if the supplier is null
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Materialized<K, V, WindowStore<Bytes, byte[]>> as(
			WindowBytesStoreSupplier supplier) {
		Objects.requireNonNull(supplier, "supplier can't be null");
		return new Materialized<>(supplier, LegalName.check("name of a store", supplier.name()), null, null);
	}

	/**
	 * Sets what makes the session store, and with it the name and the retention.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param supplier makes the store
	 * @return the settings
	 * @throws NullPointerException if the supplier is null
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Materialized<K, V, SessionStore<Bytes, byte[]>> as(
			SessionBytesStoreSupplier supplier) {
		Objects.requireNonNull(supplier, "supplier can't be null");
		return new Materialized<>(supplier, LegalName.check("name of a store", supplier.name()), null, null);
	}

	/**
	 * Sets the serdes and leaves the name to be generated.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param <S> the kind of store
	 * @param keySerde the serde of the keys; null for the default
	 * @param valueSerde the serde of the values; null for the default
	 * @return the settings
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object, S extends StateStore> Materialized<K, V, S> with(
			@Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
		return new Materialized<>(null, null, keySerde, valueSerde);
	}

	/**
	 * Sets the serde of the values.
	 * @param valueSerde the serde; null for the default
	 * @return this object
	 */
	public Materialized<K, V, S> withValueSerde(@Nullable Serde<V> valueSerde) {
		this.valueSerde = valueSerde;
		return this;
	}

	/**
	 * Sets the serde of the keys.
	 * @param keySerde the serde; null for the default
	 * @return this object
	 */
	public Materialized<K, V, S> withKeySerde(@Nullable Serde<K> keySerde) {
		this.keySerde = keySerde;
		return this;
	}

	/**
	 * Gives the store a changelog, which is the default.
	 * @param config settings of the changelog topic besides those that the runtime sets
	 * @return this object
	 */
	public Materialized<K, V, S> withLoggingEnabled(Map<String, String> config) {
		this.loggingEnabled = true;
		this.topicConfig = new HashMap<>(Objects.requireNonNull(config, "config can't be null"));
		return this;
	}

	/**
	 * Gives the store no changelog: its content is lost with the machine, and another
	 * instance that takes over starts empty.
	 * @return this object
	 */
	public Materialized<K, V, S> withLoggingDisabled() {
		this.loggingEnabled = false;
		this.topicConfig.clear();
		return this;
	}

	/**
	 * Allows a cache, which is the default: many updates of a row between two commits are
	 * forwarded as one, with the commit. Has no effect if
	 * {@code statestore.cache.max.bytes} is 0, on session stores, nor on tables that come
	 * of {@code filter} or {@code mapValues}.
	 * @return this object
	 */
	public Materialized<K, V, S> withCachingEnabled() {
		this.cachingEnabled = true;
		return this;
	}

	/**
	 * Forbids a cache: every update of the table is forwarded, at once.
	 * @return this object
	 */
	public Materialized<K, V, S> withCachingDisabled() {
		this.cachingEnabled = false;
		return this;
	}

	/**
	 * Sets how long a window or session store keeps its content, by stream time. Has no
	 * effect on other stores, nor if a supplier says it.
	 * @param retention the time, at least the size of the windows plus their grace
	 * period, which is the default
	 * @return this object
	 * @throws IllegalArgumentException if the time is negative or too long for
	 * milliseconds
	 */
	public Materialized<K, V, S> withRetention(Duration retention) throws IllegalArgumentException {
		Durations.notNegative("The retention of a store", retention);
		this.retention = retention;
		return this;
	}

	/**
	 * Sets what chooses the store, {@link StoreType} for instance.
	 * @param storeSuppliers chooses the store
	 * @return this object
	 * @throws IllegalArgumentException if a supplier was set already
	 */
	public Materialized<K, V, S> withStoreType(DslStoreSuppliers storeSuppliers) throws IllegalArgumentException {
		Objects.requireNonNull(storeSuppliers, "storeSuppliers can't be null");
		if (this.storeSupplier != null) {
			throw new IllegalArgumentException("Store " + this.storeSupplier.name()
					+ " has a supplier, which says where it is; leave withStoreType out, or the supplier.");
		}
		this.dslStoreSuppliers = storeSuppliers;
		return this;
	}

	/**
	 * Has somebody told of records that are older than the history of a versioned table,
	 * and so are dropped and counted. For tables that are read from a topic or made of a
	 * stream by {@code toTable}. Kafka Streams has nothing like it.
	 * @param handler told of them
	 * @return this object
	 */
	public Materialized<K, V, S> onLate(LateRecordHandler<? super K, ? super V> handler) {
		this.lateHandler = Objects.requireNonNull(handler, "handler can't be null");
		return this;
	}

	/**
	 * Where a store is.
	 */
	public enum StoreType implements DslStoreSuppliers {

		/** On disk, if there is an engine for that on the class path. */
		ROCKS_DB,
		/** In memory. */
		IN_MEMORY;

		private DslStoreSuppliers suppliers() {
			return (this == IN_MEMORY) ? BuiltInDslStoreSuppliers.IN_MEMORY : BuiltInDslStoreSuppliers.ROCKS_DB;
		}

		@Override
		public void configure(Map<String, ?> configs) {
		}

		@Override
		public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
			return suppliers().keyValueStore(params);
		}

		@Override
		public WindowBytesStoreSupplier windowStore(DslWindowParams params) {
			return suppliers().windowStore(params);
		}

		@Override
		public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
			return suppliers().sessionStore(params);
		}

	}

}
