package io.millrace.streams.internal.task;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.millrace.streams.StreamsConfig;
import io.millrace.streams.errors.ErrorHandlerContext;
import io.millrace.streams.errors.ProductionExceptionHandler;
import io.millrace.streams.internal.operator.CountOperator;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.ProcessorOperator;
import io.millrace.streams.internal.operator.TableToStreamOperator;
import io.millrace.streams.internal.store.CacheBudget;
import io.millrace.streams.internal.store.HeldRowException;
import io.millrace.streams.internal.store.InMemoryStateEngineFactory;
import io.millrace.streams.internal.topology.NodeSpec;
import io.millrace.streams.internal.topology.TopologyCompiler;
import io.millrace.streams.internal.topology.TopologyGraph;
import io.millrace.streams.processor.PunctuationType;
import io.millrace.streams.processor.TaskId;
import io.millrace.streams.processor.api.Processor;
import io.millrace.streams.processor.api.ProcessorContext;
import io.millrace.streams.processor.api.ProcessorSupplier;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.state.Stores;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * If what a punctuation gave is passed over after the work was undone, all that others
 * gave since the last commit is given again.
 */
class PassedOverPunctuationsTests {

	private static final TopicPartition INPUT = new TopicPartition("in", 1);

	private final RecordingProducer producer = new RecordingProducer();

	private final Map<String, Object> settings = new HashMap<>(
			Map.of("application.id", "app", "bootstrap.servers", "none:9092"));

	private long clock = 1_000;

	@ParameterizedTest
	@EnumSource(PunctuationType.class)
	void aResultThatCannotBeSentCostsNoOtherPunctuation(PunctuationType type) {
		this.settings.put("production.exception.handler", Resuming.class);
		StreamTask task = started(sending(type));
		this.producer.tooLarge = (record) -> key(record).equals("bad");
		step(task);
		assertThat(task.firstSendFailure((failure) -> true)).isLessThan(Long.MAX_VALUE);
		RuntimeException undone = task.judgeSendFailure((failure) -> true);
		assertThat(undone).isInstanceOf(SendUndoneException.class);
		task.abort();
		this.producer.sent.clear();
		step(task);
		assertThat(task.firstSendFailure((failure) -> true)).isEqualTo(Long.MAX_VALUE);
		commit(task);
		assertThat(this.producer.sent).extracting(PassedOverPunctuationsTests::key).containsExactly("good");
		this.producer.tooLarge = (record) -> false;
		this.clock += 1_000;
		step(task);
		assertThat(this.producer.sent).extracting(PassedOverPunctuationsTests::key)
			.containsExactly("good", "bad", "good");
	}

	@ParameterizedTest
	@EnumSource(PunctuationType.class)
	void aChangeThatWasHeldBackCostsNoOtherPunctuation(PunctuationType type) {
		this.settings.put("on.error", "skip");
		StreamTask task = started(counting(type));
		step(task);
		assertThatExceptionOfType(HeldRowException.class).isThrownBy(task::flushOperators);
		task.abort();
		step(task);
		commit(task);
		assertThat(results()).containsExactly("good");
		this.clock += 1_000;
		step(task);
		commit(task);
		assertThat(results()).as("nothing is held any more").containsExactly("good", "good");
	}

	private List<String> results() {
		return this.producer.sent.stream()
			.filter((record) -> record.topic().equals("out"))
			.map(PassedOverPunctuationsTests::key)
			.toList();
	}

	@Test
	void aResultOfAChangeThatWasHeldBackCostsNoOtherPunctuation() {
		this.settings.put("production.exception.handler", Resuming.class);
		StreamTask task = started(countingAll());
		this.producer.tooLarge = (record) -> record.topic().equals("out") && key(record).equals("bad");
		for (int attempt = 0; attempt < 2; attempt++) {
			step(task);
			task.flushOperators();
			task.judgeSendFailure((failure) -> true);
			task.abort();
			this.producer.sent.clear();
		}
		step(task);
		commit(task);
		assertThat(task.firstSendFailure((failure) -> true)).isEqualTo(Long.MAX_VALUE);
		assertThat(results()).containsExactly("good");
	}

	private static String key(ProducerRecord<byte[], byte[]> record) {
		return new String(record.key(), StandardCharsets.UTF_8);
	}

	/**
	 * One record, which moves stream time as the clock is moved, and punctuations.
	 */
	private void step(StreamTask task) {
		task.enqueue(INPUT, List.of(new ConsumerRecord<>("in", 1, this.clock, this.clock, TimestampType.CREATE_TIME, 1,
				1, new byte[] { 'k' }, new byte[] { 'v' }, new RecordHeaders(), Optional.empty())));
		task.process(1, this.clock, (partition) -> 0);
		task.punctuate(this.clock);
	}

	private static void commit(StreamTask task) {
		task.flushOperators();
		task.writeChangelogs();
		task.publish();
	}

	private StreamTask started(TopologyGraph graph) {
		StreamTask task = new StreamTask(new TaskId(0, 1),
				TopologyCompiler.compile(graph, "app").subtopologies().get(0),
				new TaskEnvironment("app", new StreamsConfig(this.settings), Path.of("unused"),
						new InMemoryStateEngineFactory(), this.producer, new CacheBudget(1 << 16), new TaskCounters(),
						() -> 0));
		task.open();
		task.start(Map.of());
		return task;
	}

	private static TopologyGraph punctuating(PunctuationType type) {
		TopologyGraph graph = new TopologyGraph();
		graph.add(new NodeSpec.Source("source", List.of("in"), new StringDeserializer(), new StringDeserializer(), null,
				null));
		ProcessorSupplier<String, String, String, String> supplier = () -> new Processor<>() {

			@Override
			public void init(ProcessorContext<String, String> context) {
				for (String key : List.of("bad", "good")) {
					context.schedule(Duration.ofMillis(1_000), type,
							(time) -> context.forward(new Record<>(key, "now", time)));
				}
			}

			@Override
			public void process(Record<String, String> record) {
			}

		};
		graph.add(new NodeSpec.Processing("ticking", List.of("source"),
				ProcessorOperator.factory("ticking", supplier)::get, "p"));
		return graph;
	}

	private static TopologyGraph sending(PunctuationType type) {
		TopologyGraph graph = punctuating(type);
		graph.add(new NodeSpec.Sink("sink", List.of("ticking"), "out", null, new StringSerializer(),
				new StringSerializer(), null));
		return graph;
	}

	private static TopologyGraph counting(PunctuationType type) {
		TopologyGraph graph = counted(type);
		ProcessorSupplier<String, Long, String, Long> supplier = () -> new Processor<>() {

			private @Nullable ProcessorContext<String, Long> context;

			@Override
			public void init(ProcessorContext<String, Long> context) {
				this.context = context;
			}

			@Override
			public void process(Record<String, Long> record) {
				if (record.key().equals("bad")) {
					throw new IllegalStateException("It is bad.");
				}
				if (this.context != null) {
					this.context.forward(record);
				}
			}

		};
		graph.add(new NodeSpec.Processing("refusing", List.of("stream"),
				ProcessorOperator.factory("refusing", supplier)::get, "p"));
		graph.add(new NodeSpec.Sink("sink", List.of("refusing"), "out", null, new StringSerializer(),
				new LongSerializer(), null));
		return graph;
	}

	private static TopologyGraph countingAll() {
		TopologyGraph graph = counted(PunctuationType.WALL_CLOCK_TIME);
		graph.add(new NodeSpec.Sink("sink", List.of("stream"), "out", null, new StringSerializer(),
				new LongSerializer(), null));
		return graph;
	}

	private static TopologyGraph counted(PunctuationType type) {
		TopologyGraph graph = punctuating(type);
		graph.add(new NodeSpec.Processing("count", List.of("ticking"), () -> (Operator) new CountOperator("counts"),
				"count"));
		graph.addStore(Stores
			.timestampedKeyValueStoreBuilder(Stores.inMemoryKeyValueStore("counts"), Serdes.String(), Serdes.Long())
			.withCachingEnabled(), "count");
		graph.add(new NodeSpec.Processing("stream", List.of("count"), () -> (Operator) new TableToStreamOperator(),
				"to-stream"));
		return graph;
	}

	/** Passes over what can't be sent. */
	public static final class Resuming implements ProductionExceptionHandler {

		@Override
		public Response handleError(ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record,
				Exception exception) {
			return Response.resume();
		}

		@Override
		public void configure(Map<String, ?> configs) {
		}

	}

}
