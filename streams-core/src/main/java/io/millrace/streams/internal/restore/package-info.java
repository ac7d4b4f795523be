@NullMarked
package io.millrace.streams.internal.restore;

import org.jspecify.annotations.NullMarked;
