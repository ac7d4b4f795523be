/**
 * Queries of the second version: a request says which partitions of a store to ask, what
 * for and how up to date the answer has to be, and gets a result for each partition. See
 * {@link io.millrace.streams.KafkaStreams#query}.
 */
@NullMarked
package io.millrace.streams.query;

import org.jspecify.annotations.NullMarked;
