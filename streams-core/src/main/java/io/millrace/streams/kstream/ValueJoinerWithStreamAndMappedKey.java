package io.millrace.streams.kstream;

import org.jspecify.annotations.Nullable;

/**
 * Puts the value of a record of a stream and that of a row of a {@link GlobalKTable}
 * together, and may look at the key of either.
 * <p>
 * One instance serves every task of the application, on several threads at once; it must
 * not keep state.
 *
 * @param <StreamKey> the type of the record's key
 * @param <TableKey> the type of the row's key
 * @param <StreamValue> the type of the record's value
 * @param <TableValue> the type of the row's value
 * @param <VOut> the type of the result
 */
@FunctionalInterface
public interface ValueJoinerWithStreamAndMappedKey<StreamKey extends @Nullable Object, TableKey extends @Nullable Object, StreamValue extends @Nullable Object, TableValue extends @Nullable Object, VOut extends @Nullable Object> {

	/**
	 * Joins two values.
	 * @param streamKey the key of the record, null if it has none; must not be changed
	 * @param tableKey the key that the row was looked up with, null in a left join whose
	 * mapper gave none; must not be changed
	 * @param streamValue the value of the record
	 * @param tableValue the value of the row, null in a left join that found none
	 * @return the joined value; null is allowed
	 */
	VOut apply(StreamKey streamKey, TableKey tableKey, StreamValue streamValue, TableValue tableValue);

}
