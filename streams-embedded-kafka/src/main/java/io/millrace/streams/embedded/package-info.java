/**
 * A real Kafka broker for demos and tests, inside this JVM
 * ({@link io.millrace.streams.embedded.EmbeddedKafka}) or in one of its own
 * ({@link io.millrace.streams.embedded.EmbeddedKafkaProcess}).
 */
@NullMarked
package io.millrace.streams.embedded;

import org.jspecify.annotations.NullMarked;
