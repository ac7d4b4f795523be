package io.millrace.streams.internal.restore;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The question where changelogs begin and end, on its way to the broker and back. Asked
 * by {@link Restoration}, which never waits for it. The end is asked read-uncommitted: a
 * committed end may lie before a commit whose markers are still on their way.
 */
final class ChangelogOffsets {

	private static final Logger logger = LoggerFactory.getLogger(ChangelogOffsets.class);

	private final Set<TopicPartition> partitions;

	private final Map<TopicPartition, KafkaFuture<ListOffsetsResultInfo>> earliest = new HashMap<>();

	private final Map<TopicPartition, KafkaFuture<ListOffsetsResultInfo>> latest = new HashMap<>();

	private ChangelogOffsets(Set<TopicPartition> partitions) {
		this.partitions = Set.copyOf(partitions);
	}

	static ChangelogOffsets ask(Admin admin, Set<TopicPartition> partitions) {
		ChangelogOffsets asked = new ChangelogOffsets(partitions);
		asked.ask(admin, OffsetSpec.earliest(), asked.earliest);
		asked.ask(admin, OffsetSpec.latest(), asked.latest);
		return asked;
	}

	private void ask(Admin admin, OffsetSpec spec, Map<TopicPartition, KafkaFuture<ListOffsetsResultInfo>> answers) {
		Map<TopicPartition, OffsetSpec> specs = new HashMap<>();
		this.partitions.forEach((partition) -> specs.put(partition, spec));
		ListOffsetsResult result = admin.listOffsets(specs, new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED));
		this.partitions.forEach((partition) -> answers.put(partition, result.partitionResult(partition)));
	}

	Set<TopicPartition> partitions() {
		return this.partitions;
	}

	boolean complete() {
		return this.earliest.values().stream().allMatch(KafkaFuture::isDone)
				&& this.latest.values().stream().allMatch(KafkaFuture::isDone);
	}

	/**
	 * An answer.
	 * @param partition one of the partitions asked for
	 * @return the offsets, or null if they have to be asked for again: the topic isn't
	 * there yet, say, or no broker answered
	 * @throws KafkaException if asking again is of no use
	 */
	@Nullable Range range(TopicPartition partition) {
		try {
			return new Range(offset(this.earliest.get(partition)), offset(this.latest.get(partition)));
		}
		catch (RetriableException ex) {
			logger.debug("Offsets of {} aren't known yet: {}", partition, ex.toString());
			return null;
		}
	}

	private static long offset(@Nullable KafkaFuture<ListOffsetsResultInfo> answer) {
		if (answer == null) {
			throw new IllegalArgumentException("The partition wasn't asked for.");
		}
		try {
			return answer.get().offset();
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof RuntimeException cause) {
				throw cause;
			}
			throw new KafkaException(ex.getCause());
		}
		catch (InterruptedException ex) {
			// The answer is there already, so nothing was waited for.
			Thread.currentThread().interrupt();
			throw new KafkaException(ex);
		}
	}

	/**
	 * Where a changelog begins and ends.
	 *
	 * @param earliest the first offset
	 * @param latest the offset behind the last record
	 */
	record Range(long earliest, long latest) {
	}

}
