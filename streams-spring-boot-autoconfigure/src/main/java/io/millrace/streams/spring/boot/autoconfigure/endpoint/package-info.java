/**
 * The actuator endpoint {@code streams}.
 */
@NullMarked
package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import org.jspecify.annotations.NullMarked;
