package io.millrace.streams.faults;

import java.util.Random;

/**
 * Makes inputs.
 */
@FunctionalInterface
public interface InputGenerator {

	/**
	 * Makes the next input.
	 * @param random where chance comes from; nothing else, so that a seed repeats a run
	 * @param number how many were made before
	 * @return the input
	 */
	Input next(Random random, long number);

}
