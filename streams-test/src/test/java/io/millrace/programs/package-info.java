/**
 * What Millrace and Kafka Streams both run. What is in this package knows neither of the
 * two; what runs programs is compiled once for each.
 */
@NullMarked
package io.millrace.programs;

import org.jspecify.annotations.NullMarked;
