/**
 * What both applications need to talk to Kafka.
 */
@NullMarked
package io.millrace.sample.kafka;

import org.jspecify.annotations.NullMarked;
