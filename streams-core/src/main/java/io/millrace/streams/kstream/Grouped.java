package io.millrace.streams.kstream;

import io.millrace.streams.internal.topology.LegalName;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * How a stream is grouped: serdes for what is derived from the groups, and the name of
 * the repartition topic if grouping needs one. Whatever is left out, or set to null,
 * follows the stream or the application's defaults. Immutable: the {@code with} methods
 * return a new object.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public class Grouped<K extends @Nullable Object, V extends @Nullable Object> implements NamedOperation<Grouped<K, V>> {

	/** The serde of the keys, or null. */
	protected final @Nullable Serde<K> keySerde;

	/** The serde of the values, or null. */
	protected final @Nullable Serde<V> valueSerde;

	/** The name, or null for a generated one. */
	protected final @Nullable String name;

	private Grouped(@Nullable String name, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
		this.name = LegalName.checkIfGiven("name of a grouping", name);
		this.keySerde = keySerde;
		this.valueSerde = valueSerde;
	}

	/**
	 * Copies all settings.
	 * @param grouped what to copy
	 */
	protected Grouped(Grouped<K, V> grouped) {
		this(grouped.name, grouped.keySerde, grouped.valueSerde);
	}

	/**
	 * Names the grouping.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param name goes into the name of the repartition topic,
	 * {@code <application-id>-<name>-repartition}; null for a generated one
	 * @return the settings
	 * @throws io.millrace.streams.errors.TopologyException if the name isn't legal, see
	 * {@link Named#as}
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Grouped<K, V> as(@Nullable String name) {
		return new Grouped<>(name, null, null);
	}

	/**
	 * Sets the serde of the keys.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param keySerde the serde; null for the default
	 * @return the settings
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Grouped<K, V> keySerde(
			@Nullable Serde<K> keySerde) {
		return new Grouped<>(null, keySerde, null);
	}

	/**
	 * Sets the serde of the values.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param valueSerde the serde; null for the default
	 * @return the settings
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Grouped<K, V> valueSerde(
			@Nullable Serde<V> valueSerde) {
		return new Grouped<>(null, null, valueSerde);
	}

	/**
	 * Sets everything.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param name the name, as for {@link #as}; null for a generated one
	 * @param keySerde the serde of the keys; null for the default
	 * @param valueSerde the serde of the values; null for the default
	 * @return the settings
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Grouped<K, V> with(@Nullable String name,
			@Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
		return new Grouped<>(name, keySerde, valueSerde);
	}

	/**
	 * Sets the serdes.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param keySerde the serde of the keys; null for the default
	 * @param valueSerde the serde of the values; null for the default
	 * @return the settings
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Grouped<K, V> with(
			@Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
		return new Grouped<>(null, keySerde, valueSerde);
	}

	/**
	 * Names the grouping.
	 * @param name the name, as for {@link #as}; null for a generated one
	 * @return a new object
	 */
	@Override
	public Grouped<K, V> withName(@Nullable String name) {
		return new Grouped<>(name, this.keySerde, this.valueSerde);
	}

	/**
	 * Sets the serde of the keys.
	 * @param keySerde the serde; null for the default
	 * @return a new object
	 */
	public Grouped<K, V> withKeySerde(@Nullable Serde<K> keySerde) {
		return new Grouped<>(this.name, keySerde, this.valueSerde);
	}

	/**
	 * Sets the serde of the values.
	 * @param valueSerde the serde; null for the default
	 * @return a new object
	 */
	public Grouped<K, V> withValueSerde(@Nullable Serde<V> valueSerde) {
		return new Grouped<>(this.name, this.keySerde, valueSerde);
	}

}
