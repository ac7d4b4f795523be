package io.millrace.streams;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.millrace.streams.errors.DefaultProductionExceptionHandler;
import io.millrace.streams.errors.ErrorHandlerContext;
import io.millrace.streams.errors.ProductionExceptionHandler;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.state.KeyValueStore;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Results that can't be sent, and a handler that decides about them, on a real broker.
 */
class SendFailuresIT {

	private static final Set<String> BAD = Set.of("v13", "v57", "v58", "v191");

	private static final Queue<String> asked = new ConcurrentLinkedQueue<>();

	@AutoClose
	private static final Cluster cluster = Cluster.start();

	@BeforeEach
	void forget() {
		asked.clear();
	}

	@ParameterizedTest
	@CsvSource({ "exactly_once_v2, 0", "exactly_once_v2, 1000000", "at_least_once, 0" })
	void recordsOfWhichAResultIsTooLargeArePassedOverAsAWhole(String guarantee, String cache) {
		Run run = cluster.run("large-" + guarantee + cache, 2);
		cluster.kafka().createTopic("dead-" + run.name(), 1);
		run.send(0, 200);
		try (KafkaStreams streams = new KafkaStreams(topology(run, run.output()),
				run.config("production.exception.handler", Resuming.class, "processing.guarantee", guarantee,
						"statestore.cache.max.bytes", cache, "producer.max.request.size", "20000", "pass.through",
						"dead", "dead", "dead-" + run.name()))) {
			streams.start();
			await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
				assertThat(streams.status().failure()).isEmpty();
				assertThat(run.committed()).isEqualTo(200);
			});
		}
		// The counts know nothing of what was passed over.
		assertThat(counted(run)).isEqualTo(200 - BAD.size());
		List<String> dead = run.readAll("dead-" + run.name()).stream().map(ConsumerRecord::value).toList();
		if (guarantee.startsWith("exactly")) {
			assertThat(dead).containsExactlyInAnyOrderElementsOf(BAD);
		}
		else {
			assertThat(new TreeSet<>(dead)).isEqualTo(new TreeSet<>(BAD));
		}
		assertThat(asked).allMatch((each) -> each.contains(RecordTooLargeException.class.getSimpleName()));
	}

	@Test
	void manyBadRecordsTakeTimeButAreNoReasonToEnd() {
		Run run = cluster.run("many", 1);
		cluster.kafka().createTopic("dead-many", 1);
		for (int i = 0; i < 40; i++) {
			run.send(13, 1);
		}
		try (KafkaStreams streams = new KafkaStreams(topology(run, run.output()),
				run.config("production.exception.handler", Resuming.class, "producer.max.request.size", "20000",
						"pass.through", "dead", "dead", "dead-many", "task.timeout.ms", "1000"))) {
			streams.start();
			await().atMost(Duration.ofSeconds(60)).until(() -> !asked.isEmpty());
			long first = System.nanoTime();
			await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
				assertThat(streams.status().failure()).isEmpty();
				assertThat(run.committed()).isEqualTo(40);
			});
			assertThat(Duration.ofNanos(System.nanoTime() - first)).isGreaterThan(Duration.ofMillis(1000));
		}
		assertThat(run.readAll("dead-many")).hasSize(40);
	}

	@Test
	void aChangelogRecordThatIsTooLargeIsNamedAndCostsNoRecord() {
		Run run = cluster.run("large-changelog", 1);
		run.send(0, 20);
		StreamsBuilder builder = new StreamsBuilder();
		builder.stream(run.input(), Consumed.with(Serdes.String(), Serdes.String()))
			.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
			.aggregate(() -> "", (key, value, old) -> BAD.contains(value) ? "9".repeat(30_000) : value,
					Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("values").withCachingDisabled())
			.toStream()
			.mapValues((value) -> value.substring(0, Math.min(10, value.length())))
			.to(run.output(), Produced.with(Serdes.String(), Serdes.String()));
		try (KafkaStreams streams = new KafkaStreams(builder.build(),
				run.config("production.exception.handler", Resuming.class, "pass.through", "dead", "dead", "dead-many",
						"producer.max.request.size", "20000", "producer.linger.ms", "5000"))) {
			streams.start();
			await().atMost(Duration.ofSeconds(60))
				.untilAsserted(() -> assertThat(streams.status().failure().orElse(""))
					.contains("topic large-changelog-values-changelog")
					.contains("max.request.size"));
		}
		assertThat(asked).isEmpty();
		assertThat(run.committed()).isLessThanOrEqualTo(13);
	}

	private static int counted(Run run) {
		Map<String, Integer> last = new HashMap<>();
		for (ConsumerRecord<String, String> record : run.readAll(run.output())) {
			last.put(record.key() + "@" + record.partition(), Integer.parseInt(record.value()));
		}
		return last.values().stream().mapToInt(Integer::intValue).sum();
	}

	@Test
	void aHandlerThatFailsEndsTheThreadAndNamesTheRecord() {
		Run run = cluster.run("large-fail", 1);
		run.send(13, 1);
		try (KafkaStreams streams = new KafkaStreams(topology(run, run.output()),
				run.config("production.exception.handler", DefaultProductionExceptionHandler.class,
						"producer.max.request.size", "20000"))) {
			streams.start();
			await().atMost(Duration.ofSeconds(30))
				.untilAsserted(() -> assertThat(streams.status().failure().orElse(""))
					.contains("topic large-fail-in, partition 0, offset 0")
					.contains(DefaultProductionExceptionHandler.class.getName() + " decided to fail"));
		}
	}

	@Test
	void aRetryDoesTheWorkAgainUntilItSucceeds() {
		Run run = cluster.run("retry", 1);
		run.send(0, 10);
		try (KafkaStreams streams = new KafkaStreams(topology(run, "retry-later"),
				run.config("production.exception.handler", Retrying.class, "producer.max.block.ms", "200",
						"producer.delivery.timeout.ms", "2000", "producer.request.timeout.ms", "1000"))) {
			streams.start();
			await().atMost(Duration.ofSeconds(30)).until(() -> !asked.isEmpty());
			assertThat(asked).allMatch((each) -> each.contains(TimeoutException.class.getSimpleName()));
			assertThat(run.committed()).isZero();
			cluster.kafka().createTopic("retry-later", 1);
			await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
				assertThat(streams.status().failure()).isEmpty();
				assertThat(run.committed()).isEqualTo(10);
			});
		}
		assertThat(run.awaitRecords("retry-later", 10)).extracting(ConsumerRecord::value).containsOnly("1");
	}

	/**
	 * Counts; what comes of a bad record is too large for the producer.
	 */
	private static Topology topology(Run run, String output) {
		StreamsBuilder builder = new StreamsBuilder();
		builder.stream(run.input(), Consumed.with(Serdes.String(), Serdes.String()))
			.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
			.aggregate(() -> "0", (key, value, count) -> BAD.contains(value) ? "9".repeat(30_000) : next(count),
					Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("counts").withLoggingDisabled())
			.toStream()
			.to(output, Produced.with(Serdes.String(), Serdes.String()));
		return builder.build();
	}

	private static String next(String count) {
		return (count.length() > 10) ? count : String.valueOf(Integer.parseInt(count) + 1);
	}

	private static void note(ErrorHandlerContext context, Exception exception) {
		asked.add(context.topic() + "-" + context.partition() + "@" + context.offset() + " "
				+ exception.getClass().getSimpleName());
	}

	/** Passes over what can't be sent, with a dead letter. */
	public static final class Resuming implements ProductionExceptionHandler {

		private String dead = "";

		@Override
		public Response handleError(ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record,
				Exception exception) {
			note(context, exception);
			return Response
				.resume(List.of(new ProducerRecord<>(this.dead, context.sourceRawKey(), context.sourceRawValue())));
		}

		@Override
		public void configure(Map<String, ?> configs) {
			this.dead = String.valueOf(configs.get("dead"));
		}

	}

	/** Tries again. */
	public static final class Retrying implements ProductionExceptionHandler {

		@Override
		public Response handleError(ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record,
				Exception exception) {
			note(context, exception);
			return Response.retry();
		}

		@Override
		public void configure(Map<String, ?> configs) {
		}

	}

}
