/**
 * Auto-configuration of Millrace: properties, the topologies' applications, their life
 * cycle.
 */
@NullMarked
package io.millrace.streams.spring.boot.autoconfigure;

import org.jspecify.annotations.NullMarked;
