package io.millrace.streams.internal.restore;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
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

	private Map<ConfigResource, KafkaFuture<Config>> settings = Map.of();

	private ChangelogOffsets(Set<TopicPartition> partitions) {
		this.partitions = Set.copyOf(partitions);
	}

	/**
	 * Asks.
	 * @param admin asks
	 * @param partitions the changelogs
	 * @param settled the topics of which the settings matter too, since there is state
	 * from before
	 */
	static ChangelogOffsets ask(Admin admin, Set<TopicPartition> partitions, Set<String> settled) {
		ChangelogOffsets asked = new ChangelogOffsets(partitions);
		if (!settled.isEmpty()) {
			List<ConfigResource> topics = settled.stream()
				.map((topic) -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
				.toList();
			asked.settings = admin.describeConfigs(topics).values();
		}
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
				&& this.latest.values().stream().allMatch(KafkaFuture::isDone)
				&& this.settings.values().stream().allMatch(KafkaFuture::isDone);
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
			return new Range(offset(this.earliest.get(partition)), offset(this.latest.get(partition)),
					deletesKept(partition.topic()));
		}
		catch (RetriableException ex) {
			logger.debug("Offsets of {} aren't known yet: {}", partition, ex.toString());
			return null;
		}
	}

	/**
	 * Nothing is lost if this isn't known but a check: an application may not be allowed
	 * to ask for settings.
	 */
	private @Nullable Duration deletesKept(String topic) {
		KafkaFuture<Config> answer = this.settings.get(new ConfigResource(ConfigResource.Type.TOPIC, topic));
		if (answer == null) {
			return null;
		}
		try {
			ConfigEntry entry = answer.get().get(TopicConfig.DELETE_RETENTION_MS_CONFIG);
			return (entry != null && entry.value() != null) ? Duration.ofMillis(Long.parseLong(entry.value())) : null;
		}
		catch (ExecutionException ex) {
			logger.debug("Settings of {} aren't known: {}", topic, String.valueOf(ex.getCause()));
			return null;
		}
		catch (InterruptedException ex) {
			// The answer is there already, so nothing was waited for.
			Thread.currentThread().interrupt();
			throw new KafkaException(ex);
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
	 * @param deletesKept for how long it keeps a record that deletes a key; null if that
	 * wasn't asked or isn't known
	 */
	record Range(long earliest, long latest, @Nullable Duration deletesKept) {
	}

}
