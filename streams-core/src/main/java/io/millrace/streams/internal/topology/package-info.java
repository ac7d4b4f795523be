@NullMarked
package io.millrace.streams.internal.topology;

import org.jspecify.annotations.NullMarked;
