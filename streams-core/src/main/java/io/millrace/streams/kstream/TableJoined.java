package io.millrace.streams.kstream;

import io.millrace.streams.internal.topology.LegalName;
import io.millrace.streams.processor.StreamPartitioner;
import org.jspecify.annotations.Nullable;

/**
 * How a table is joined with another by a foreign key: the name of the join, which goes
 * into the names of its operators, topics and store, and what chooses partitions where a
 * table isn't partitioned by its keys as the producer does it. A partitioner sees the key
 * only, its value is always null, and has to choose one partition. Immutable: the
 * {@code with} methods return a new object.
 *
 * @param <K> the type of this table's keys
 * @param <KO> the type of the other table's keys
 */
public class TableJoined<K extends @Nullable Object, KO extends @Nullable Object>
		implements NamedOperation<TableJoined<K, KO>> {

	/** Chooses the partition of this table's keys, or null. */
	protected final @Nullable StreamPartitioner<K, Void> partitioner;

	/** Chooses the partition of the other table's keys, or null. */
	protected final @Nullable StreamPartitioner<KO, Void> otherPartitioner;

	/** The name, or null for generated ones. */
	protected final @Nullable String name;

	private TableJoined(@Nullable StreamPartitioner<K, Void> partitioner,
			@Nullable StreamPartitioner<KO, Void> otherPartitioner, @Nullable String name) {
		this.partitioner = partitioner;
		this.otherPartitioner = otherPartitioner;
		this.name = LegalName.checkIfGiven("name of a join", name);
	}

	/**
	 * Copies all settings.
	 * @param tableJoined what to copy
	 */
	protected TableJoined(TableJoined<K, KO> tableJoined) {
		this(tableJoined.partitioner, tableJoined.otherPartitioner, tableJoined.name);
	}

	/**
	 * Sets what chooses partitions.
	 * @param <K> the type of this table's keys
	 * @param <KO> the type of the other table's keys
	 * @param partitioner chooses the partition of this table's keys; null if it is the
	 * one that the rows came from
	 * @param otherPartitioner chooses the partition of the other table's keys; null for
	 * what the producer chooses
	 * @return the settings
	 */
	public static <K extends @Nullable Object, KO extends @Nullable Object> TableJoined<K, KO> with(
			@Nullable StreamPartitioner<K, Void> partitioner, @Nullable StreamPartitioner<KO, Void> otherPartitioner) {
		return new TableJoined<>(partitioner, otherPartitioner, null);
	}

	/**
	 * Names the join.
	 * @param <K> the type of this table's keys
	 * @param <KO> the type of the other table's keys
	 * @param name what the names of operators, topics and store begin with; null for
	 * generated ones
	 * @return the settings
	 * @throws io.millrace.streams.errors.TopologyException if the name isn't legal, see
	 * {@link Named#as}
	 */
	public static <K extends @Nullable Object, KO extends @Nullable Object> TableJoined<K, KO> as(
			@Nullable String name) {
		return new TableJoined<>(null, null, name);
	}

	/**
	 * Sets what chooses the partition of this table's keys.
	 * @param partitioner the partitioner; null if it is the one that the rows came from
	 * @return the settings
	 */
	public TableJoined<K, KO> withPartitioner(@Nullable StreamPartitioner<K, Void> partitioner) {
		return new TableJoined<>(partitioner, this.otherPartitioner, this.name);
	}

	/**
	 * Sets what chooses the partition of the other table's keys.
	 * @param otherPartitioner the partitioner; null for what the producer chooses
	 * @return the settings
	 */
	public TableJoined<K, KO> withOtherPartitioner(@Nullable StreamPartitioner<KO, Void> otherPartitioner) {
		return new TableJoined<>(this.partitioner, otherPartitioner, this.name);
	}

	/**
	 * Sets the name, as {@link #as} does.
	 * @param name what names begin with; null for generated ones
	 * @return the settings
	 */
	@Override
	public TableJoined<K, KO> withName(@Nullable String name) {
		return new TableJoined<>(this.partitioner, this.otherPartitioner, name);
	}

}
