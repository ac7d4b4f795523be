/**
 * Stands in for the task in tests of single processors.
 */
@NullMarked
package io.millrace.streams.processor.api;

import org.jspecify.annotations.NullMarked;
