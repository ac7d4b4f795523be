package io.millrace.streams.kstream;

import java.util.Map;
import java.util.Objects;

import io.millrace.streams.internal.topology.LegalName;
import io.millrace.streams.state.DslStoreSuppliers;
import io.millrace.streams.state.WindowBytesStoreSupplier;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * How two streams are joined: serdes, names of operators and stores, the stores that keep
 * the records of either side until no match can come any more, and their changelogs.
 * Whatever is left out, or set to null, follows the streams or the application's
 * defaults. Immutable: the {@code with} methods return a new object.
 *
 * @param <K> the type of the keys
 * @param <V1> the type of the first stream's values
 * @param <V2> the type of the other stream's values
 */
public class StreamJoined<K extends @Nullable Object, V1 extends @Nullable Object, V2 extends @Nullable Object>
		implements NamedOperation<StreamJoined<K, V1, V2>> {

	/** The serde of the keys, or null. */
	protected final @Nullable Serde<K> keySerde;

	/** The serde of the first stream's values, or null. */
	protected final @Nullable Serde<V1> valueSerde;

	/** The serde of the other stream's values, or null. */
	protected final @Nullable Serde<V2> otherValueSerde;

	/** Makes the store of the first stream's records; null for the default. */
	protected final @Nullable WindowBytesStoreSupplier thisStoreSupplier;

	/** Makes the store of the other stream's records; null for the default. */
	protected final @Nullable WindowBytesStoreSupplier otherStoreSupplier;

	/** The name of the operators and repartition topics, or null for generated ones. */
	protected final @Nullable String name;

	/** The name of the stores, or null for generated ones. */
	protected final @Nullable String storeName;

	/** Whether the stores have changelogs. */
	protected final boolean loggingEnabled;

	/** Settings of the changelog topics. */
	protected final Map<String, String> topicConfig;

	/** Chooses the stores that have no supplier; null for the default. */
	protected @Nullable DslStoreSuppliers dslStoreSuppliers;

	/** Told of late records of the first stream; null for nobody. */
	protected @Nullable LateRecordHandler<? super K, ? super V1> thisLateHandler;

	/** Told of late records of the other stream; null for nobody. */
	protected @Nullable LateRecordHandler<? super K, ? super V2> otherLateHandler;

	private StreamJoined(@Nullable Serde<K> keySerde, @Nullable Serde<V1> valueSerde,
			@Nullable Serde<V2> otherValueSerde, @Nullable WindowBytesStoreSupplier thisStoreSupplier,
			@Nullable WindowBytesStoreSupplier otherStoreSupplier, @Nullable String name, @Nullable String storeName,
			boolean loggingEnabled, Map<String, String> topicConfig, @Nullable DslStoreSuppliers dslStoreSuppliers) {
		this.dslStoreSuppliers = dslStoreSuppliers;
		this.keySerde = keySerde;
		this.valueSerde = valueSerde;
		this.otherValueSerde = otherValueSerde;
		this.thisStoreSupplier = thisStoreSupplier;
		this.otherStoreSupplier = otherStoreSupplier;
		this.name = LegalName.checkIfGiven("name of a join", name);
		this.storeName = LegalName.checkIfGiven("name of a store", storeName);
		this.loggingEnabled = loggingEnabled;
		this.topicConfig = Map.copyOf(topicConfig);
	}

	/**
	 * Copies all settings.
	 * @param streamJoined what to copy
	 */
	protected StreamJoined(StreamJoined<K, V1, V2> streamJoined) {
		this(streamJoined.keySerde, streamJoined.valueSerde, streamJoined.otherValueSerde,
				streamJoined.thisStoreSupplier, streamJoined.otherStoreSupplier, streamJoined.name,
				streamJoined.storeName, streamJoined.loggingEnabled, streamJoined.topicConfig,
				streamJoined.dslStoreSuppliers);
		this.thisLateHandler = streamJoined.thisLateHandler;
		this.otherLateHandler = streamJoined.otherLateHandler;
	}

	/**
	 * Sets what makes the stores. Their names have to differ; both have to keep
	 * duplicates, and windows and retention as the join needs them.
	 * @param <K> the type of the keys
	 * @param <V1> the type of the first stream's values
	 * @param <V2> the type of the other stream's values
	 * @param storeSupplier makes the store of the first stream's records; null for the
	 * default
	 * @param otherStoreSupplier makes the store of the other stream's records; null for
	 * the default
	 * @return the settings
	 */
	public static <K extends @Nullable Object, V1 extends @Nullable Object, V2 extends @Nullable Object> StreamJoined<K, V1, V2> with(
			@Nullable WindowBytesStoreSupplier storeSupplier, @Nullable WindowBytesStoreSupplier otherStoreSupplier) {
		return new StreamJoined<>(null, null, null, storeSupplier, otherStoreSupplier, null, null, true, Map.of(),
				null);
	}

	/**
	 * Sets what chooses the stores.
	 * @param <K> the type of the keys
	 * @param <V1> the type of the first stream's values
	 * @param <V2> the type of the other stream's values
	 * @param storeSuppliers chooses them
	 * @return the settings
	 */
	public static <K extends @Nullable Object, V1 extends @Nullable Object, V2 extends @Nullable Object> StreamJoined<K, V1, V2> with(
			DslStoreSuppliers storeSuppliers) {
		Objects.requireNonNull(storeSuppliers, "storeSuppliers can't be null");
		return new StreamJoined<>(null, null, null, null, null, null, null, true, Map.of(), storeSuppliers);
	}

	/**
	 * Names the stores.
	 * @param <K> the type of the keys
	 * @param <V1> the type of the first stream's values
	 * @param <V2> the type of the other stream's values
	 * @param storeName goes into the names of the stores and their changelog topics; null
	 * for generated ones
	 * @return the settings
	 * @throws io.millrace.streams.errors.TopologyException if the name isn't legal, see
	 * {@link Named#as}
	 */
	public static <K extends @Nullable Object, V1 extends @Nullable Object, V2 extends @Nullable Object> StreamJoined<K, V1, V2> as(
			@Nullable String storeName) {
		return new StreamJoined<>(null, null, null, null, null, null, storeName, true, Map.of(), null);
	}

	/**
	 * Sets the serdes.
	 * @param <K> the type of the keys
	 * @param <V1> the type of the first stream's values
	 * @param <V2> the type of the other stream's values
	 * @param keySerde the serde of the keys; null for the first stream's
	 * @param valueSerde the serde of the first stream's values; null for the stream's
	 * @param otherValueSerde the serde of the other stream's values; null for the
	 * stream's
	 * @return the settings
	 */
	public static <K extends @Nullable Object, V1 extends @Nullable Object, V2 extends @Nullable Object> StreamJoined<K, V1, V2> with(
			@Nullable Serde<K> keySerde, @Nullable Serde<V1> valueSerde, @Nullable Serde<V2> otherValueSerde) {
		return new StreamJoined<>(keySerde, valueSerde, otherValueSerde, null, null, null, null, true, Map.of(), null);
	}

	/**
	 * Names the operators of the join and, as
	 * {@code <application-id>-<name>-left-repartition} and {@code -right-repartition},
	 * the repartition topics if it needs any. The stores are named by
	 * {@link #withStoreName}.
	 * @param name the name; null for generated ones
	 * @return a new object
	 */
	@Override
	public StreamJoined<K, V1, V2> withName(@Nullable String name) {
		return keepingHandlers(new StreamJoined<>(this.keySerde, this.valueSerde, this.otherValueSerde,
				this.thisStoreSupplier, this.otherStoreSupplier, name, this.storeName, this.loggingEnabled,
				this.topicConfig, this.dslStoreSuppliers));
	}

	/**
	 * Names the stores.
	 * @param storeName goes into the names of the stores and their changelog topics; null
	 * for generated ones
	 * @return a new object
	 */
	public StreamJoined<K, V1, V2> withStoreName(@Nullable String storeName) {
		return keepingHandlers(new StreamJoined<>(this.keySerde, this.valueSerde, this.otherValueSerde,
				this.thisStoreSupplier, this.otherStoreSupplier, this.name, storeName, this.loggingEnabled,
				this.topicConfig, this.dslStoreSuppliers));
	}

	/**
	 * Sets what chooses the stores that have no supplier.
	 * @param dslStoreSuppliers chooses them
	 * @return a new object
	 */
	public StreamJoined<K, V1, V2> withDslStoreSuppliers(DslStoreSuppliers dslStoreSuppliers) {
		return keepingHandlers(new StreamJoined<>(this.keySerde, this.valueSerde, this.otherValueSerde,
				this.thisStoreSupplier, this.otherStoreSupplier, this.name, this.storeName, this.loggingEnabled,
				this.topicConfig, dslStoreSuppliers));
	}

	/**
	 * Sets the serde of the keys.
	 * @param keySerde the serde; null for the first stream's
	 * @return a new object
	 */
	public StreamJoined<K, V1, V2> withKeySerde(@Nullable Serde<K> keySerde) {
		return keepingHandlers(new StreamJoined<>(keySerde, this.valueSerde, this.otherValueSerde,
				this.thisStoreSupplier, this.otherStoreSupplier, this.name, this.storeName, this.loggingEnabled,
				this.topicConfig, this.dslStoreSuppliers));
	}

	/**
	 * Sets the serde of the first stream's values.
	 * @param valueSerde the serde; null for the stream's
	 * @return a new object
	 */
	public StreamJoined<K, V1, V2> withValueSerde(@Nullable Serde<V1> valueSerde) {
		return keepingHandlers(new StreamJoined<>(this.keySerde, valueSerde, this.otherValueSerde,
				this.thisStoreSupplier, this.otherStoreSupplier, this.name, this.storeName, this.loggingEnabled,
				this.topicConfig, this.dslStoreSuppliers));
	}

	/**
	 * Sets the serde of the other stream's values.
	 * @param otherValueSerde the serde; null for the stream's
	 * @return a new object
	 */
	public StreamJoined<K, V1, V2> withOtherValueSerde(@Nullable Serde<V2> otherValueSerde) {
		return keepingHandlers(new StreamJoined<>(this.keySerde, this.valueSerde, otherValueSerde,
				this.thisStoreSupplier, this.otherStoreSupplier, this.name, this.storeName, this.loggingEnabled,
				this.topicConfig, this.dslStoreSuppliers));
	}

	/**
	 * Sets what makes the store of the first stream's records.
	 * @param thisStoreSupplier the supplier; null for the default
	 * @return a new object
	 */
	public StreamJoined<K, V1, V2> withThisStoreSupplier(@Nullable WindowBytesStoreSupplier thisStoreSupplier) {
		return keepingHandlers(new StreamJoined<>(this.keySerde, this.valueSerde, this.otherValueSerde,
				thisStoreSupplier, this.otherStoreSupplier, this.name, this.storeName, this.loggingEnabled,
				this.topicConfig, this.dslStoreSuppliers));
	}

	/**
	 * Sets what makes the store of the other stream's records.
	 * @param otherStoreSupplier the supplier; null for the default
	 * @return a new object
	 */
	public StreamJoined<K, V1, V2> withOtherStoreSupplier(@Nullable WindowBytesStoreSupplier otherStoreSupplier) {
		return keepingHandlers(new StreamJoined<>(this.keySerde, this.valueSerde, this.otherValueSerde,
				this.thisStoreSupplier, otherStoreSupplier, this.name, this.storeName, this.loggingEnabled,
				this.topicConfig, this.dslStoreSuppliers));
	}

	/**
	 * Gives the stores changelogs, as is the default.
	 * @param config settings of the changelog topics
	 * @return a new object
	 */
	public StreamJoined<K, V1, V2> withLoggingEnabled(Map<String, String> config) {
		return keepingHandlers(
				new StreamJoined<>(this.keySerde, this.valueSerde, this.otherValueSerde, this.thisStoreSupplier,
						this.otherStoreSupplier, this.name, this.storeName, true, config, this.dslStoreSuppliers));
	}

	/**
	 * Leaves the stores without changelogs: what they hold is lost when a task moves.
	 * @return a new object
	 */
	public StreamJoined<K, V1, V2> withLoggingDisabled() {
		return keepingHandlers(
				new StreamJoined<>(this.keySerde, this.valueSerde, this.otherValueSerde, this.thisStoreSupplier,
						this.otherStoreSupplier, this.name, this.storeName, false, Map.of(), this.dslStoreSuppliers));
	}

	/**
	 * Has somebody told of records that come too late for the join: those that are
	 * dropped, and those that their store doesn't take any more, both of which are
	 * counted. Kafka Streams has nothing like it.
	 * @param thisHandler told of records of the first stream
	 * @param otherHandler told of records of the other stream
	 * @return a new object
	 */
	public StreamJoined<K, V1, V2> onLate(LateRecordHandler<? super K, ? super V1> thisHandler,
			LateRecordHandler<? super K, ? super V2> otherHandler) {
		StreamJoined<K, V1, V2> joined = new StreamJoined<>(this);
		joined.thisLateHandler = Objects.requireNonNull(thisHandler, "thisHandler can't be null");
		joined.otherLateHandler = Objects.requireNonNull(otherHandler, "otherHandler can't be null");
		return joined;
	}

	private StreamJoined<K, V1, V2> keepingHandlers(StreamJoined<K, V1, V2> other) {
		other.thisLateHandler = this.thisLateHandler;
		other.otherLateHandler = this.otherLateHandler;
		return other;
	}

}
