/**
 * Records as tests write and read them.
 */
@NullMarked
package io.millrace.streams.test;

import org.jspecify.annotations.NullMarked;
