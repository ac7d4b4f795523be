package io.millrace.streams;

import java.time.Duration;

import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.monitor.ApplicationStatus.Reason;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The broker goes away and comes back under a running application.
 */
class BrokerOutageIT {

	@Test
	void goesOnWhereItWas() {
		try (Cluster cluster = Cluster.start()) {
			Run run = cluster.run("outage", 2);
			run.send(0, 200);
			try (KafkaStreams streams = new KafkaStreams(CountingTopology.of(run.input(), run.output()),
					run.config("producer.delivery.timeout.ms", 2000, "producer.request.timeout.ms", 1000,
							"producer.max.block.ms", 1000))) {
				streams.start();
				run.awaitOutput(200);
				run.send(200, 100);
				cluster.kafka().stop();
				await().atMost(Duration.ofSeconds(30))
					.until(() -> streams.status()
						.waitingFor()
						.stream()
						.anyMatch((waiting) -> waiting.reason() == Reason.BROKER_UNAVAILABLE));
				cluster.kafka().start();
				run.send(300, 200);
				assertThat(run.awaitOutput(500)).containsExactlyInAnyOrderElementsOf(run.expectedCounts(500));
				await().atMost(Duration.ofSeconds(30)).until(() -> streams.status().waitingFor().isEmpty());
				await().until(streams::state, State.RUNNING::equals);
				assertThat(streams.close(Duration.ofSeconds(20))).isTrue();
			}
			assertThat(run.committed()).isEqualTo(500);
		}
	}

}
