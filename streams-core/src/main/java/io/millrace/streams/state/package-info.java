@NullMarked
package io.millrace.streams.state;

import org.jspecify.annotations.NullMarked;
