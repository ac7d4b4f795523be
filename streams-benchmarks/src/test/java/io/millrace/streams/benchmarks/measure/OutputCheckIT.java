package io.millrace.streams.benchmarks.measure;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.millrace.streams.embedded.EmbeddedKafka;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assertions.assertTimeout;

/**
 * What a candidate's output comes to, over all partitions, in whatever pieces it is read.
 */
class OutputCheckIT {

	private static final int PARTITIONS = 64;

	@Test
	void theLastOfEachKeyCountsInEveryPartition() {
		try (EmbeddedKafka broker = EmbeddedKafka.builder().topic("counts", PARTITIONS).start()) {
			fill(broker.bootstrapServers());
			OutputCheck check = new OutputCheck(broker.bootstrapServers(), "counts", PARTITIONS);
			// A fetch that waits half a second in each partition would make it 32
			// seconds.
			assertTimeout(Duration.ofSeconds(16), () -> assertThat(check.sumOfLast()).isEqualTo(2 * (PARTITIONS - 1)));
			assertThat(check.records()).isEqualTo(2 * PARTITIONS + 1);
			assertThat(check.rows()).hasSize(PARTITIONS - 1).containsEntry("key-0", 2L).doesNotContainKey("key-7");
			assertThat(check.records()).isEqualTo(2 * PARTITIONS + 1);
			assertThat(check.count()).isEqualTo(2 * PARTITIONS + 1);
		}
	}

	/**
	 * A broker answers a commit before it has marked the records in each partition, so
	 * what is there may not be readable at once.
	 */
	@Test
	void whatIsNotMarkedAsCommittedIsWaitedFor() throws Exception {
		try (EmbeddedKafka broker = EmbeddedKafka.builder().topic("counts", 2).start();
				KafkaProducer<String, Long> producer = producer(
						Map.of("bootstrap.servers", broker.bootstrapServers(), "transactional.id", "one"))) {
			producer.initTransactions();
			producer.beginTransaction();
			producer.send(new ProducerRecord<>("counts", 0, "key", 5L));
			producer.send(new ProducerRecord<>("counts", 1, "other", 6L));
			producer.flush();
			OutputCheck hasty = new OutputCheck(broker.bootstrapServers(), "counts", 2, Duration.ofSeconds(1));
			assertThatIllegalStateException().isThrownBy(hasty::count).withMessageContaining("counts");
			OutputCheck check = new OutputCheck(broker.bootstrapServers(), "counts", 2);
			CompletableFuture<Long> sum = CompletableFuture.supplyAsync(check::sumOfLast);
			producer.commitTransaction();
			assertThat(sum.get(30, TimeUnit.SECONDS)).isEqualTo(11);
			assertThat(check.records()).isEqualTo(2);
		}
	}

	private static KafkaProducer<String, Long> producer(Map<String, Object> settings) {
		return new KafkaProducer<>(settings, new StringSerializer(), new LongSerializer());
	}

	/**
	 * Counts to two for a key in each partition, and deletes one of them.
	 */
	private static void fill(String bootstrapServers) {
		try (KafkaProducer<String, Long> producer = producer(Map.of("bootstrap.servers", bootstrapServers))) {
			for (int partition = 0; partition < PARTITIONS; partition++) {
				producer.send(new ProducerRecord<>("counts", partition, "key-" + partition, 1L));
				producer.send(new ProducerRecord<>("counts", partition, "key-" + partition, 2L));
			}
			producer.send(new ProducerRecord<>("counts", 7, "key-7", null));
		}
	}

}
