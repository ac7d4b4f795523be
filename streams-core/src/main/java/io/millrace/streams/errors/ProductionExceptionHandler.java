package io.millrace.streams.errors;

import java.util.List;

import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Configurable;

/**
 * Decides what becomes of a record of which a result can't be serialised or sent, in
 * place of {@code on.error} and of the thread's failure. Changelogs aren't its business.
 * Set as
 * {@link io.millrace.streams.StreamsConfig#PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG};
 * each task makes an instance of its own and calls it by its thread. A handler that
 * throws or returns null fails the thread.
 */
public interface ProductionExceptionHandler extends Configurable {

	/**
	 * Decides about a result that the producer couldn't send. It isn't asked if the
	 * producer as a whole is of no use any more, as after fencing, nor if the application
	 * isn't allowed to write. The work since the last commit is undone in any case.
	 * @param context the record that the result is of
	 * @param record the result
	 * @param exception what the producer said
	 * @return the decision, never null
	 */
	Response handleError(ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception);

	/**
	 * Decides about a result that can't be serialised.
	 * @param context the record that the result is of
	 * @param record the result, not serialised
	 * @param exception what the serialiser threw
	 * @param origin which part of the result it was
	 * @return the decision, never null; to fail, unless overridden
	 */
	@SuppressWarnings("rawtypes")
	default Response handleSerializationError(ErrorHandlerContext context, ProducerRecord record, Exception exception,
			SerializationExceptionOrigin origin) {
		return Response.fail();
	}

	/**
	 * What becomes of the record.
	 */
	enum Result {

		/** The record is undone and passed over. */
		RESUME(0, "RESUME"),
		/** The thread fails. */
		FAIL(1, "FAIL"),
		/**
		 * The work since the last commit is done again, this record among it, until
		 * {@code task.timeout.ms} is over. Only for what the producer calls retriable; if
		 * it is anything else, the thread fails.
		 */
		RETRY(2, "RETRY");

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
	 * The part of a result that can't be serialised.
	 */
	enum SerializationExceptionOrigin {

		/** The key. */
		KEY,
		/** The value. */
		VALUE

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
		 * Does the work since the last commit again.
		 * @return the response
		 */
		public static Response retry() {
			return new Response(Result.RETRY, List.of());
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
