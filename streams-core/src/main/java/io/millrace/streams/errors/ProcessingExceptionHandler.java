package io.millrace.streams.errors;

import java.util.List;

import io.millrace.streams.processor.api.Record;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Configurable;
import org.jspecify.annotations.Nullable;

/**
 * Decides what becomes of a record at which an operator failed, in place of
 * {@code on.error}. What the record wrote and sent is undone before the handler is
 * called. Set as
 * {@link io.millrace.streams.StreamsConfig#PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG};
 * each task makes an instance of its own and calls it by its thread. A handler that
 * throws or returns null fails the thread.
 */
public interface ProcessingExceptionHandler extends Configurable {

	/**
	 * Decides.
	 * @param context where it happened; without topic, partition and offset if a
	 * punctuation failed
	 * @param record what the operator that failed was given; null if a punctuation failed
	 * by itself
	 * @param exception what the operator threw
	 * @return the decision, never null
	 */
	Response handleError(ErrorHandlerContext context, @Nullable Record<?, ?> record, Exception exception);

	/**
	 * What becomes of the record.
	 */
	enum Result {

		/** The record is undone and passed over. */
		RESUME(0, "RESUME"),
		/** The thread fails. */
		FAIL(1, "FAIL");

		/** The constant's name, which never changes. */
		public final String name;

		/** The constant's number, which never changes. */
		public final int id;

		Result(int id, String name) {
			this.id = id;
			this.name = name;
		}

	}

	/**
	 * A decision, with records for a dead-letter topic. Immutable.
	 */
	class Response {

		private final Result result;

		private final List<ProducerRecord<byte[], byte[]>> deadLetterQueueRecords;

		private Response(Result result, List<ProducerRecord<byte[], byte[]>> deadLetterQueueRecords) {
			this.result = result;
			this.deadLetterQueueRecords = List.copyOf(deadLetterQueueRecords);
		}

		/**
		 * Fails the thread. At least once sends the records before that; under exactly
		 * once they are undone with the transaction.
		 * @param deadLetterQueueRecords records for a dead-letter topic
		 * @return the response
		 */
		public static Response fail(List<ProducerRecord<byte[], byte[]>> deadLetterQueueRecords) {
			return new Response(Result.FAIL, deadLetterQueueRecords);
		}

		/**
		 * Fails.
		 * @return the response
		 */
		public static Response fail() {
			return fail(List.of());
		}

		/**
		 * Passes the record over, and sends others in the transaction that commits its
		 * offset.
		 * @param deadLetterQueueRecords records for a dead-letter topic
		 * @return the response
		 */
		public static Response resume(List<ProducerRecord<byte[], byte[]>> deadLetterQueueRecords) {
			return new Response(Result.RESUME, deadLetterQueueRecords);
		}

		/**
		 * Passes the record over.
		 * @return the response
		 */
		public static Response resume() {
			return resume(List.of());
		}

		/**
		 * The decision.
		 * @return the decision
		 */
		public Result result() {
			return this.result;
		}

		/**
		 * The records for a dead-letter topic.
		 * @return an unmodifiable list
		 */
		public List<ProducerRecord<byte[], byte[]>> deadLetterQueueRecords() {
			return this.deadLetterQueueRecords;
		}

	}

}
