/**
 * Health of streams applications, and their part in the liveness and readiness probes.
 */
@NullMarked
package io.millrace.streams.spring.boot.autoconfigure.health;

import org.jspecify.annotations.NullMarked;
