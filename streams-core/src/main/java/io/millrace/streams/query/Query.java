package io.millrace.streams.query;

import org.jspecify.annotations.Nullable;

/**
 * Asks one partition of a store for something. The queries in this package are answered
 * by the stores of Millrace; a store of one's own, which implements
 * {@link io.millrace.streams.processor.StateStore#query}, may answer others.
 *
 * @param <R> the type of the answer
 */
public interface Query<R extends @Nullable Object> {

}
