package io.millrace.streams.benchmarks;

import java.util.Map;

import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.process.Child;
import io.millrace.streams.benchmarks.report.Figure;

/**
 * Watches a process under test from its start and finds figures. The process is stopped
 * by the measurement if need be, and anyway afterwards.
 */
interface Measurement {

	/**
	 * Measures.
	 * @throws IllegalStateException if the process fails, or comes to a wrong result
	 */
	Map<Figure, Double> measure(Child child, ApplicationSettings application) throws Exception;

}
