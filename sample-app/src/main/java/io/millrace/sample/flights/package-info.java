/**
 * Delays of flights by airport: the topology, what feeds it, and what answers questions
 * about it.
 */
@NullMarked
package io.millrace.sample.flights;

import org.jspecify.annotations.NullMarked;
