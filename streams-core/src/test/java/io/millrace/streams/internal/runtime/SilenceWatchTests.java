package io.millrace.streams.internal.runtime;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.millrace.streams.StreamsConfig;
import io.millrace.streams.internal.operator.Aggregation;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.WindowAggregationOperator;
import io.millrace.streams.internal.operator.WindowOptions;
import io.millrace.streams.internal.store.CacheBudget;
import io.millrace.streams.internal.store.InMemoryStateEngineFactory;
import io.millrace.streams.internal.task.StreamTask;
import io.millrace.streams.internal.task.TaskCounters;
import io.millrace.streams.internal.task.TaskEnvironment;
import io.millrace.streams.internal.topology.NodeSpec;
import io.millrace.streams.internal.topology.TopologyCompiler;
import io.millrace.streams.internal.topology.TopologyGraph;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.processor.TaskId;
import io.millrace.streams.state.Stores;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A window that closes after four seconds of silence, and brokers that answer or don't.
 */
class SilenceWatchTests {

	private static final TopicPartition INPUT = new TopicPartition("in", 0);

	private static final int IDLE_MILLIS = 4_000;

	private static final int ROUND_MILLIS = 50;

	private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");

	private final SilenceWatch watch = new SilenceWatch(admin(), this.consumer);

	private final List<String> results = new ArrayList<>();

	private final List<KafkaFutureImpl<ListOffsetsResultInfo>> unanswered = new ArrayList<>();

	private Brokers brokers = Brokers.ANSWER;

	private long end;

	private long now = 1_000_000;

	private int asked;

	private OwnedTask task = new OwnedTask(task(), Map.of());

	@BeforeEach
	void start() {
		this.consumer.assign(List.of(INPUT));
		this.consumer.seek(INPUT, 0);
		this.task.task().open();
		this.task.task().start(Map.of());
	}

	@Test
	void silenceClosesAWindow() {
		take(5);
		rounds(IDLE_MILLIS - 500);
		assertThat(this.results).isEmpty();
		rounds(2_500);
		assertThat(this.results).containsExactly("k=1");
		assertThat(this.asked).as("asked every half second").isLessThanOrEqualTo(14);
	}

	@Test
	void brokersThatAreOutOfReachAreNoSilence() {
		take(5);
		rounds(2_000);
		this.brokers = Brokers.FAIL;
		rounds(3_600_000);
		// The consumer knows of none of these.
		this.end += 2;
		rounds(10_000);
		assertThat(this.results).isEmpty();
		this.brokers = Brokers.ANSWER;
		rounds(10_000);
		assertThat(this.results).as("records wait").isEmpty();
		this.end -= 2;
		take(6);
		take(7);
		rounds(IDLE_MILLIS + 2_000);
		assertThat(this.results).containsExactly("k=3");
	}

	@Test
	void anAnswerThatTakesLongSaysNothingOfTheTimeInBetween() {
		take(5);
		rounds(1_000);
		this.brokers = Brokers.KEEP_QUIET;
		rounds(60_000);
		this.brokers = Brokers.ANSWER;
		this.unanswered.forEach((answer) -> answer.complete(end()));
		rounds(IDLE_MILLIS - 2_000);
		assertThat(this.results).isEmpty();
		rounds(4_000);
		assertThat(this.results).containsExactly("k=1");
	}

	@Test
	void nobodyIsAskedForTasksThatCloseNothing() {
		OwnedTask other = new OwnedTask(new StreamTask(new TaskId(0, 0),
				TopologyCompiler.compile(source(), "app").subtopologies().get(0), environment()), Map.of());
		other.task().open();
		other.task().start(Map.of());
		for (int i = 0; i < 1_000; i++) {
			this.now += ROUND_MILLIS;
			this.watch.round(List.of(other), this.now);
			other.task().process(1, this.now, (partition) -> 0);
		}
		assertThat(this.asked).isZero();
	}

	/**
	 * A record of a time comes and is polled.
	 */
	private void take(long time) {
		this.task.task()
			.enqueue(INPUT, List.of(new ConsumerRecord<>("in", 0, this.end, time, TimestampType.CREATE_TIME, 1, 1,
					new byte[] { 'k' }, new byte[] { 'v' }, new RecordHeaders(), Optional.empty())));
		this.end++;
		this.consumer.seek(INPUT, this.end);
		rounds(ROUND_MILLIS);
	}

	private void rounds(long millis) {
		for (long until = this.now + millis; this.now < until;) {
			this.now += ROUND_MILLIS;
			this.watch.round(List.of(this.task), this.now);
			// What the consumer knows of the end is as of the last fetch.
			this.task.task().process(10, this.now, (partition) -> 0);
			this.task.task().punctuate(this.now);
		}
	}

	private static TopologyGraph source() {
		TopologyGraph graph = new TopologyGraph();
		graph.add(new NodeSpec.Source("source", List.of("in"), new StringDeserializer(), new StringDeserializer(), null,
				null));
		return graph;
	}

	private StreamTask task() {
		TopologyGraph graph = source();
		Duration size = Duration.ofSeconds(10);
		graph.add(new NodeSpec.Processing("windows", List.of("source"),
				() -> (Operator) new WindowAggregationOperator("counts", TimeWindows.ofSizeWithNoGrace(size),
						Aggregation.count(), WindowOptions.DEFAULT.withFinalsOnly(true).withIdleMillis(IDLE_MILLIS)),
				"windows"));
		graph.addStore(Stores.timestampedWindowStoreBuilder(Stores.inMemoryWindowStore("counts", size, size, false),
				Serdes.String(), Serdes.Long()), "windows");
		graph.add(new NodeSpec.Processing("results", List.of("windows"), () -> (Operator) new Results(), "results"));
		return new StreamTask(new TaskId(0, 0), TopologyCompiler.compile(graph, "app").subtopologies().get(0),
				environment());
	}

	private TaskEnvironment environment() {
		return new TaskEnvironment("app",
				new StreamsConfig(Map.of("application.id", "app", "bootstrap.servers", "none:1")), Path.of("unused"),
				new InMemoryStateEngineFactory(), new NoProducer(), new CacheBudget(0), new TaskCounters(),
				() -> this.now);
	}

	private Admin admin() {
		return (Admin) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Admin.class },
				(proxy, method, arguments) -> {
					assertThat(method.getName()).isEqualTo("listOffsets");
					this.asked++;
					Map<TopicPartition, KafkaFuture<ListOffsetsResultInfo>> answers = new HashMap<>();
					((Map<?, ?>) arguments[0])
						.forEach((partition, spec) -> answers.put((TopicPartition) partition, answer()));
					return new ListOffsetsResult(answers);
				});
	}

	private KafkaFuture<ListOffsetsResultInfo> answer() {
		KafkaFutureImpl<ListOffsetsResultInfo> answer = new KafkaFutureImpl<>();
		switch (this.brokers) {
			case ANSWER -> answer.complete(end());
			case FAIL -> answer.completeExceptionally(new TimeoutException("no broker answers"));
			case KEEP_QUIET -> this.unanswered.add(answer);
		}
		return answer;
	}

	private ListOffsetsResultInfo end() {
		return new ListOffsetsResultInfo(this.end, -1, Optional.empty());
	}

	private enum Brokers {

		ANSWER, FAIL, KEEP_QUIET

	}

	/** Notes results. */
	private final class Results extends Operator {

		@Override
		public void onChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
				Headers headers) {
			SilenceWatchTests.this.results.add(((Windowed<?>) key).key() + "=" + newValue);
		}

	}

}
