package io.millrace.streams;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.monitor.ApplicationStatus.Counters;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Bad records are found behind a table that forwards many updates as one: the transaction
 * is undone and repeated record by record.
 */
class HoldingIT {

	private static final int RECORDS = 500;

	private static final Set<String> BAD = Set.of("v13", "v57", "v58", "v491");

	@ParameterizedTest
	@ValueSource(strings = { "exactly_once_v2", "at_least_once" })
	void exactlyTheBadRecordsArePassedOver(String guarantee) {
		try (Cluster cluster = Cluster.start()) {
			Run run = cluster.run("holding", 2);
			run.send(0, RECORDS);
			try (KafkaStreams streams = new KafkaStreams(topology(run),
					run.config("on.error", "skip", "processing.guarantee", guarantee))) {
				streams.start();
				await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
					assertThat(run.committed()).isEqualTo(RECORDS);
					assertThat(streams.status().failure()).isEmpty();
				});
				// The status tells of a commit a moment later than the broker does.
				await().untilAsserted(() -> {
					Counters counters = streams.status().threads().get(0).counters();
					assertThat(counters.skipped()).isGreaterThanOrEqualTo(BAD.size());
				});
			}
			await().untilAsserted(() -> assertOutput(run, guarantee.startsWith("exactly")));
		}
	}

	private static void assertOutput(Run run, boolean exactlyOnce) {
		Map<String, Integer> last = new HashMap<>();
		int outputs = 0;
		for (ConsumerRecord<String, String> record : run.awaitRecords(run.output(), 10)) {
			outputs++;
			int count = Integer.parseInt(record.value());
			Integer before = last.put(record.key() + "@" + record.partition(), count);
			if (exactlyOnce) {
				assertThat(count).isGreaterThan((before != null) ? before : 0);
			}
		}
		assertThat(last.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(RECORDS - BAD.size());
		if (exactlyOnce) {
			assertThat(outputs).isLessThanOrEqualTo(RECORDS - BAD.size());
		}
	}

	/**
	 * A bad record shows behind the table only, and in all counts that come after it.
	 */
	private static Topology topology(Run run) {
		StreamsBuilder builder = new StreamsBuilder();
		builder.stream(run.input(), Consumed.with(Serdes.String(), Serdes.String()))
			.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
			.aggregate(() -> "0", (key, value, count) -> BAD.contains(value) ? count + "!" : next(count),
					Materialized.as("counts"))
			.toStream()
			.peek((key, count) -> {
				if (count.endsWith("!")) {
					throw new IllegalStateException("refused");
				}
			})
			.to(run.output(), Produced.with(Serdes.String(), Serdes.String()));
		return builder.build();
	}

	private static String next(String count) {
		return count.endsWith("!") ? (Integer.parseInt(count.replace("!", "")) + 1) + "!"
				: String.valueOf(Integer.parseInt(count) + 1);
	}

}
