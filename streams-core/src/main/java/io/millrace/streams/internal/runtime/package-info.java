@NullMarked
package io.millrace.streams.internal.runtime;

import org.jspecify.annotations.NullMarked;
