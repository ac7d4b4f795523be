package io.millrace.streams.internal.runtime;

import io.millrace.streams.errors.StreamsException;
import org.apache.kafka.common.KafkaException;

/**
 * Says in one sentence what ended a thread, for the status.
 */
final class FailureSentence {

	private FailureSentence() {
	}

	static String of(String thread, Throwable failure) {
		String message = failure.getMessage();
		if (failure instanceof StreamsException && message != null) {
			return message;
		}
		String kind = failure.getClass().getSimpleName();
		String what = (message != null) ? kind + ": " + message : kind;
		if (failure instanceof KafkaException && failure.getCause() != null) {
			what += " (" + failure.getCause() + ")";
		}
		return "Thread " + thread + " ended with " + what;
	}

}
