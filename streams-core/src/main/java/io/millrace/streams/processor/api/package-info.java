@NullMarked
package io.millrace.streams.processor.api;

import org.jspecify.annotations.NullMarked;
