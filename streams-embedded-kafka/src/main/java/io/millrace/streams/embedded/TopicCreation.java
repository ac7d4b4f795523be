package io.millrace.streams.embedded;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.CreateTopicsResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Creates topics on a broker and waits until each partition has a leader, so that whoever
 * comes next finds them. {@link EmbeddedKafka} asks for it.
 */
final class TopicCreation {

	private static final long TIMEOUT_MS = 30_000;

	private static final long PAUSE_MS = 20;

	private final String bootstrapServers;

	TopicCreation(String bootstrapServers) {
		this.bootstrapServers = bootstrapServers;
	}

	void create(Map<String, Integer> topics) {
		if (topics.isEmpty()) {
			return;
		}
		Map<String, Object> configuration = Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, this.bootstrapServers,
				AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) TIMEOUT_MS,
				AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) TIMEOUT_MS, AdminClientConfig.CLIENT_ID_CONFIG,
				"embedded-kafka-topics");
		try (Admin admin = Admin.create(configuration)) {
			List<NewTopic> wanted = topics.entrySet()
				.stream()
				.map((topic) -> new NewTopic(topic.getKey(), topic.getValue(), (short) 1))
				.toList();
			CreateTopicsResult created = admin.createTopics(wanted);
			for (Map.Entry<String, KafkaFuture<Void>> topic : created.values().entrySet()) {
				awaitCreation(topic.getKey(), topic.getValue());
			}
			for (Map.Entry<String, Integer> topic : topics.entrySet()) {
				awaitLeaders(admin, topic.getKey(), topic.getValue());
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new EmbeddedKafkaException("Interrupted while creating topics " + topics.keySet(), ex);
		}
	}

	private void awaitCreation(String topic, KafkaFuture<Void> creation) throws InterruptedException {
		try {
			creation.get();
		}
		catch (ExecutionException ex) {
			if (!(ex.getCause() instanceof TopicExistsException)) {
				throw failure(topic, String.valueOf(ex.getCause()), ex.getCause());
			}
		}
	}

	private void awaitLeaders(Admin admin, String topic, int partitions) throws InterruptedException {
		long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MS);
		while (!hasLeaders(admin, topic, partitions)) {
			if (System.nanoTime() - deadline > 0) {
				throw failure(topic, "its partitions have no leaders after " + TIMEOUT_MS + " ms", null);
			}
			Thread.sleep(PAUSE_MS);
		}
	}

	private boolean hasLeaders(Admin admin, String topic, int partitions) throws InterruptedException {
		try {
			List<TopicPartitionInfo> actual = admin.describeTopics(List.of(topic))
				.allTopicNames()
				.get()
				.values()
				.stream()
				.flatMap((description) -> description.partitions().stream())
				.toList();
			if (actual.size() != partitions) {
				throw failure(topic, "it exists with " + actual.size() + " partitions, not " + partitions
						+ ": ask for as many, or delete it", null);
			}
			return actual.stream().allMatch((partition) -> partition.leader() != null);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof UnknownTopicOrPartitionException) {
				return false;
			}
			throw failure(topic, String.valueOf(ex.getCause()), ex.getCause());
		}
	}

	private EmbeddedKafkaException failure(String topic, String reason, @Nullable Throwable cause) {
		return new EmbeddedKafkaException("Topic '" + topic + "' can't be created on the embedded Kafka broker at "
				+ this.bootstrapServers + ": " + reason, cause);
	}

}
