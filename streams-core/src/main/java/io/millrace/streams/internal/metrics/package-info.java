@NullMarked
package io.millrace.streams.internal.metrics;

import org.jspecify.annotations.NullMarked;
