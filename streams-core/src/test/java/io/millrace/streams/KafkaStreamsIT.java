package io.millrace.streams;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.processor.api.Processor;
import io.millrace.streams.processor.api.ProcessorContext;
import io.millrace.streams.processor.api.Record;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Runs topologies on a real broker.
 */
class KafkaStreamsIT {

	private static Cluster cluster;

	@BeforeAll
	static void startBroker() {
		cluster = Cluster.start();
	}

	@AfterAll
	static void stopBroker() {
		cluster.close();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	void processesEachRecordOnce(int threads) {
		Run run = cluster.run("once" + threads, 3);
		run.send(0, 1000);
		try (KafkaStreams streams = new KafkaStreams(upperCase(run), run.config("num.stream.threads", threads))) {
			streams.start();
			run.awaitOutput(1000);
			run.send(1000, 500);
			assertThat(run.awaitOutput(1500)).containsExactlyInAnyOrderElementsOf(
					IntStream.range(0, 1500).mapToObj((number) -> "V" + number).toList());
			await().until(streams::state, State.RUNNING::equals);
			assertThat(streams.status().threads()).hasSize(threads);
			assertThat(streams.close(Duration.ofSeconds(20))).isTrue();
			assertThat(streams.state()).isEqualTo(State.NOT_RUNNING);
		}
		assertThat(run.committed()).isEqualTo(1500);
	}

	private static Topology upperCase(Run run) {
		return new Topology()
			.addSource("in", Serdes.String().deserializer(), Serdes.String().deserializer(), run.input())
			.addProcessor("upper", UpperCase::new, "in")
			.addSink("out", run.output(), Serdes.String().serializer(), Serdes.String().serializer(), "upper");
	}

	@Test
	void isListed() {
		assertThat(List.of(State.values())).hasSize(7);
	}

	static final class UpperCase implements Processor<String, String, String, String> {

		private ProcessorContext<String, String> context;

		@Override
		public void init(ProcessorContext<String, String> context) {
			this.context = context;
		}

		@Override
		public void process(Record<String, String> record) {
			this.context.forward(record.withValue(record.value().toUpperCase(java.util.Locale.ROOT)));
		}

	}

}
