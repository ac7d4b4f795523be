package io.millrace.streams.benchmarks.application;

/**
 * What a process under test runs.
 */
public interface Application {

	/**
	 * Starts processing in threads of its own and returns.
	 */
	void start();

	/**
	 * Commits what was processed and ends.
	 */
	void stop();

}
