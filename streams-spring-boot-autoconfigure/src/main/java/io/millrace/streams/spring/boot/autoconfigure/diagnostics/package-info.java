/**
 * What a user is told when an application can't start.
 */
@NullMarked
package io.millrace.streams.spring.boot.autoconfigure.diagnostics;

import org.jspecify.annotations.NullMarked;
