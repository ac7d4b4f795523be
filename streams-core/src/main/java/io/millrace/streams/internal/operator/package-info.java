@NullMarked
package io.millrace.streams.internal.operator;

import org.jspecify.annotations.NullMarked;
