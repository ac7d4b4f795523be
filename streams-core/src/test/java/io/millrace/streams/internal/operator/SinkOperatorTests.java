package io.millrace.streams.internal.operator;

import java.util.Optional;
import java.util.Set;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.processor.RecordContext;
import io.millrace.streams.processor.StreamPartitioner;
import io.millrace.streams.processor.TopicNameExtractor;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link SinkOperator} and {@link SourceOperator}.
 */
class SinkOperatorTests {

	private final FakeContext context = new FakeContext();

	private final Headers headers = new RecordHeaders();

	private SinkOperator sink(@Nullable TopicNameExtractor<String, String> extractor,
			@Nullable StreamPartitioner<String, String> partitioner) {
		SinkOperator operator = new SinkOperator((extractor != null) ? null : "out", extractor, null, null,
				partitioner);
		operator.link("sink");
		operator.init(this.context);
		return operator;
	}

	@Test
	void serialisesWithTheDefaults() {
		sink(null, null).onRecord("k", "v", 5, this.headers);
		sink(null, null).onRecord(null, null, 6, this.headers);
		assertThat(this.context.sent).extracting((sent) -> sent.key() + "=" + sent.value() + "@" + sent.timestamp())
			.containsExactly("k=v@5", "null=null@6");
		assertThat(this.context.sent).extracting(FakeContext.Sent::where).containsOnly("out--1");
	}

	@Test
	void aSerialiserThatAddsHeadersAddsThemToItsOwnRecordOnly() {
		Serializer<String> adding = new Serializer<>() {

			@Override
			public byte[] serialize(String topic, String data) {
				throw new AssertionError("headers are left out");
			}

			@Override
			public byte[] serialize(String topic, Headers headers, String data) {
				headers.add("schema", new byte[] { 1 });
				return data.getBytes(java.nio.charset.StandardCharsets.UTF_8);
			}

		};
		SinkOperator operator = new SinkOperator("out", null, new StringSerializer(), adding, null);
		operator.link("sink");
		operator.init(this.context);
		operator.onRecord("k", "v", 5, this.headers);
		assertThat(this.context.sent.get(0).headers().lastHeader("schema")).isNotNull();
		assertThat(this.headers).isEmpty();
	}

	@Test
	void theTopicMayDependOnTheRecord() {
		TopicNameExtractor<String, String> extractor = (key, value, origin) -> {
			origin.headers().add("seen", new byte[0]);
			return key + "-" + value + "-" + describe(origin);
		};
		sink(extractor, null).onRecord("k", "v", 5, this.headers);
		assertThat(this.context.sent).extracting(FakeContext.Sent::topic).containsExactly("k-v-origin-3-42-5");
		assertThat(this.context.sent.get(0).headers()).hasSize(1);
		assertThat(this.headers).isEmpty();
	}

	private static String describe(RecordContext origin) {
		return origin.topic() + "-" + origin.partition() + "-" + origin.offset() + "-" + origin.timestamp();
	}

	@Test
	void refusesNullFromTheExtractor() {
		SinkOperator operator = sink((key, value, origin) -> null, null);
		assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> operator.onRecord("k", "v", 5, this.headers))
			.withMessageContaining("sink sink");
	}

	@Test
	void anEmptyChoiceLeavesThePartitionToTheProducer() {
		sink(null, (topic, key, value, count) -> Optional.empty()).onRecord("k", "v", 5, this.headers);
		assertThat(this.context.sent).extracting(FakeContext.Sent::where).containsExactly("out--1");
	}

	@Test
	void severalPartitionsGetACopyEach() {
		sink(null, (topic, key, value, count) -> Optional.of(Set.of(count - 1, 0))).onRecord("k", "v", 5, this.headers);
		assertThat(this.context.sent).extracting(FakeContext.Sent::where).containsExactlyInAnyOrder("out-0", "out-3");
	}

	@Test
	void noPartitionDropsTheRecord() {
		sink(null, (topic, key, value, count) -> Optional.of(Set.of())).onRecord("k", "v", 5, this.headers);
		assertThat(this.context.sent).isEmpty();
		assertThat(this.context.drops).containsExactly("sink:no-partition");
	}

	@Test
	void refusesAPartitionThatTheTopicDoesNotHave() {
		SinkOperator operator = sink(null, (topic, key, value, count) -> Optional.of(Set.of(count)));
		assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> operator.onRecord("k", "v", 5, this.headers))
			.withMessageContaining("sink sink chose partition 4 of topic out")
			.withMessageContaining("0 to 3");
		assertThat(this.context.sent).isEmpty();
	}

	@Test
	void refusesNegativeTimestamps() {
		SinkOperator operator = sink(null, null);
		assertThatExceptionOfType(StreamsException.class)
			.isThrownBy(() -> operator.onRecord("k", "v", -1, this.headers))
			.withMessageContaining("Sink sink")
			.withMessageContaining("-1");
	}

	@Test
	void saysWhichTypesDoNotFitAndNeverTheValue() {
		SinkOperator operator = new SinkOperator("out", null, null, new LongSerializer(), null);
		operator.link("sink");
		operator.init(this.context);
		assertThatExceptionOfType(StreamsException.class)
			.isThrownBy(() -> operator.onRecord("k", "secret", 5, this.headers))
			.withMessageContaining("value serializer " + LongSerializer.class.getName())
			.withMessageContaining("sink sink for topic out")
			.withMessageContaining("java.lang.String")
			.withMessageContaining("Produced.with")
			.withMessageNotContaining("secret");
	}

	@Test
	void sourcesDeserialiseAndPassOn() {
		SourceOperator operator = new SourceOperator(null, null);
		Collector collector = Collector.behind(operator, this.context);
		assertThat(operator.deserializeKey("t", this.headers, "k".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
			.isEqualTo("k");
		assertThat(operator.deserializeValue("t", this.headers, null)).isNull();
		operator.onRecord("k", "v", 5, this.headers);
		assertThat(collector.results).containsExactly("k=v@5");
	}

}
