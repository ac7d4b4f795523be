package io.millrace.streams.internal.operator;

import io.millrace.streams.errors.ProductionExceptionHandler.SerializationExceptionOrigin;
import io.millrace.streams.processor.api.Record;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Says in which operator of the topology a record failed, and what that operator was
 * given. Thrown by {@link Operator} for the innermost operator, caught by the task, which
 * applies the error policy to its cause.
 */
@SuppressWarnings("serial")
public final class OperatorException extends RuntimeException {

	private final String operator;

	private final RuntimeException failure;

	private final transient @Nullable Record<Object, Object> record;

	private final transient @Nullable Unserialised unserialised;

	private OperatorException(String operator, RuntimeException failure, @Nullable Record<Object, Object> record,
			@Nullable Unserialised unserialised) {
		super("Operator " + operator + " failed: " + failure, failure, false, false);
		this.operator = operator;
		this.failure = failure;
		this.record = record;
		this.unserialised = unserialised;
	}

	/**
	 * Marks a failure with the operator's name, unless it's marked already.
	 * @param operator the name of the operator that the failure passed through
	 * @param failure what was thrown
	 * @return the failure with the name of the innermost operator
	 */
	public static OperatorException at(String operator, RuntimeException failure) {
		return (failure instanceof OperatorException marked) ? marked
				: new OperatorException(operator, failure, null, null);
	}

	/**
	 * Marks a failure with the operator's name and with what the operator was given,
	 * unless it's marked already.
	 */
	static OperatorException at(String operator, RuntimeException failure, @Nullable Object key, @Nullable Object value,
			long timestamp, Headers headers) {
		return (failure instanceof OperatorException marked) ? marked
				: new OperatorException(operator, failure, record(key, value, timestamp, headers), null);
	}

	/**
	 * A failure of a sink's serialiser.
	 */
	static OperatorException unserialised(String sink, RuntimeException failure, Unserialised result) {
		return new OperatorException(sink, failure, null, result);
	}

	@SuppressWarnings("NullAway")
	private static Record<Object, Object> record(@Nullable Object key, @Nullable Object value, long timestamp,
			Headers headers) {
		return new Record<>(key, value, Math.max(0, timestamp), headers);
	}

	public String operator() {
		return this.operator;
	}

	public RuntimeException failure() {
		return this.failure;
	}

	/**
	 * What the operator was given.
	 * @return the record; null if it was none, or if a sink couldn't serialise it
	 */
	public @Nullable Record<Object, Object> record() {
		return this.record;
	}

	/**
	 * What a sink couldn't serialise.
	 * @return the result, or null if it was no serialiser that failed
	 */
	public @Nullable Unserialised unserialised() {
		return this.unserialised;
	}

	/**
	 * A result that a sink couldn't serialise.
	 *
	 * @param origin the part
	 * @param topic the topic it was for
	 * @param key its key
	 * @param value its value
	 * @param timestamp its timestamp in milliseconds
	 * @param headers its headers
	 */
	public record Unserialised(SerializationExceptionOrigin origin, String topic, @Nullable Object key,
			@Nullable Object value, long timestamp, Headers headers) {
	}

}
