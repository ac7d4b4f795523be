@NullMarked
package io.millrace.streams.internal.query;

import org.jspecify.annotations.NullMarked;
