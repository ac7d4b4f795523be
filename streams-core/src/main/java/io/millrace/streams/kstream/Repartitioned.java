package io.millrace.streams.kstream;

import io.millrace.streams.internal.topology.LegalName;
import io.millrace.streams.processor.StreamPartitioner;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * How a stream goes through a repartition topic: name, number of partitions, serdes and
 * what chooses the partition. Whatever is left out, or set to null, follows the stream or
 * the application's defaults. Immutable: the {@code with} methods return a new object.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public class Repartitioned<K extends @Nullable Object, V extends @Nullable Object>
		implements NamedOperation<Repartitioned<K, V>> {

	/** The name, or null for a generated one. */
	protected final @Nullable String name;

	/** The serde of the keys, or null. */
	protected final @Nullable Serde<K> keySerde;

	/** The serde of the values, or null. */
	protected final @Nullable Serde<V> valueSerde;

	/** The number of partitions, or null to follow what feeds the topic. */
	protected final @Nullable Integer numberOfPartitions;

	/** Chooses the partition, or null to let the producer do so. */
	protected final @Nullable StreamPartitioner<K, V> partitioner;

	private Repartitioned(@Nullable String name, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde,
			@Nullable Integer numberOfPartitions, @Nullable StreamPartitioner<K, V> partitioner) {
		this.name = LegalName.checkIfGiven("name of a repartition topic", name);
		this.keySerde = keySerde;
		this.valueSerde = valueSerde;
		this.numberOfPartitions = numberOfPartitions;
		this.partitioner = partitioner;
	}

	/**
	 * Copies all settings.
	 * @param repartitioned what to copy
	 */
	protected Repartitioned(Repartitioned<K, V> repartitioned) {
		this(repartitioned.name, repartitioned.keySerde, repartitioned.valueSerde, repartitioned.numberOfPartitions,
				repartitioned.partitioner);
	}

	/**
	 * Names the topic.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param name goes into the name of the topic,
	 * {@code <application-id>-<name>-repartition}; null for a generated one
	 * @return the settings
	 * @throws io.millrace.streams.errors.TopologyException if the name isn't legal, see
	 * {@link Named#as}
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Repartitioned<K, V> as(
			@Nullable String name) {
		return new Repartitioned<>(name, null, null, null, null);
	}

	/**
	 * Sets the serdes.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param keySerde the serde of the keys; null for the stream's
	 * @param valueSerde the serde of the values; null for the stream's
	 * @return the settings
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Repartitioned<K, V> with(
			@Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
		return new Repartitioned<>(null, keySerde, valueSerde, null, null);
	}

	/**
	 * Sets what chooses the partition.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param partitioner the partitioner; null to let the producer choose by the key
	 * @return the settings
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Repartitioned<K, V> streamPartitioner(
			@Nullable StreamPartitioner<K, V> partitioner) {
		return new Repartitioned<>(null, null, null, null, partitioner);
	}

	/**
	 * Sets the number of partitions.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param numberOfPartitions how many partitions the topic has, at least one
	 * @return the settings
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Repartitioned<K, V> numberOfPartitions(
			int numberOfPartitions) {
		return new Repartitioned<>(null, null, null, numberOfPartitions, null);
	}

	/**
	 * Names the topic.
	 * @param name the name, as for {@link #as}; null for a generated one
	 * @return a new object
	 */
	@Override
	public Repartitioned<K, V> withName(@Nullable String name) {
		return new Repartitioned<>(name, this.keySerde, this.valueSerde, this.numberOfPartitions, this.partitioner);
	}

	/**
	 * Sets the number of partitions.
	 * @param numberOfPartitions how many partitions the topic has, at least one
	 * @return a new object
	 */
	public Repartitioned<K, V> withNumberOfPartitions(int numberOfPartitions) {
		return new Repartitioned<>(this.name, this.keySerde, this.valueSerde, numberOfPartitions, this.partitioner);
	}

	/**
	 * Sets the serde of the keys.
	 * @param keySerde the serde; null for the stream's
	 * @return a new object
	 */
	public Repartitioned<K, V> withKeySerde(@Nullable Serde<K> keySerde) {
		return new Repartitioned<>(this.name, keySerde, this.valueSerde, this.numberOfPartitions, this.partitioner);
	}

	/**
	 * Sets the serde of the values.
	 * @param valueSerde the serde; null for the stream's
	 * @return a new object
	 */
	public Repartitioned<K, V> withValueSerde(@Nullable Serde<V> valueSerde) {
		return new Repartitioned<>(this.name, this.keySerde, valueSerde, this.numberOfPartitions, this.partitioner);
	}

	/**
	 * Sets what chooses the partition.
	 * @param partitioner the partitioner; null to let the producer choose by the key
	 * @return a new object
	 */
	public Repartitioned<K, V> withStreamPartitioner(@Nullable StreamPartitioner<K, V> partitioner) {
		return new Repartitioned<>(this.name, this.keySerde, this.valueSerde, this.numberOfPartitions, partitioner);
	}

}
