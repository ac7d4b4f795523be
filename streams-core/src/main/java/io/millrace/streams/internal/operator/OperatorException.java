package io.millrace.streams.internal.operator;

/**
 * Says in which operator of the topology a record failed. Thrown by {@link Operator} for
 * the innermost operator, caught by the task, which applies the error policy to its
 * cause.
 */
@SuppressWarnings("serial")
public final class OperatorException extends RuntimeException {

	private final String operator;

	private final RuntimeException failure;

	private OperatorException(String operator, RuntimeException failure) {
		super("Operator " + operator + " failed: " + failure, failure, false, false);
		this.operator = operator;
		this.failure = failure;
	}

	/**
	 * Marks a failure with the operator's name, unless it's marked already.
	 * @param operator the name of the operator that the failure passed through
	 * @param failure what was thrown
	 * @return the failure with the name of the innermost operator
	 */
	public static OperatorException at(String operator, RuntimeException failure) {
		return (failure instanceof OperatorException marked) ? marked : new OperatorException(operator, failure);
	}

	public String operator() {
		return this.operator;
	}

	public RuntimeException failure() {
		return this.failure;
	}

}
