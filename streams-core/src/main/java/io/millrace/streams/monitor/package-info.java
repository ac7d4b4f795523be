@NullMarked
package io.millrace.streams.monitor;

import org.jspecify.annotations.NullMarked;
