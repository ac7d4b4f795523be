package io.millrace.oracle;

/**
 * Runs pairs. There is one for Millrace and one for Kafka Streams, compiled from the same
 * source.
 */
public interface PlanRun {

	Outcome run(Pair pair);

}
