/**
 * Random programs and inputs that Millrace and Kafka Streams have to agree on. What is in
 * this package knows neither of the two; what runs programs is compiled once for each.
 */
@NullMarked
package io.millrace.oracle;

import org.jspecify.annotations.NullMarked;
