package io.millrace.streams.kstream;

import java.util.Objects;

import io.millrace.streams.internal.topology.LegalName;
import io.millrace.streams.processor.StreamPartitioner;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * How a topic is written: serdes, partitions, and the name of the sink. Whatever is left
 * out, or set to null, follows the application's defaults. The {@code with} methods of an
 * object change it and return it; not thread-safe.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public class Produced<K extends @Nullable Object, V extends @Nullable Object>
		implements NamedOperation<Produced<K, V>> {

	/** The serde of the keys, or null for the default. */
	protected @Nullable Serde<K> keySerde;

	/** The serde of the values, or null for the default. */
	protected @Nullable Serde<V> valueSerde;

	/** Chooses the partition, or null to let the producer do so. */
	protected @Nullable StreamPartitioner<? super K, ? super V> partitioner;

	/** The name of the sink, or null for a generated one. */
	protected @Nullable String processorName;

	private Produced(@Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde,
			@Nullable StreamPartitioner<? super K, ? super V> partitioner, @Nullable String processorName) {
		this.keySerde = keySerde;
		this.valueSerde = valueSerde;
		this.partitioner = partitioner;
		this.processorName = LegalName.checkIfGiven("name of a sink", processorName);
	}

	/**
	 * Copies all settings.
	 * @param produced what to copy
	 */
	protected Produced(Produced<K, V> produced) {
		this(produced.keySerde, produced.valueSerde, produced.partitioner, produced.processorName);
	}

	/**
	 * Sets the serdes.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param keySerde the serde of the keys; null for the default
	 * @param valueSerde the serde of the values; null for the default
	 * @return the settings
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Produced<K, V> with(
			@Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
		return new Produced<>(keySerde, valueSerde, null, null);
	}

	/**
	 * Sets the serdes and what chooses the partition.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param keySerde the serde of the keys; null for the default
	 * @param valueSerde the serde of the values; null for the default
	 * @param partitioner the partitioner; null to let the producer choose by the key
	 * @return the settings
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Produced<K, V> with(
			@Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde,
			@Nullable StreamPartitioner<? super K, ? super V> partitioner) {
		return new Produced<>(keySerde, valueSerde, partitioner, null);
	}

	/**
	 * Names the sink.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param processorName the name; null for a generated one
	 * @return the settings
	 * @throws io.millrace.streams.errors.TopologyException if the name isn't legal, see
	 * {@link Named#as}
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Produced<K, V> as(
			@Nullable String processorName) {
		return new Produced<>(null, null, null, processorName);
	}

	/**
	 * Sets the serde of the keys.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param keySerde the serde; null for the default
	 * @return the settings
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Produced<K, V> keySerde(
			@Nullable Serde<K> keySerde) {
		return new Produced<>(keySerde, null, null, null);
	}

	/**
	 * Sets the serde of the values.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param valueSerde the serde; null for the default
	 * @return the settings
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Produced<K, V> valueSerde(
			@Nullable Serde<V> valueSerde) {
		return new Produced<>(null, valueSerde, null, null);
	}

	/**
	 * Sets what chooses the partition.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param partitioner the partitioner; null to let the producer choose by the key
	 * @return the settings
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Produced<K, V> streamPartitioner(
			@Nullable StreamPartitioner<? super K, ? super V> partitioner) {
		return new Produced<>(null, null, partitioner, null);
	}

	/**
	 * Sets what chooses the partition.
	 * @param partitioner the partitioner; null to let the producer choose by the key
	 * @return this object
	 */
	public Produced<K, V> withStreamPartitioner(@Nullable StreamPartitioner<? super K, ? super V> partitioner) {
		this.partitioner = partitioner;
		return this;
	}

	/**
	 * Sets the serde of the values.
	 * @param valueSerde the serde; null for the default
	 * @return this object
	 */
	public Produced<K, V> withValueSerde(@Nullable Serde<V> valueSerde) {
		this.valueSerde = valueSerde;
		return this;
	}

	/**
	 * Sets the serde of the keys.
	 * @param keySerde the serde; null for the default
	 * @return this object
	 */
	public Produced<K, V> withKeySerde(@Nullable Serde<K> keySerde) {
		this.keySerde = keySerde;
		return this;
	}

	/**
	 * Names the sink.
	 * @param name the name; null for a generated one
	 * @return this object
	 * @throws io.millrace.streams.errors.TopologyException if the name isn't legal, see
	 * {@link Named#as}
	 */
	@Override
	public Produced<K, V> withName(@Nullable String name) {
		this.processorName = LegalName.checkIfGiven("name of a sink", name);
		return this;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		if (this == other) {
			return true;
		}
		return other instanceof Produced<?, ?> that && Objects.equals(this.keySerde, that.keySerde)
				&& Objects.equals(this.valueSerde, that.valueSerde)
				&& Objects.equals(this.partitioner, that.partitioner)
				&& Objects.equals(this.processorName, that.processorName);
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.keySerde, this.valueSerde, this.partitioner, this.processorName);
	}

}
