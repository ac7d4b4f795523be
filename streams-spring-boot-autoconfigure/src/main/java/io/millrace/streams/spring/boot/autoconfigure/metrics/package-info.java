/**
 * Meters of streams applications.
 */
@NullMarked
package io.millrace.streams.spring.boot.autoconfigure.metrics;

import org.jspecify.annotations.NullMarked;
