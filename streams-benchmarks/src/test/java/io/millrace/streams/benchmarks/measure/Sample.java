package io.millrace.streams.benchmarks.measure;

/**
 * How far a process under test is at an instant, seen from outside.
 *
 * @param nanos the instant, on this JVM's clock
 * @param epochMillis the same instant, on the clock that all JVMs share
 * @param progress how many records it has committed
 * @param cpuMicros the CPU time that it has taken
 * @param compilerMicros how much of that its just-in-time compiler has
 */
public record Sample(long nanos, long epochMillis, long progress, long cpuMicros, long compilerMicros) {
}
