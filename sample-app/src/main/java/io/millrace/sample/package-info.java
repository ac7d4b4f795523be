/**
 * An application to learn from: two topologies, their data, and a page that shows them at
 * work.
 */
@NullMarked
package io.millrace.sample;

import org.jspecify.annotations.NullMarked;
