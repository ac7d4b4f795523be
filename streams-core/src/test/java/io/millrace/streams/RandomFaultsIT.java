package io.millrace.streams;

import java.time.Duration;
import java.util.Random;

import io.millrace.streams.internal.commit.CommitStep;
import io.millrace.streams.internal.runtime.RuntimeProbe;
import io.millrace.streams.monitor.ApplicationStatus.Counters;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Commits fail at random, at any step and in any way, while instances come and go.
 */
class RandomFaultsIT {

	private static final int ROUNDS = 8;

	private static final int ROUND = 200;

	@ParameterizedTest
	@ValueSource(longs = { 1, 2 })
	void losesAndDoublesNothing(long seed) {
		try (Cluster cluster = Cluster.start()) {
			Run run = cluster.run("random" + seed, 4);
			Random random = new Random(seed);
			KafkaStreams first = start(run, seed);
			KafkaStreams second = start(run, seed + 100);
			long aborts = 0;
			try {
				for (int round = 0; round < ROUNDS; round++) {
					run.send(round * ROUND, ROUND);
					if (random.nextInt(3) == 0) {
						aborts += aborts(first);
						assertThat(first.close(Duration.ofSeconds(30))).isTrue();
						assertThat(first.status().failure()).isEmpty();
						first = start(run, seed + round);
					}
					run.awaitOutput((round + 1) * ROUND);
				}
			}
			finally {
				aborts += aborts(first) + aborts(second);
				first.close(Duration.ofSeconds(30));
				second.close(Duration.ofSeconds(30));
			}
			assertThat(run.awaitOutput(ROUNDS * ROUND))
				.containsExactlyInAnyOrderElementsOf(run.expectedCounts(ROUNDS * ROUND));
			assertThat(run.committed()).isEqualTo(ROUNDS * ROUND);
			assertThat(run.latest(run.name() + "-" + CountingTopology.STORE + "-changelog")
				.stream()
				.mapToLong(Long::longValue)
				.sum()).isEqualTo(ROUNDS * ROUND);
			assertThat(aborts).isPositive();
		}
	}

	private static long aborts(KafkaStreams streams) {
		return streams.status().threads().stream().map((thread) -> thread.counters()).mapToLong(Counters::aborts).sum();
	}

	private static KafkaStreams start(Run run, long seed) {
		KafkaStreams streams = new KafkaStreams(CountingTopology.of(run.input(), run.output()),
				run.config("num.stream.threads", 2), new RandomFaults(seed));
		streams.start();
		return streams;
	}

	private static final class RandomFaults implements RuntimeProbe {

		private final Random random;

		RandomFaults(long seed) {
			this.random = new Random(seed);
		}

		@Override
		public void before(CommitStep step) {
			strike(step);
		}

		@Override
		public void after(CommitStep step) {
			strike(step);
		}

		private void strike(CommitStep step) {
			int choice = this.random.nextInt(100);
			switch (choice) {
				case 0 -> throw new TransactionAbortableException("random at " + step);
				case 1 -> throw new TimeoutException("random at " + step);
				case 2 -> throw new ProducerFencedException("random at " + step);
				case 3 -> throw new InvalidProducerEpochException("random at " + step);
				case 4 -> throw new KafkaException("random at " + step);
				default -> {
				}
			}
		}

	}

}
