package io.millrace.streams.internal.runtime;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.millrace.streams.AutoOffsetReset;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.internal.topology.NodeSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a task begins to read: at the committed offset, or where its source says, or
 * where the application's settings say; and where it goes on if the broker no longer has
 * what comes next. The consumer has no reset policy of its own, since it would skip
 * records that are gone without a word. Used by {@link AssignedTasks}.
 */
final class StartPositions {

	private static final Logger logger = LoggerFactory.getLogger(StartPositions.class);

	private static final String BY_DURATION = "by_duration:";

	private final Map<String, AutoOffsetReset> policies = new HashMap<>();

	private final Set<String> repartitionTopics = new HashSet<>();

	private final AutoOffsetReset otherwise;

	/**
	 * Makes it.
	 * @param subtopologies know what sources say
	 * @param otherwise the consumer's setting {@code auto.offset.reset}, for sources that
	 * say nothing
	 */
	StartPositions(List<CompiledTopology.Subtopology> subtopologies, String otherwise) {
		this.otherwise = policy(otherwise);
		for (CompiledTopology.Subtopology subtopology : subtopologies) {
			this.repartitionTopics.addAll(subtopology.repartitionSourceTopics().keySet());
			for (NodeSpec node : subtopology.nodes()) {
				if (node instanceof NodeSpec.Source source && source.autoOffsetReset() != null) {
					for (String topic : source.topics()) {
						this.policies.put(topic, source.autoOffsetReset());
					}
				}
			}
		}
	}

	private static AutoOffsetReset policy(String setting) {
		String lower = setting.toLowerCase(Locale.ROOT);
		return switch (lower) {
			case "earliest" -> AutoOffsetReset.earliest();
			case "latest" -> AutoOffsetReset.latest();
			case "none" -> AutoOffsetReset.none();
			// The consumer has checked its settings.
			default -> AutoOffsetReset.byDuration(Duration.parse(setting.substring(BY_DURATION.length())));
		};
	}

	private AutoOffsetReset policy(TopicPartition partition) {
		// Nothing of the application's own may be skipped, whatever is set for its
		// inputs.
		return this.repartitionTopics.contains(partition.topic()) ? AutoOffsetReset.earliest()
				: this.policies.getOrDefault(partition.topic(), this.otherwise);
	}

	/**
	 * Moves the consumer to where a task begins.
	 * @param consumer the consumer
	 * @param task the task
	 * @param now milliseconds since the epoch
	 */
	void seek(Consumer<byte[], byte[]> consumer, OwnedTask task, long now) {
		for (TopicPartition partition : task.task().inputPartitions()) {
			Long offset = task.startOffset(partition);
			if (offset != null) {
				consumer.seek(partition, offset);
			}
			else {
				reset(consumer, partition, policy(partition), now);
			}
		}
	}

	/**
	 * The consumer found a partition without a position. If its task doesn't process yet,
	 * any position will do until {@link #seek} gives it the right one. If it does, this
	 * is either old news or the reset that hasn't been carried out.
	 * @param consumer the consumer
	 * @param partition the partition
	 * @param task its task, if that is made
	 * @param now milliseconds since the epoch
	 */
	void missing(Consumer<byte[], byte[]> consumer, TopicPartition partition, @Nullable OwnedTask task, long now) {
		if (task == null || !task.running()) {
			consumer.seekToBeginning(Set.of(partition));
		}
		else if (task.startOffset(partition) == null) {
			reset(consumer, partition, policy(partition), now);
		}
	}

	/**
	 * Goes on where the broker no longer has what comes next, and says what is gone.
	 * @param consumer the consumer
	 * @param failure what the consumer says
	 * @param now milliseconds since the epoch
	 */
	void outOfRange(Consumer<byte[], byte[]> consumer, OffsetOutOfRangeException failure, long now) {
		Map<TopicPartition, Long> wanted = failure.offsetOutOfRangePartitions();
		Map<TopicPartition, Long> first = consumer.beginningOffsets(wanted.keySet());
		wanted.forEach((partition, offset) -> {
			AutoOffsetReset policy = policy(partition);
			if (policy.strategy() == AutoOffsetReset.Strategy.NONE) {
				throw new StreamsException(
						partition + " no longer has offset " + offset + ", where this application was,"
								+ " and auto.offset.reset is none. Commit another offset for the group, or set"
								+ " consumer.auto.offset.reset to earliest or latest.",
						failure);
			}
			long begin = first.getOrDefault(partition, 0L);
			if (offset < begin) {
				logger
					.warn("Records of {} from offset {} to {} were deleted before they were processed: the topic keeps"
							+ " them for less time than this application was behind. It goes on as auto.offset.reset says ({}).",
							partition, offset, begin - 1, policy);
			}
			else {
				logger.warn(
						"{} no longer reaches up to offset {}, where this application was: records were lost by the"
								+ " broker, or the topic was made anew. It goes on as auto.offset.reset says ({}).",
						partition, offset, policy);
			}
			reset(consumer, partition, policy, now);
		});
	}

	private static void reset(Consumer<byte[], byte[]> consumer, TopicPartition partition, AutoOffsetReset policy,
			long now) {
		switch (policy.strategy()) {
			case EARLIEST -> consumer.seekToBeginning(Set.of(partition));
			case LATEST -> consumer.seekToEnd(Set.of(partition));
			case BY_DURATION -> {
				long time = now - policy.duration().orElseThrow().toMillis();
				OffsetAndTimestamp found = consumer.offsetsForTimes(Map.of(partition, time)).get(partition);
				if (found != null) {
					consumer.seek(partition, found.offset());
				}
				else {
					consumer.seekToEnd(Set.of(partition));
				}
			}
			case NONE -> throw new StreamsException(partition
					+ " has no committed offset to begin at, and auto.offset.reset"
					+ " is none. Commit one for the group, or set consumer.auto.offset.reset to earliest or latest.");
		}
	}

}
