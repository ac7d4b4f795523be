package io.millrace.streams.errors;

import java.util.Map;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes over records that can't be deserialised. Each is logged, and sent to the topic
 * {@code errors.dead.letter.queue.topic.name} if that is set.
 */
public class LogAndContinueExceptionHandler implements DeserializationExceptionHandler {

	private static final Logger logger = LoggerFactory.getLogger(LogAndContinueExceptionHandler.class);

	private final DeadLetters deadLetters = new DeadLetters();

	/**
	 * Makes the handler; called by whoever reads the setting.
	 */
	public LogAndContinueExceptionHandler() {
	}

	@Override
	public Response handleError(ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record,
			Exception exception) {
		logger.warn("Record at {}-{} offset {} failed in operator {} of task {} and is passed over: {}",
				context.topic(), context.partition(), context.offset(), context.processorNodeId(), context.taskId(),
				exception.getClass().getName());
		return Response.resume(this.deadLetters.of(context, exception));
	}

	@Override
	public void configure(Map<String, ?> configs) {
		this.deadLetters.configure(configs);
	}

}
