@NullMarked
package io.millrace.streams.kstream;

import org.jspecify.annotations.NullMarked;
