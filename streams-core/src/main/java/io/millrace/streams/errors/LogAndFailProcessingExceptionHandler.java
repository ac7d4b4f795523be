package io.millrace.streams.errors;

import java.util.Map;

import io.millrace.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fails at records that an operator fails at. Each is logged, and sent to the topic
 * {@code errors.dead.letter.queue.topic.name} if that is set.
 */
public class LogAndFailProcessingExceptionHandler implements ProcessingExceptionHandler {

	private static final Logger logger = LoggerFactory.getLogger(LogAndFailProcessingExceptionHandler.class);

	private final DeadLetters deadLetters = new DeadLetters();

	/**
	 * Makes the handler; called by whoever reads the setting.
	 */
	public LogAndFailProcessingExceptionHandler() {
	}

	@Override
	public Response handleError(ErrorHandlerContext context, @Nullable Record<?, ?> record, Exception exception) {
		logger.error("Record at {}-{} offset {} failed in operator {} of task {} and fails the thread: {}",
				context.topic(), context.partition(), context.offset(), context.processorNodeId(), context.taskId(),
				exception.getClass().getName());
		return Response.fail(this.deadLetters.of(context, exception));
	}

	@Override
	public void configure(Map<String, ?> configs) {
		this.deadLetters.configure(configs);
	}

}
