@NullMarked
package io.millrace.streams;

import org.jspecify.annotations.NullMarked;
