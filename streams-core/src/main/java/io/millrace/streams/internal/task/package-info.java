@NullMarked
package io.millrace.streams.internal.task;

import org.jspecify.annotations.NullMarked;
