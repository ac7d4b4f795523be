/**
 * Starts an embedded Kafka broker in a Spring Boot application that names no other.
 */
@NullMarked
package io.millrace.streams.embedded.autoconfigure;

import org.jspecify.annotations.NullMarked;
