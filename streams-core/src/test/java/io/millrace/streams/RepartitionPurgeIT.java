package io.millrace.streams;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.millrace.streams.kstream.Repartitioned;
import org.apache.kafka.clients.admin.ListStreamsGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Records of repartition topics are deleted once they're processed, and never before.
 */
class RepartitionPurgeIT {

	@Test
	void deletesWhatIsCommitted() throws Exception {
		try (Cluster cluster = Cluster.start()) {
			Run run = cluster.run("purge", 1);
			run.send(0, 300);
			StreamsBuilder builder = new StreamsBuilder();
			builder.<String, String>stream(run.input())
				.repartition(Repartitioned.<String, String>as("again").withNumberOfPartitions(1))
				.to(run.output());
			TopicPartition partition = new TopicPartition("purge-again-repartition", 0);
			try (KafkaStreams streams = new KafkaStreams(builder.build(),
					run.config("repartition.purge.interval.ms", 200))) {
				streams.start();
				assertThat(run.awaitOutput(300)).containsExactlyElementsOf(values(300));
				await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
					run.send(300, 1);
					assertThat(earliest(cluster, partition)).isGreaterThanOrEqualTo(300);
				});
				assertThat(earliest(cluster, partition)).isLessThanOrEqualTo(committed(cluster, run, partition));
			}
		}
	}

	private static List<String> values(int count) {
		return IntStream.range(0, count).mapToObj((number) -> "v" + number).toList();
	}

	private static long earliest(Cluster cluster, TopicPartition partition) throws Exception {
		return cluster.admin()
			.listOffsets(Map.of(partition, OffsetSpec.earliest()))
			.partitionResult(partition)
			.get()
			.offset();
	}

	private static long committed(Cluster cluster, Run run, TopicPartition partition) throws Exception {
		return cluster.admin()
			.listStreamsGroupOffsets(Map.of(run.name(), new ListStreamsGroupOffsetsSpec()))
			.partitionsToOffsetAndMetadata(run.name())
			.get()
			.get(partition)
			.offset();
	}

}
