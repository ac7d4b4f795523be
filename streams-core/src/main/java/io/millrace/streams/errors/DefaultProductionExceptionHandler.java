package io.millrace.streams.errors;

import java.util.Map;

import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RetriableException;

/**
 * Tries again what the producer calls retriable, and fails at all else.
 */
public class DefaultProductionExceptionHandler implements ProductionExceptionHandler {

	private final DeadLetters deadLetters = new DeadLetters();

	/**
	 * Makes the handler; called by whoever reads the setting.
	 */
	public DefaultProductionExceptionHandler() {
	}

	@Override
	public Response handleError(ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record,
			Exception exception) {
		return (exception instanceof RetriableException) ? Response.retry()
				: Response.fail(this.deadLetters.of(context, exception));
	}

	@Override
	@SuppressWarnings("rawtypes")
	public Response handleSerializationError(ErrorHandlerContext context, ProducerRecord record, Exception exception,
			SerializationExceptionOrigin origin) {
		return Response.fail(this.deadLetters.of(context, exception));
	}

	@Override
	public void configure(Map<String, ?> configs) {
		this.deadLetters.configure(configs);
	}

}
