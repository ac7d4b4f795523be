/**
 * The kinds of windows that the DSL makes, under the names that programs know them by.
 */
@NullMarked
package io.millrace.streams.kstream.internals;

import org.jspecify.annotations.NullMarked;
