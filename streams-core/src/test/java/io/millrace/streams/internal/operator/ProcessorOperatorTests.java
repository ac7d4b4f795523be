package io.millrace.streams.internal.operator;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.processor.PunctuationType;
import io.millrace.streams.processor.api.FixedKeyProcessor;
import io.millrace.streams.processor.api.FixedKeyProcessorContext;
import io.millrace.streams.processor.api.FixedKeyRecord;
import io.millrace.streams.processor.api.Processor;
import io.millrace.streams.processor.api.ProcessorContext;
import io.millrace.streams.processor.api.Record;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link ProcessorOperator}, {@link FixedKeyProcessorOperator} and what their
 * processors see of the task.
 */
class ProcessorOperatorTests {

	private final FakeContext task = new FakeContext();

	private final Collector first = new Collector();

	private final Collector second = new Collector();

	private final Headers headers = new RecordHeaders().add("a", bytes("1"));

	private final List<ProcessorContext<String, String>> contexts = new ArrayList<>();

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private ProcessorOperator operator(BiConsumer<ProcessorContext<String, String>, Record<String, String>> body) {
		ProcessorOperator operator = ProcessorOperator.factory("tested", () -> new Recording(this.contexts, body))
			.get();
		this.first.link("first");
		this.second.link("second");
		operator.link("tested", this.first, this.second);
		operator.init(this.task);
		return operator;
	}

	private ProcessorContext<String, String> context() {
		return this.contexts.get(this.contexts.size() - 1);
	}

	@Test
	void forwardsToAllChildren() {
		operator((context, record) -> context.forward(record.withKey(record.key() + "!").withTimestamp(9)))
			.onRecord("k", "v", 5, this.headers);
		assertThat(this.first.results).containsExactly("k!=v@9");
		assertThat(this.second.results).containsExactly("k!=v@9");
	}

	@Test
	void forwardsToOneChild() {
		operator((context, record) -> context.forward(record, "second")).onRecord("k", "v", 5, this.headers);
		assertThat(this.first.results).isEmpty();
		assertThat(this.second.results).containsExactly("k=v@5");
	}

	@Test
	void saysWhichChildrenThereAre() {
		ProcessorOperator operator = operator((context, record) -> context.forward(record, "third"));
		assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> operator.onRecord("k", "v", 5, this.headers))
			.withMessageContaining("tested can't forward to third")
			.withMessageContaining("[first, second]");
	}

	@Test
	void headersAreItsOwnOnTheWayInAndOut() {
		List<Record<String, String>> kept = new ArrayList<>();
		operator((context, record) -> {
			record.headers().add("b", bytes("2"));
			context.forward(record);
			record.headers().add("c", bytes("3"));
			context.forward(record, "second");
			kept.add(record);
		}).onRecord("k", "v", 5, this.headers);
		kept.get(0).headers().remove("a");
		assertThat(this.headers).extracting("key").containsExactly("a");
		assertThat(this.first.headers.get(0)).extracting("key").containsExactly("a", "b");
		assertThat(this.second.headers.get(1)).extracting("key").containsExactly("a", "b", "c");
	}

	@Test
	void forwardsNothingOutsideOfARecordOrPunctuation() {
		ProcessorOperator operator = operator((context, record) -> {
		});
		assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> context().forward(new Record<>("k", "v", 1)))
			.withMessageContaining("Processor tested");
		operator.onRecord("k", "v", 5, this.headers);
		assertThatExceptionOfType(StreamsException.class)
			.isThrownBy(() -> context().forward(new Record<>("k", "v", 1)));
	}

	@Test
	void punctuationsForward() {
		ProcessorOperator operator = operator((context, record) -> {
		});
		context().schedule(Duration.ofMillis(10), PunctuationType.STREAM_TIME,
				(timestamp) -> context().forward(new Record<>("p", "v", timestamp)));
		context().schedule(Instant.ofEpochMilli(7), Duration.ofSeconds(1), PunctuationType.WALL_CLOCK_TIME,
				(timestamp) -> {
				});
		assertThat(this.task.scheduled).extracting(FakeContext.Scheduled::operator).containsOnly(operator);
		assertThat(this.task.scheduled).extracting(FakeContext.Scheduled::startTime).containsExactly(null, 7L);
		assertThat(this.task.scheduled).extracting(FakeContext.Scheduled::type)
			.containsExactly(PunctuationType.STREAM_TIME, PunctuationType.WALL_CLOCK_TIME);
		this.task.scheduled.get(0).callback().punctuate(20);
		assertThat(this.first.results).containsExactly("p=v@20");
	}

	@Test
	void refusesIntervalsShorterThanAMillisecond() {
		operator((context, record) -> {
		});
		assertThatIllegalArgumentException()
			.isThrownBy(() -> context().schedule(Duration.ZERO, PunctuationType.STREAM_TIME, (timestamp) -> {
			}))
			.withMessageContaining("Processor tested");
	}

	@Test
	void seesConnectedStoresOnly() {
		FakeStore store = this.task.withStore("mine");
		this.task.withStore("theirs");
		this.task.connect("mine");
		operator((context, record) -> {
		});
		assertThat(context().<FakeStore>getStateStore("mine")).isSameAs(store);
		assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> context().getStateStore("theirs"))
			.withMessageContaining("Processor tested isn't connected with store theirs")
			.withMessageContaining("[mine]")
			.withMessageContaining("stores()");
	}

	@Test
	void tellsWhereARecordCameFrom() {
		operator((context, record) -> {
		});
		assertThat(context().recordMetadata()).hasValueSatisfying((metadata) -> {
			assertThat(metadata.topic()).isEqualTo("origin");
			assertThat(metadata.partition()).isEqualTo(3);
			assertThat(metadata.offset()).isEqualTo(42);
		});
		this.task.topic = null;
		assertThat(context().recordMetadata()).isEmpty();
	}

	@Test
	void tellsTimesAndSettings() {
		this.task.settings.put("my.a", 1);
		this.task.settings.put("my.", 2);
		this.task.settings.put("b", 3);
		operator((context, record) -> {
		});
		assertThat(context().currentStreamTimeMs()).isEqualTo(77);
		assertThat(context().currentSystemTimeMs()).isEqualTo(88);
		assertThat(context().appConfigs()).containsEntry("b", 3);
		assertThat(context().appConfigsWithPrefix("my.")).isEqualTo(Map.of("a", 1));
		context().commit();
		assertThat(this.task.commits).isEqualTo(1);
	}

	@Test
	void refusesASupplierThatReturnsOneInstanceTwice() {
		Recording shared = new Recording(this.contexts, (context, record) -> {
		});
		assertThatExceptionOfType(TopologyException.class)
			.isThrownBy(() -> ProcessorOperator.factory("tested", () -> shared))
			.withMessageContaining("processor tested")
			.withMessageContaining("MyProcessor::new");
		assertThatExceptionOfType(TopologyException.class)
			.isThrownBy(() -> ProcessorOperator.<String, String, String, String>factory("tested", () -> null));
	}

	@Test
	void fixedKeyProcessorsForwardUnderTheSameKey() {
		FixedKeyProcessorOperator operator = FixedKeyProcessorOperator.factory("tested", Doubling::new).get();
		Collector collector = Collector.behind(operator, this.task);
		operator.onRecord("k", "v", 5, this.headers);
		assertThat(collector.results).containsExactly("k=vv@5", "k=v@6");
		assertThat(collector.headers.get(0)).extracting("key").containsExactly("a", "b");
		assertThat(this.headers).extracting("key").containsExactly("a");
	}

	private record Recording(List<ProcessorContext<String, String>> contexts,
			BiConsumer<ProcessorContext<String, String>, Record<String, String>> body,
			List<ProcessorContext<String, String>> own) implements Processor<String, String, String, String> {

		private Recording(List<ProcessorContext<String, String>> contexts,
				BiConsumer<ProcessorContext<String, String>, Record<String, String>> body) {
			this(contexts, body, new ArrayList<>());
		}

		@Override
		public void init(ProcessorContext<String, String> context) {
			this.contexts.add(context);
			this.own.add(context);
		}

		@Override
		public void process(Record<String, String> record) {
			this.body.accept(this.own.get(0), record);
		}

	}

	private static final class Doubling implements FixedKeyProcessor<String, String, String> {

		private @Nullable FixedKeyProcessorContext<String, String> context;

		@Override
		public void init(FixedKeyProcessorContext<String, String> context) {
			this.context = context;
		}

		@Override
		public void process(FixedKeyRecord<String, String> record) {
			record.headers().add("b", bytes("2"));
			this.context.forward(record.withValue(record.value() + record.value()));
			this.context.forward(record.withTimestamp(6), "collector");
		}

	}

}
