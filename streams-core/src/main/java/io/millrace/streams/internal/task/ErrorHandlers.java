package io.millrace.streams.internal.task;

import java.util.List;
import java.util.function.Supplier;

import io.millrace.streams.StreamsConfig;
import io.millrace.streams.errors.DeserializationExceptionHandler;
import io.millrace.streams.errors.ProcessingExceptionHandler;
import io.millrace.streams.errors.ProductionExceptionHandler;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.internal.operator.OperatorException;
import io.millrace.streams.processor.api.Record;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The handlers of errors that the user set, one instance each for a task. They decide in
 * place of {@code on.error}, each for its kind of error; where none is set, the answer is
 * null and the policy decides. A handler that throws, or answers null, is an error of its
 * own. Asked by {@link BadRecords} and {@link SendFailures}.
 */
final class ErrorHandlers {

	/** No handler is set. */
	static final ErrorHandlers NONE = new ErrorHandlers(null, null, null, true);

	private final @Nullable DeserializationExceptionHandler deserialization;

	private final @Nullable ProcessingExceptionHandler processing;

	private final @Nullable ProductionExceptionHandler production;

	/** Whether there's a transaction for what handlers want to be sent. */
	private final boolean sends;

	ErrorHandlers(@Nullable DeserializationExceptionHandler deserialization,
			@Nullable ProcessingExceptionHandler processing, @Nullable ProductionExceptionHandler production,
			boolean sends) {
		this.sends = sends;
		this.deserialization = deserialization;
		this.processing = processing;
		this.production = production;
	}

	static ErrorHandlers of(StreamsConfig config) {
		return new ErrorHandlers(
				isSet(config, StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG)
						? config.deserializationExceptionHandler() : null,
				isSet(config, StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG)
						? config.processingExceptionHandler() : null,
				isSet(config, StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG)
						? config.productionExceptionHandler() : null,
				true);
	}

	/**
	 * The handlers of global stores, which have no transaction that letters could go out
	 * in, and processors that are code of the store's rather than of the stream's.
	 */
	static ErrorHandlers ofGlobalStores(StreamsConfig config) {
		return new ErrorHandlers(isSet(config, StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG)
				? config.deserializationExceptionHandler() : null, null, null, false);
	}

	private static boolean isSet(StreamsConfig config, String setting) {
		return config.getClass(setting) != null;
	}

	boolean ofProcessing() {
		return this.processing != null;
	}

	boolean ofProduction() {
		return this.production != null;
	}

	@Nullable Answer deserialization(FailureContext context, ConsumerRecord<byte[], byte[]> record, RuntimeException cause) {
		DeserializationExceptionHandler handler = this.deserialization;
		if (handler == null) {
			return null;
		}
		DeserializationExceptionHandler.Response response = ask("deserialization", handler, context,
				() -> handler.handleError(context, record, cause));
		boolean resume = response.result() == DeserializationExceptionHandler.Result.RESUME;
		return new Answer(resume ? Decision.RESUME : Decision.FAIL,
				this.sends ? response.deadLetterQueueRecords() : List.of(), handler.getClass().getName());
	}

	/**
	 * A record, a punctuation or a result failed in an operator.
	 */
	@Nullable Answer operator(FailureContext context, RuntimeException failure) {
		if (failure instanceof OperatorException marked) {
			OperatorException.Unserialised result = marked.unserialised();
			return (result != null) ? serialization(context, result, marked.failure())
					: processing(context, marked.record(), marked.failure());
		}
		return processing(context, null, failure);
	}

	private @Nullable Answer processing(FailureContext context, @Nullable Record<Object, Object> record,
			RuntimeException cause) {
		ProcessingExceptionHandler handler = this.processing;
		if (handler == null) {
			return null;
		}
		ProcessingExceptionHandler.Response response = ask("processing", handler, context,
				() -> handler.handleError(context, record, cause));
		boolean resume = response.result() == ProcessingExceptionHandler.Result.RESUME;
		return new Answer(resume ? Decision.RESUME : Decision.FAIL, response.deadLetterQueueRecords(),
				handler.getClass().getName());
	}

	private @Nullable Answer serialization(FailureContext context, OperatorException.Unserialised result,
			RuntimeException cause) {
		ProductionExceptionHandler handler = this.production;
		if (handler == null) {
			return null;
		}
		ProducerRecord<Object, Object> record = new ProducerRecord<>(result.topic(), null, result.timestamp(),
				result.key(), result.value(), result.headers());
		ProductionExceptionHandler.Response response = ask("production", handler, context,
				() -> handler.handleSerializationError(context, record, cause, result.origin()));
		// There is nothing about a serialiser that passes.
		boolean resume = response.result() == ProductionExceptionHandler.Result.RESUME;
		return new Answer(resume ? Decision.RESUME : Decision.FAIL, response.deadLetterQueueRecords(),
				handler.getClass().getName());
	}

	@Nullable Answer production(FailureContext context, ProducerRecord<byte[], byte[]> record, Exception cause) {
		ProductionExceptionHandler handler = this.production;
		if (handler == null) {
			return null;
		}
		ProductionExceptionHandler.Response response = ask("production", handler, context,
				() -> handler.handleError(context, record, cause));
		Decision decision = switch (response.result()) {
			case RESUME -> Decision.RESUME;
			case FAIL -> Decision.FAIL;
			case RETRY -> Decision.RETRY;
		};
		return new Answer(decision, response.deadLetterQueueRecords(), handler.getClass().getName());
	}

	// A handler is user code, which may return null all the same.
	@SuppressWarnings("ConstantConditions")
	private static <T> T ask(String kind, Object handler, FailureContext context, Supplier<T> question) {
		T response;
		try {
			response = question.get();
		}
		catch (RuntimeException ex) {
			throw new StreamsException("The " + kind + " exception handler " + handler.getClass().getName()
					+ " failed itself (" + ex.getClass().getName() + ") at " + context.where() + ", in operator "
					+ context.processorNodeId() + " of task " + context.taskId() + "; mend the handler.", ex);
		}
		if (response == null) {
			throw new StreamsException("The " + kind + " exception handler " + handler.getClass().getName()
					+ " returned null at " + context.where() + ", in operator " + context.processorNodeId()
					+ " of task " + context.taskId() + "; have it return a response.");
		}
		return response;
	}

	/**
	 * What a handler decided.
	 */
	enum Decision {

		/** The thread fails. */
		FAIL,
		/** The record is passed over. */
		RESUME,
		/** The work since the last commit is done again. */
		RETRY

	}

	/**
	 * The answer of a handler.
	 *
	 * @param decision what it decided
	 * @param letters what it wants to be sent
	 * @param handler the name of its class
	 */
	record Answer(Decision decision, List<ProducerRecord<byte[], byte[]>> letters, String handler) {
	}

}
