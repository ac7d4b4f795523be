package io.millrace.streams.kstream;

import java.time.Duration;
import java.util.Objects;

import io.millrace.streams.internal.topology.LegalName;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * How a stream is joined with a table: serdes, and the name of the join, which also names
 * the repartition topic if the join needs one. Whatever is left out, or set to null,
 * follows the stream, the table or the application's defaults. Immutable: the
 * {@code with} methods return a new object.
 *
 * @param <K> the type of the keys
 * @param <VLeft> the type of the stream's values
 * @param <VRight> the type of the table's values
 */
public class Joined<K extends @Nullable Object, VLeft extends @Nullable Object, VRight extends @Nullable Object>
		implements NamedOperation<Joined<K, VLeft, VRight>> {

	/** The serde of the keys, or null. */
	protected final @Nullable Serde<K> keySerde;

	/** The serde of the stream's values, or null. */
	protected final @Nullable Serde<VLeft> leftValueSerde;

	/** The serde of the table's values, or null. */
	protected final @Nullable Serde<VRight> rightValueSerde;

	/** The name, or null for a generated one. */
	protected final @Nullable String name;

	/** How long a record waits for the table, or null for not at all. */
	protected final @Nullable Duration gracePeriod;

	/** Told of late records of the stream; null for nobody. */
	protected final @Nullable LateRecordHandler<? super K, ? super VLeft> lateHandler;

	private Joined(@Nullable Serde<K> keySerde, @Nullable Serde<VLeft> leftValueSerde,
			@Nullable Serde<VRight> rightValueSerde, @Nullable String name, @Nullable Duration gracePeriod,
			@Nullable LateRecordHandler<? super K, ? super VLeft> lateHandler) {
		this.keySerde = keySerde;
		this.leftValueSerde = leftValueSerde;
		this.rightValueSerde = rightValueSerde;
		this.name = LegalName.checkIfGiven("name of a join", name);
		this.gracePeriod = gracePeriod;
		this.lateHandler = lateHandler;
	}

	/**
	 * Copies all settings.
	 * @param joined what to copy
	 */
	protected Joined(Joined<K, VLeft, VRight> joined) {
		this(joined.keySerde, joined.leftValueSerde, joined.rightValueSerde, joined.name, joined.gracePeriod,
				joined.lateHandler);
	}

	/**
	 * Sets the serdes.
	 * @param <K> the type of the keys
	 * @param <VLeft> the type of the stream's values
	 * @param <VRight> the type of the table's values
	 * @param keySerde the serde of the keys; null for the stream's
	 * @param leftValueSerde the serde of the stream's values; null for the stream's
	 * @param rightValueSerde the serde of the table's values; null for the table's
	 * @return the settings
	 */
	public static <K extends @Nullable Object, VLeft extends @Nullable Object, VRight extends @Nullable Object> Joined<K, VLeft, VRight> with(
			@Nullable Serde<K> keySerde, @Nullable Serde<VLeft> leftValueSerde,
			@Nullable Serde<VRight> rightValueSerde) {
		return new Joined<>(keySerde, leftValueSerde, rightValueSerde, null, null, null);
	}

	/**
	 * Sets the serdes and the name.
	 * @param <K> the type of the keys
	 * @param <VLeft> the type of the stream's values
	 * @param <VRight> the type of the table's values
	 * @param keySerde the serde of the keys; null for the stream's
	 * @param leftValueSerde the serde of the stream's values; null for the stream's
	 * @param rightValueSerde the serde of the table's values; null for the table's
	 * @param name the name, as for {@link #as}; null for a generated one
	 * @return the settings
	 */
	public static <K extends @Nullable Object, VLeft extends @Nullable Object, VRight extends @Nullable Object> Joined<K, VLeft, VRight> with(
			@Nullable Serde<K> keySerde, @Nullable Serde<VLeft> leftValueSerde, @Nullable Serde<VRight> rightValueSerde,
			@Nullable String name) {
		return new Joined<>(keySerde, leftValueSerde, rightValueSerde, name, null, null);
	}

	/**
	 * Sets everything.
	 * @param <K> the type of the keys
	 * @param <VLeft> the type of the stream's values
	 * @param <VRight> the type of the table's values
	 * @param keySerde the serde of the keys; null for the stream's
	 * @param leftValueSerde the serde of the stream's values; null for the stream's
	 * @param rightValueSerde the serde of the table's values; null for the table's
	 * @param name the name, as for {@link #as}; null for a generated one
	 * @param gracePeriod how long a record waits for the table; null for not at all
	 * @return the settings
	 */
	public static <K extends @Nullable Object, VLeft extends @Nullable Object, VRight extends @Nullable Object> Joined<K, VLeft, VRight> with(
			@Nullable Serde<K> keySerde, @Nullable Serde<VLeft> leftValueSerde, @Nullable Serde<VRight> rightValueSerde,
			@Nullable String name, @Nullable Duration gracePeriod) {
		return new Joined<>(keySerde, leftValueSerde, rightValueSerde, name, gracePeriod, null);
	}

	/**
	 * Sets the serde of the keys.
	 * @param <K> the type of the keys
	 * @param <VLeft> the type of the stream's values
	 * @param <VRight> the type of the table's values
	 * @param keySerde the serde; null for the stream's
	 * @return the settings
	 */
	public static <K extends @Nullable Object, VLeft extends @Nullable Object, VRight extends @Nullable Object> Joined<K, VLeft, VRight> keySerde(
			@Nullable Serde<K> keySerde) {
		return new Joined<>(keySerde, null, null, null, null, null);
	}

	/**
	 * Sets the serde of the stream's values.
	 * @param <K> the type of the keys
	 * @param <VLeft> the type of the stream's values
	 * @param <VRight> the type of the table's values
	 * @param leftValueSerde the serde; null for the stream's
	 * @return the settings
	 */
	public static <K extends @Nullable Object, VLeft extends @Nullable Object, VRight extends @Nullable Object> Joined<K, VLeft, VRight> valueSerde(
			@Nullable Serde<VLeft> leftValueSerde) {
		return new Joined<>(null, leftValueSerde, null, null, null, null);
	}

	/**
	 * Sets the serde of the table's values.
	 * @param <K> the type of the keys
	 * @param <VLeft> the type of the stream's values
	 * @param <VRight> the type of the table's values
	 * @param rightValueSerde the serde; null for the table's
	 * @return the settings
	 */
	public static <K extends @Nullable Object, VLeft extends @Nullable Object, VRight extends @Nullable Object> Joined<K, VLeft, VRight> otherValueSerde(
			@Nullable Serde<VRight> rightValueSerde) {
		return new Joined<>(null, null, rightValueSerde, null, null, null);
	}

	/**
	 * Names the join.
	 * @param <K> the type of the keys
	 * @param <VLeft> the type of the stream's values
	 * @param <VRight> the type of the table's values
	 * @param name the name of the operator; also goes into the name of the repartition
	 * topic, {@code <application-id>-<name>-repartition}; null for a generated one
	 * @return the settings
	 * @throws io.millrace.streams.errors.TopologyException if the name isn't legal, see
	 * {@link Named#as}
	 */
	public static <K extends @Nullable Object, VLeft extends @Nullable Object, VRight extends @Nullable Object> Joined<K, VLeft, VRight> as(
			@Nullable String name) {
		return new Joined<>(null, null, null, name, null, null);
	}

	/**
	 * Sets the serde of the keys.
	 * @param keySerde the serde; null for the stream's
	 * @return a new object
	 */
	public Joined<K, VLeft, VRight> withKeySerde(@Nullable Serde<K> keySerde) {
		return new Joined<>(keySerde, this.leftValueSerde, this.rightValueSerde, this.name, this.gracePeriod,
				this.lateHandler);
	}

	/**
	 * Sets the serde of the stream's values.
	 * @param leftValueSerde the serde; null for the stream's
	 * @return a new object
	 */
	public Joined<K, VLeft, VRight> withValueSerde(@Nullable Serde<VLeft> leftValueSerde) {
		return new Joined<>(this.keySerde, leftValueSerde, this.rightValueSerde, this.name, this.gracePeriod,
				this.lateHandler);
	}

	/**
	 * Sets the serde of the table's values.
	 * @param rightValueSerde the serde; null for the table's
	 * @return a new object
	 */
	public Joined<K, VLeft, VRight> withOtherValueSerde(@Nullable Serde<VRight> rightValueSerde) {
		return new Joined<>(this.keySerde, this.leftValueSerde, rightValueSerde, this.name, this.gracePeriod,
				this.lateHandler);
	}

	/**
	 * Names the join.
	 * @param name the name, as for {@link #as}; null for a generated one
	 * @return a new object
	 */
	@Override
	public Joined<K, VLeft, VRight> withName(@Nullable String name) {
		return new Joined<>(this.keySerde, this.leftValueSerde, this.rightValueSerde, name, this.gracePeriod,
				this.lateHandler);
	}

	/**
	 * Sets how long a record waits for changes of the table that come late: until one has
	 * come that is younger by this period. The table has to be versioned and to keep its
	 * history for as long. What waits is in a store with a changelog,
	 * {@code <name>-Buffer}.
	 * @param gracePeriod the period; null for not at all
	 * @return a new object
	 */
	public Joined<K, VLeft, VRight> withGracePeriod(@Nullable Duration gracePeriod) {
		return new Joined<>(this.keySerde, this.leftValueSerde, this.rightValueSerde, this.name, gracePeriod,
				this.lateHandler);
	}

	/**
	 * Has somebody told of records of the stream that come too late for a versioned
	 * table: with a grace period, those that come when it is over and so don't wait; and
	 * in any case those that are older than the table's history, which find nothing of
	 * their time there. Neither are counted. Kafka Streams has nothing like it.
	 * @param handler told of each such record, once
	 * @return a new object
	 */
	public Joined<K, VLeft, VRight> onLate(LateRecordHandler<? super K, ? super VLeft> handler) {
		return new Joined<>(this.keySerde, this.leftValueSerde, this.rightValueSerde, this.name, this.gracePeriod,
				Objects.requireNonNull(handler, "handler can't be null"));
	}

	/**
	 * How long a record waits for the table.
	 * @return the period, or null
	 */
	public @Nullable Duration gracePeriod() {
		return this.gracePeriod;
	}

	/**
	 * The serde of the keys.
	 * @return the serde, or null if it isn't set
	 */
	public @Nullable Serde<K> keySerde() {
		return this.keySerde;
	}

	/**
	 * The serde of the stream's values.
	 * @return the serde, or null if it isn't set
	 */
	public @Nullable Serde<VLeft> valueSerde() {
		return this.leftValueSerde;
	}

	/**
	 * The serde of the table's values.
	 * @return the serde, or null if it isn't set
	 */
	public @Nullable Serde<VRight> otherValueSerde() {
		return this.rightValueSerde;
	}

}
