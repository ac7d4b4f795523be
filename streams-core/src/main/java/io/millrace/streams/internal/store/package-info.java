@NullMarked
package io.millrace.streams.internal.store;

import org.jspecify.annotations.NullMarked;
