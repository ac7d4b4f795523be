/**
 * Word count: its topology, what feeds it, and what answers questions about it.
 */
@NullMarked
package io.millrace.sample.words;

import org.jspecify.annotations.NullMarked;
