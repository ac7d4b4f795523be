package io.millrace.streams.internal.task;

/**
 * The producer couldn't tell how many partitions a topic has. That comes up while a
 * record is processed, but it's no fault of the record's: the error policy mustn't see
 * it. Thrown by {@link TaskOutput}, and taken apart by {@link BadRecords}.
 */
@SuppressWarnings("serial")
final class UnknownPartitionsException extends RuntimeException {

	private final RuntimeException failure;

	UnknownPartitionsException(RuntimeException failure) {
		super(failure.getMessage(), failure, false, false);
		this.failure = failure;
	}

	/**
	 * What the producer said.
	 */
	RuntimeException failure() {
		return this.failure;
	}

}
