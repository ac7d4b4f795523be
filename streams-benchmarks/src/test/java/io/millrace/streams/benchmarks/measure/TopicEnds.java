package io.millrace.streams.benchmarks.measure;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * Where the partitions of a topic end, with all that isn't committed, and with what is
 * committed but not yet marked so: a broker writes the marks of a transaction after it
 * has answered its producer. What ends at the last stable offset may lack them.
 */
public final class TopicEnds {

	private TopicEnds() {
	}

	/**
	 * Returns where each partition of a topic ends.
	 */
	public static Map<TopicPartition, Long> of(Admin admin, String topic, int partitions) {
		try {
			Map<TopicPartition, ListOffsetsResultInfo> ends = admin
				.listOffsets(IntStream.range(0, partitions)
					.mapToObj((partition) -> new TopicPartition(topic, partition))
					.collect(Collectors.toMap((partition) -> partition, (partition) -> OffsetSpec.latest())))
				.all()
				.get();
			return ends.entrySet()
				.stream()
				.collect(Collectors.toMap(Map.Entry::getKey, (entry) -> entry.getValue().offset()));
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("The ends of topic " + topic + " can't be read", ex.getCause());
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
