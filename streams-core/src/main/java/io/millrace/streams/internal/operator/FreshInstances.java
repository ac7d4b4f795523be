package io.millrace.streams.internal.operator;

import java.util.function.Supplier;

import io.millrace.streams.errors.TopologyException;

/**
 * Guards suppliers of processors: each task needs an instance of its own, since tasks run
 * on several threads and have their own stores.
 */
final class FreshInstances {

	private FreshInstances() {
	}

	/**
	 * Asks a supplier twice.
	 * @param operator the operator's name
	 * @param supplier the supplier
	 * @throws TopologyException if it returns null, or one instance twice
	 */
	static void check(String operator, Supplier<?> supplier) {
		Object first = supplied(operator, supplier);
		Object second = supplied(operator, supplier);
		if (first == second) {
			throw new TopologyException("The supplier of processor " + operator
					+ " returned one instance twice, but each task needs its own; make a new one at each call, like"
					+ " MyProcessor::new (a lambda that captures nothing is the same instance every time).");
		}
	}

	static <T> T supplied(String operator, Supplier<? extends T> supplier) {
		T instance = supplier.get();
		if (instance == null) {
			throw new TopologyException(
					"The supplier of processor " + operator + " returned null; return a new processor at each call.");
		}
		return instance;
	}

}
