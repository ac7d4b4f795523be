/**
 * Proof under faults: processes of an application are killed, stopped and frozen while
 * they work, and what they commit is compared with a reference model.
 */
@NullMarked
package io.millrace.streams.faults;

import org.jspecify.annotations.NullMarked;
