/**
 * The DSL: streams, tables and what describes the operators between them.
 */
@NullMarked
package io.millrace.streams.kstream;

import org.jspecify.annotations.NullMarked;
