package io.millrace.streams.benchmarks.measure;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.RetriableException;

/**
 * The offsets that a group has committed. One and the same request asks for those of
 * classic, consumer and streams groups.
 */
public final class CommittedOffsets {

	private final Admin admin;

	private final String group;

	public CommittedOffsets(Admin admin, String group) {
		this.admin = admin;
		this.group = group;
	}

	/**
	 * Returns the committed offset of each partition that has one; nothing as long as the
	 * group doesn't exist.
	 */
	public Map<TopicPartition, Long> read() {
		try {
			Map<TopicPartition, OffsetAndMetadata> offsets = this.admin
				.listConsumerGroupOffsets(Map.of(this.group, new ListConsumerGroupOffsetsSpec()))
				.partitionsToOffsetAndMetadata(this.group)
				.get();
			return offsets.entrySet()
				.stream()
				.filter((entry) -> Objects.nonNull(entry.getValue()))
				.collect(Collectors.toMap(Map.Entry::getKey, (entry) -> entry.getValue().offset()));
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof GroupIdNotFoundException || ex.getCause() instanceof RetriableException) {
				return Map.of();
			}
			throw new IllegalStateException("The offsets of group " + this.group + " can't be read", ex.getCause());
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Whether all of an application's own topic is done. Its last offsets are marks of
	 * transactions, one for each thread at most, over which no offset is committed.
	 * @param committed what was read before, when nothing more could come to the topic
	 * @param topic the topic
	 * @param partitions the number of its partitions
	 * @param threads the number of the application's threads
	 */
	boolean through(Map<TopicPartition, Long> committed, String topic, int partitions, int threads) {
		return TopicEnds.of(this.admin, topic, partitions)
			.entrySet()
			.stream()
			.allMatch((end) -> committed.getOrDefault(end.getKey(), 0L) >= end.getValue() - threads);
	}

}
