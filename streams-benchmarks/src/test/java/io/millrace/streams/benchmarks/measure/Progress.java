package io.millrace.streams.benchmarks.measure;

/**
 * How far an application is.
 */
public interface Progress {

	/**
	 * How many of the input's records are done and committed, output included.
	 */
	long records();

	/**
	 * Whether all is done.
	 */
	boolean complete();

}
