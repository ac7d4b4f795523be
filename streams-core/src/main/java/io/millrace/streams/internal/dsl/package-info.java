/**
 * What {@code StreamsBuilder} and the streams and tables it hands out record: the steps
 * of a program in the order of their declaration, written to a topology graph when the
 * program is built. Names, and the order in which they are numbered, are those that Kafka
 * Streams gives, since topics and stores are found again by them.
 */
@NullMarked
package io.millrace.streams.internal.dsl;

import org.jspecify.annotations.NullMarked;
