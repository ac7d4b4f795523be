package io.millrace.streams.kstream;

import java.util.Objects;

import io.millrace.streams.AutoOffsetReset;
import io.millrace.streams.internal.topology.LegalName;
import io.millrace.streams.processor.TimestampExtractor;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * How a topic is read: serdes, time, where to start, and the name of the source. Whatever
 * is left out, or set to null, follows the application's defaults. The {@code with}
 * methods of an object change it and return it; not thread-safe.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public class Consumed<K extends @Nullable Object, V extends @Nullable Object>
		implements NamedOperation<Consumed<K, V>> {

	/** The serde of the keys, or null for the default. */
	protected @Nullable Serde<K> keySerde;

	/** The serde of the values, or null for the default. */
	protected @Nullable Serde<V> valueSerde;

	/** Where timestamps come from, or null for the default. */
	protected @Nullable TimestampExtractor timestampExtractor;

	/** Where to start without a committed offset, or null for the default. */
	protected @Nullable AutoOffsetReset resetPolicy;

	/** The name of the source, or null for a generated one. */
	protected @Nullable String processorName;

	private Consumed(@Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde,
			@Nullable TimestampExtractor timestampExtractor, @Nullable AutoOffsetReset resetPolicy,
			@Nullable String processorName) {
		this.keySerde = keySerde;
		this.valueSerde = valueSerde;
		this.timestampExtractor = timestampExtractor;
		this.resetPolicy = resetPolicy;
		this.processorName = LegalName.checkIfGiven("name of a source", processorName);
	}

	/**
	 * Copies all settings.
	 * @param consumed what to copy
	 */
	protected Consumed(Consumed<K, V> consumed) {
		this(consumed.keySerde, consumed.valueSerde, consumed.timestampExtractor, consumed.resetPolicy,
				consumed.processorName);
	}

	/**
	 * Sets all but the name.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param keySerde the serde of the keys; null for the default
	 * @param valueSerde the serde of the values; null for the default
	 * @param timestampExtractor where timestamps come from; null for the default
	 * @param resetPolicy where to start without a committed offset; null for the default
	 * @return the settings
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Consumed<K, V> with(
			@Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde, @Nullable TimestampExtractor timestampExtractor,
			@Nullable AutoOffsetReset resetPolicy) {
		return new Consumed<>(keySerde, valueSerde, timestampExtractor, resetPolicy, null);
	}

	/**
	 * Sets the serdes.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param keySerde the serde of the keys; null for the default
	 * @param valueSerde the serde of the values; null for the default
	 * @return the settings
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Consumed<K, V> with(
			@Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
		return new Consumed<>(keySerde, valueSerde, null, null, null);
	}

	/**
	 * Sets where timestamps come from.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param timestampExtractor the extractor; null for the default
	 * @return the settings
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Consumed<K, V> with(
			@Nullable TimestampExtractor timestampExtractor) {
		return new Consumed<>(null, null, timestampExtractor, null, null);
	}

	/**
	 * Sets where to start without a committed offset.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param resetPolicy the policy; null for the default
	 * @return the settings
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Consumed<K, V> with(
			@Nullable AutoOffsetReset resetPolicy) {
		return new Consumed<>(null, null, null, resetPolicy, null);
	}

	/**
	 * Names the source.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param processorName the name; null for a generated one
	 * @return the settings
	 * @throws io.millrace.streams.errors.TopologyException if the name isn't legal, see
	 * {@link Named#as}
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Consumed<K, V> as(
			@Nullable String processorName) {
		return new Consumed<>(null, null, null, null, processorName);
	}

	/**
	 * Sets the serde of the keys.
	 * @param keySerde the serde; null for the default
	 * @return this object
	 */
	public Consumed<K, V> withKeySerde(@Nullable Serde<K> keySerde) {
		this.keySerde = keySerde;
		return this;
	}

	/**
	 * Sets the serde of the values.
	 * @param valueSerde the serde; null for the default
	 * @return this object
	 */
	public Consumed<K, V> withValueSerde(@Nullable Serde<V> valueSerde) {
		this.valueSerde = valueSerde;
		return this;
	}

	/**
	 * Sets where timestamps come from.
	 * @param timestampExtractor the extractor; null for the default
	 * @return this object
	 */
	public Consumed<K, V> withTimestampExtractor(@Nullable TimestampExtractor timestampExtractor) {
		this.timestampExtractor = timestampExtractor;
		return this;
	}

	/**
	 * Sets where to start without a committed offset.
	 * @param resetPolicy the policy; null for the default
	 * @return this object
	 */
	public Consumed<K, V> withOffsetResetPolicy(@Nullable AutoOffsetReset resetPolicy) {
		this.resetPolicy = resetPolicy;
		return this;
	}

	/**
	 * Names the source.
	 * @param processorName the name; null for a generated one
	 * @return this object
	 * @throws io.millrace.streams.errors.TopologyException if the name isn't legal, see
	 * {@link Named#as}
	 */
	@Override
	public Consumed<K, V> withName(@Nullable String processorName) {
		this.processorName = LegalName.checkIfGiven("name of a source", processorName);
		return this;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		if (this == other) {
			return true;
		}
		return other instanceof Consumed<?, ?> that && Objects.equals(this.keySerde, that.keySerde)
				&& Objects.equals(this.valueSerde, that.valueSerde)
				&& Objects.equals(this.timestampExtractor, that.timestampExtractor)
				&& Objects.equals(this.resetPolicy, that.resetPolicy)
				&& Objects.equals(this.processorName, that.processorName);
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.keySerde, this.valueSerde, this.timestampExtractor, this.resetPolicy,
				this.processorName);
	}

}
