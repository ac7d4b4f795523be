@NullMarked
package io.millrace.streams.errors;

import org.jspecify.annotations.NullMarked;
