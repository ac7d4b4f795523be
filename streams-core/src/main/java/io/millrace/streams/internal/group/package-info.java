@NullMarked
package io.millrace.streams.internal.group;

import org.jspecify.annotations.NullMarked;
