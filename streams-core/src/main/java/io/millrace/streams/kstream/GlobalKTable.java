package io.millrace.streams.kstream;

import org.jspecify.annotations.Nullable;

/**
 * A table of which every instance of the application holds all rows, whatever partitions
 * its topic has. It is filled from the topic to its end before the application processes
 * anything, and kept up to date by a thread of its own, apart from all tasks: a record of
 * a stream is joined with the row as it is at the moment of processing, whatever their
 * timestamps say.
 * <p>
 * A stream is joined with it by any key that can be computed from a record, without being
 * repartitioned: {@link KStream#join(GlobalKTable, KeyValueMapper, ValueJoiner)}. Its
 * store can be queried, and every processor can read it by its name.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public interface GlobalKTable<K extends @Nullable Object, V extends @Nullable Object> {

	/**
	 * The name that the table's store can be queried by.
	 * @return the name, generated unless {@code Materialized} gave one
	 */
	String queryableStoreName();

}
