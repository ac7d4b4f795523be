package io.millrace.streams;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

import io.millrace.streams.errors.DeserializationExceptionHandler;
import io.millrace.streams.errors.ErrorHandlerContext;
import io.millrace.streams.errors.LogAndContinueExceptionHandler;
import io.millrace.streams.errors.LogAndContinueProcessingExceptionHandler;
import io.millrace.streams.errors.LogAndFailProcessingExceptionHandler;
import io.millrace.streams.errors.ProcessingExceptionHandler;
import io.millrace.streams.errors.ProductionExceptionHandler;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.processor.PunctuationType;
import io.millrace.streams.processor.api.Processor;
import io.millrace.streams.processor.api.ProcessorContext;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.test.TestRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Handlers of errors decide in place of the error policy, and what they pass over leaves
 * no trace.
 */
class ErrorHandlersTests {

	private static final List<String> seen = new ArrayList<>();

	private final Properties settings = new Properties();

	private final StreamsBuilder builder = new StreamsBuilder();

	@BeforeEach
	void forget() {
		seen.clear();
	}

	private KStream<String, String> input() {
		return this.builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()));
	}

	private void concatenate() {
		KStream<String, String> updates = input().groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
			.reduce((left, right) -> left + right, Materialized.as("concatenated"))
			.toStream();
		updates.to("out", Produced.with(Serdes.String(), Serdes.String()));
		updates.foreach((key, value) -> {
			if (value.endsWith("X")) {
				throw new IllegalStateException("refused");
			}
		});
	}

	private TopologyTestDriver driver() {
		return new TopologyTestDriver(this.builder.build(), this.settings, Instant.ofEpochMilli(0));
	}

	private static TestInputTopic<@Nullable String, @Nullable String> in(TopologyTestDriver driver) {
		return driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
	}

	private static List<String> read(TopologyTestDriver driver, String topic) {
		return driver.createOutputTopic(topic, new StringDeserializer(), new StringDeserializer()).readValuesToList();
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "1000000" })
	void case7WhatAProcessingHandlerPassesOverLeavesNoTrace(String cache) {
		this.settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, cache);
		this.settings.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, Resuming.class);
		concatenate();
		try (TopologyTestDriver driver = driver()) {
			in(driver).pipeInput("k", "a", 1);
			in(driver).pipeInput("k", "X", 2);
			in(driver).pipeInput("k", "b", 3);
			// Kafka Streams 4.4.0 keeps the X in the store, and answers aXb.
			assertThat(read(driver, "out")).containsExactly("a", "ab");
			assertThat(driver.<String, String>getKeyValueStore("concatenated").get("k")).isEqualTo("ab");
			assertThat(read(driver, "dead")).containsExactly("X");
			assertThat(seen).containsExactly("in-0@1 k=X t2 KSTREAM-FOREACH-0000000004 k=aX");
		}
	}

	@Test
	void aHandlerDecidesForItsKindAndThePolicyForTheOthers() {
		this.settings.put(StreamsConfig.ON_ERROR_CONFIG, "skip");
		this.settings.put(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, Failing.class);
		this.builder.stream("in", Consumed.with(Serdes.String(), Serdes.Integer())).peek((key, value) -> {
			throw new IllegalStateException("refused");
		}).to("out", Produced.with(Serdes.String(), Serdes.Integer()));
		try (TopologyTestDriver driver = driver()) {
			in(driver).pipeInput("k", "four");
			assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> in(driver).pipeInput("k", "five5"))
				.withMessageContaining("topic in, partition 0, offset 1")
				.withMessageContaining(Failing.class.getName() + " decided to fail")
				.withCauseInstanceOf(SerializationException.class);
		}
	}

	@Test
	void whatCantBeReadGoesToTheDeadLetterTopic() {
		this.settings.put(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
				LogAndContinueExceptionHandler.class);
		this.settings.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, "dead");
		this.builder.stream("in", Consumed.with(Serdes.String(), Serdes.Integer()))
			.mapValues((value) -> Integer.toString(value))
			.to("out", Produced.with(Serdes.String(), Serdes.String()));
		try (TopologyTestDriver driver = driver()) {
			in(driver).pipeInput("k", "five5", 7);
			in(driver).pipeInput("k", "four", 8);
			assertThat(read(driver, "out")).containsExactly(Integer.toString(0x666f7572));
			TestRecord<String, String> dead = driver
				.createOutputTopic("dead", new StringDeserializer(), new StringDeserializer())
				.readRecord();
			assertThat(dead.value()).isEqualTo("five5");
			assertThat(dead.timestamp()).isEqualTo(7);
			assertThat(header(dead, "exception")).isEqualTo(SerializationException.class.getName());
			assertThat(header(dead, "topic")).isEqualTo("in");
			assertThat(header(dead, "offset")).isEqualTo("0");
		}
	}

	private static String header(TestRecord<?, ?> record, String name) {
		return new String(record.headers().lastHeader("__streams.errors." + name).value(), StandardCharsets.UTF_8);
	}

	@Test
	void aRecordOfWhichAResultCantBeSerialisedIsUndoneAsAWhole() {
		this.settings.put(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, Resuming.class);
		KStream<String, String> updates = input().groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
			.reduce((left, right) -> left + right, Materialized.as("concatenated"))
			.toStream();
		updates.to("first", Produced.with(Serdes.String(), Serdes.String()));
		Serializer<String> choosy = (topic, value) -> {
			if (value.endsWith("X")) {
				throw new SerializationException("refused");
			}
			return value.getBytes(StandardCharsets.UTF_8);
		};
		updates.to("out", Produced.with(Serdes.String(), Serdes.serdeFrom(choosy, new StringDeserializer())));
		try (TopologyTestDriver driver = driver()) {
			in(driver).pipeInput("k", "a");
			in(driver).pipeInput("k", "X");
			in(driver).pipeInput("k", "b");
			assertThat(read(driver, "out")).containsExactly("a", "ab");
			assertThat(read(driver, "first")).containsExactly("a", "ab");
			assertThat(read(driver, "dead")).containsExactly("X");
			assertThat(seen).containsExactly("in-0@1 k=X VALUE of aX for out");
		}
	}

	@Test
	void byDefaultWhatCantBeSerialisedFails() {
		this.settings.put(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, Throwing.class);
		Serializer<String> refusing = (topic, value) -> {
			throw new SerializationException("refused");
		};
		input().to("out", Produced.with(Serdes.String(), Serdes.serdeFrom(refusing, new StringDeserializer())));
		try (TopologyTestDriver driver = driver()) {
			assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> in(driver).pipeInput("k", "a"))
				.withMessageContaining("decided to fail")
				.withMessageContaining("topic in, partition 0, offset 0");
		}
	}

	@Test
	void case25APunctuationThatFailsHasNoRecord() {
		this.settings.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, Resuming.class);
		input().process(() -> new Processor<String, String, String, String>() {

			@Override
			public void init(ProcessorContext<String, String> context) {
				context.schedule(Duration.ofMillis(10), PunctuationType.WALL_CLOCK_TIME, (now) -> {
					context.forward(new Record<>("half", "done", now));
					throw new IllegalStateException("refused");
				});
			}

			@Override
			public void process(Record<String, String> record) {
			}

		}).to("out", Produced.with(Serdes.String(), Serdes.String()));
		try (TopologyTestDriver driver = driver()) {
			driver.advanceWallClockTime(Duration.ofMillis(10));
			assertThat(driver.producedTopicNames()).containsExactly("dead");
			assertThat(seen).containsExactly("null--1@-1 null=null t10 KSTREAM-PROCESSOR-0000000001 null");
			driver.advanceWallClockTime(Duration.ofMillis(10));
			assertThat(seen).hasSize(2);
		}
	}

	@Test
	void theHandlerThatFailsSaysSo() {
		this.settings.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
				LogAndFailProcessingExceptionHandler.class);
		concatenate();
		try (TopologyTestDriver driver = driver()) {
			assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> in(driver).pipeInput("k", "X"))
				.withMessageContaining("topic in, partition 0, offset 0")
				.withMessageContaining(LogAndFailProcessingExceptionHandler.class.getName())
				.withCauseInstanceOf(IllegalStateException.class);
		}
	}

	@Test
	void theHandlerThatContinuesDoes() {
		this.settings.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
				LogAndContinueProcessingExceptionHandler.class);
		concatenate();
		try (TopologyTestDriver driver = driver()) {
			in(driver).pipeInput("k", "X");
			in(driver).pipeInput("k", "a");
			assertThat(read(driver, "out")).containsExactly("a");
		}
	}

	@ParameterizedTest
	@ValueSource(classes = { Throwing.class, Silent.class })
	void aHandlerThatThrowsOrReturnsNullFails(Class<?> handler) {
		this.settings.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, handler);
		concatenate();
		try (TopologyTestDriver driver = driver()) {
			in(driver).pipeInput("k", "a");
			assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> in(driver).pipeInput("k", "X"))
				.withMessageContaining("The processing exception handler " + handler.getName())
				.withMessageContaining("topic in, partition 0, offset 1")
				.withMessageContaining("KSTREAM-FOREACH-0000000004");
		}
	}

	/** Passes everything over, with a dead letter of its own. */
	public static final class Resuming
			implements DeserializationExceptionHandler, ProcessingExceptionHandler, ProductionExceptionHandler {

		@Override
		public DeserializationExceptionHandler.Response handleError(ErrorHandlerContext context,
				ConsumerRecord<byte[], byte[]> record, Exception exception) {
			return DeserializationExceptionHandler.Response.resume();
		}

		@Override
		public ProcessingExceptionHandler.Response handleError(ErrorHandlerContext context,
				@Nullable Record<?, ?> record, Exception exception) {
			seen.add(origin(context) + " t" + context.timestamp() + " " + context.processorNodeId() + " "
					+ ((record != null) ? record.key() + "=" + record.value() : "null"));
			return ProcessingExceptionHandler.Response.resume(List.of(letter(context)));
		}

		@Override
		public ProductionExceptionHandler.Response handleError(ErrorHandlerContext context,
				ProducerRecord<byte[], byte[]> record, Exception exception) {
			return ProductionExceptionHandler.Response.resume();
		}

		@Override
		@SuppressWarnings("rawtypes")
		public ProductionExceptionHandler.Response handleSerializationError(ErrorHandlerContext context,
				ProducerRecord record, Exception exception, SerializationExceptionOrigin origin) {
			seen.add(origin(context) + " " + origin + " of " + record.value() + " for " + record.topic());
			return ProductionExceptionHandler.Response.resume(List.of(letter(context)));
		}

		private static String origin(ErrorHandlerContext context) {
			return context.topic() + "-" + context.partition() + "@" + context.offset() + " "
					+ text(context.sourceRawKey()) + "=" + text(context.sourceRawValue());
		}

		private static @Nullable String text(byte @Nullable [] bytes) {
			return (bytes != null) ? new String(bytes, StandardCharsets.UTF_8) : null;
		}

		private static ProducerRecord<byte[], byte[]> letter(ErrorHandlerContext context) {
			return new ProducerRecord<>("dead", context.sourceRawKey(), context.sourceRawValue());
		}

		@Override
		public void configure(Map<String, ?> configs) {
		}

	}

	/** Fails at what can't be read. */
	public static final class Failing implements DeserializationExceptionHandler {

		@Override
		public Response handleError(ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record,
				Exception exception) {
			return Response.fail();
		}

		@Override
		public void configure(Map<String, ?> configs) {
		}

	}

	/** Is broken itself. */
	public static final class Throwing implements ProcessingExceptionHandler, ProductionExceptionHandler {

		@Override
		public ProcessingExceptionHandler.Response handleError(ErrorHandlerContext context,
				@Nullable Record<?, ?> record, Exception exception) {
			throw new IllegalArgumentException("broken");
		}

		@Override
		public ProductionExceptionHandler.Response handleError(ErrorHandlerContext context,
				ProducerRecord<byte[], byte[]> record, Exception exception) {
			throw new IllegalArgumentException("broken");
		}

		@Override
		public void configure(Map<String, ?> configs) {
		}

	}

	/** Says nothing. */
	public static final class Silent implements ProcessingExceptionHandler {

		@Override
		@SuppressWarnings("NullAway")
		public Response handleError(ErrorHandlerContext context, @Nullable Record<?, ?> record, Exception exception) {
			return null;
		}

		@Override
		public void configure(Map<String, ?> configs) {
		}

	}

}
