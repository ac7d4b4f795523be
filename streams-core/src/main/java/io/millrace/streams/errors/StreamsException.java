package io.millrace.streams.errors;

import java.util.Optional;

import io.millrace.streams.processor.TaskId;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong in a stream-processing application, as far as it isn't a wrong
 * argument. Says which task it happened in where that is known.
 */
public class StreamsException extends KafkaException {

	private static final long serialVersionUID = 1L;

	private transient @Nullable TaskId taskId;

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 */
	public StreamsException(String message) {
		super(message);
	}

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 * @param taskId the task it happened in; null if not known
	 */
	public StreamsException(String message, @Nullable TaskId taskId) {
		super(message);
		this.taskId = taskId;
	}

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 * @param throwable the cause
	 */
	public StreamsException(String message, Throwable throwable) {
		super(message, throwable);
	}

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 * @param throwable the cause
	 * @param taskId the task it happened in; null if not known
	 */
	public StreamsException(String message, Throwable throwable, @Nullable TaskId taskId) {
		super(message, throwable);
		this.taskId = taskId;
	}

	/**
	 * Makes an exception with the message of its cause.
	 * @param throwable the cause
	 */
	public StreamsException(Throwable throwable) {
		super(throwable);
	}

	/**
	 * Makes an exception with the message of its cause.
	 * @param throwable the cause
	 * @param taskId the task it happened in; null if not known
	 */
	public StreamsException(Throwable throwable, @Nullable TaskId taskId) {
		super(throwable);
		this.taskId = taskId;
	}

	/**
	 * The task in which it happened.
	 * @return the id, empty if not known
	 */
	public Optional<TaskId> taskId() {
		return Optional.ofNullable(this.taskId);
	}

	/**
	 * Says in which task it happened.
	 * @param taskId the id; null if not known
	 */
	public void setTaskId(@Nullable TaskId taskId) {
		this.taskId = taskId;
	}

}
