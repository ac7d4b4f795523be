/**
 * The running form of each operator of a topology.
 * <p>
 * Functions of the user take and give null where a record has none. Their type variables
 * allow that; the null checker takes a type variable for never null, so it is silenced on
 * the methods that call them.
 */
@NullMarked
package io.millrace.streams.internal.operator;

import org.jspecify.annotations.NullMarked;
