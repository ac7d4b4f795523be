@NullMarked
package io.millrace.streams.processor;

import org.jspecify.annotations.NullMarked;
