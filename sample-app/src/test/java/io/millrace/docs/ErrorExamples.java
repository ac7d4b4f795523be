package io.millrace.docs;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.errors.ErrorHandlerContext;
import io.millrace.streams.errors.ProcessingExceptionHandler;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.processor.TimestampExtractor;
import io.millrace.streams.processor.api.Record;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/**
 * The topologies and handlers of {@code docs/errors.md}.
 */
final class ErrorExamples {

	private ErrorExamples() {
	}

	static void sums(StreamsBuilder builder) {
		KStream<String, Long> sums = builder.stream("amounts", Consumed.with(Serdes.String(), Serdes.Long()))
			.groupByKey()
			.reduce(Math::addExact, Materialized.as("sums"))
			.toStream();
		sums.to("sums", Produced.valueSerde(Serdes.Long()));
		sums.mapValues((sum) -> 1000 / (1000 - sum)).to("ratios", Produced.valueSerde(Serdes.Long()));
	}

	public static class ArithmeticOnly implements ProcessingExceptionHandler {

		@Override
		public Response handleError(ErrorHandlerContext context, @Nullable Record<?, ?> record, Exception exception) {
			if (!(exception instanceof ArithmeticException)) {
				return Response.fail();
			}
			return Response.resume(List.of(new ProducerRecord<>("rejected", context.sourceRawKey(),
					exception.getMessage().getBytes(StandardCharsets.UTF_8))));
		}

		@Override
		public void configure(Map<String, ?> configs) {
		}

	}

	static class SentTime implements TimestampExtractor {

		@Override
		public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
			Header sent = record.headers().lastHeader("sent");
			return (sent != null) ? Long.parseLong(new String(sent.value(), StandardCharsets.UTF_8)) : -1;
		}

	}

	static void sentTimes(StreamsBuilder builder) {
		builder.stream("orders", Consumed.with(Serdes.String(), Serdes.String()).withTimestampExtractor(new SentTime()))
			.to("orders-by-sent-time");
	}

}
