package io.millrace.streams.internal.operator;

import java.util.Optional;
import java.util.Set;

import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.internals.WindowedSerializer;
import io.millrace.streams.processor.StreamPartitioner;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the partition of a windowed key by the key alone, as Kafka does for records
 * without windows, so that all windows of a key are found in one partition. What sinks of
 * windowed tables use unless the user says otherwise.
 */
public final class WindowedKeyPartitioner implements StreamPartitioner<Windowed<Object>, Object> {

	private final WindowedSerializer<Object> serializer;

	/**
	 * Makes a partitioner.
	 * @param serializer serialises the keys
	 */
	@SuppressWarnings("unchecked")
	public WindowedKeyPartitioner(WindowedSerializer<?> serializer) {
		this.serializer = (WindowedSerializer<Object>) serializer;
	}

	/**
	 * Chooses a partition.
	 * @param topic the topic
	 * @param headers the headers
	 * @param key the windowed key
	 * @param partitions how many partitions there are
	 * @return the partition
	 */
	int partition(String topic, Headers headers, Windowed<Object> key, int partitions) {
		return Utils.toPositive(Utils.murmur2(this.serializer.serializeBaseKey(topic, headers, key))) % partitions;
	}

	@Override
	public Optional<Set<Integer>> partitions(String topic, @Nullable Windowed<Object> key, @Nullable Object value,
			int numPartitions) {
		return partitions(topic, key, value, new RecordHeaders(), numPartitions);
	}

	@Override
	public Optional<Set<Integer>> partitions(String topic, @Nullable Windowed<Object> key, @Nullable Object value,
			Headers headers, int numPartitions) {
		return (key != null) ? Optional.of(Set.of(partition(topic, headers, key, numPartitions))) : Optional.empty();
	}

}
