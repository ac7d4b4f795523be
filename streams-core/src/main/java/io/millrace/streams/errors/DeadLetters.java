package io.millrace.streams.errors;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import io.millrace.streams.StreamsConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Makes the record for the dead-letter topic, if one is set, for the handlers that come
 * with Millrace: the bytes as they were read, and what happened in headers.
 */
final class DeadLetters {

	private static final String PREFIX = "__streams.errors.";

	private @Nullable String topic;

	void configure(Map<String, ?> settings) {
		Object given = settings.get(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG);
		this.topic = (given != null) ? given.toString() : null;
	}

	/**
	 * The records for a failure.
	 * @return one record, or none if no topic is set
	 */
	List<ProducerRecord<byte[], byte[]>> of(ErrorHandlerContext context, Exception exception) {
		if (this.topic == null) {
			return List.of();
		}
		Headers headers = new RecordHeaders(context.headers());
		String source = context.topic();
		if (source != null) {
			add(headers, "topic", source);
			add(headers, "partition", Integer.toString(context.partition()));
			add(headers, "offset", Long.toString(context.offset()));
		}
		add(headers, "exception", exception.getClass().getName());
		add(headers, "message", String.valueOf(exception.getMessage()));
		add(headers, "operator", context.processorNodeId());
		Long timestamp = (context.timestamp() >= 0) ? Long.valueOf(context.timestamp()) : null;
		return List.of(new ProducerRecord<>(this.topic, null, timestamp, context.sourceRawKey(),
				context.sourceRawValue(), headers));
	}

	private static void add(Headers headers, String name, String value) {
		headers.add(PREFIX + name, value.getBytes(StandardCharsets.UTF_8));
	}

}
