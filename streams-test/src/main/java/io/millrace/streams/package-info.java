/**
 * Runs a topology in a test: deterministically, without a broker, with a clock that the
 * test moves.
 */
@NullMarked
package io.millrace.streams;

import org.jspecify.annotations.NullMarked;
