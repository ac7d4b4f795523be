package io.millrace.sample.kafka;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.stereotype.Component;

/**
 * Writes records to topics that hold none, so that nothing is fed twice when the
 * application starts again.
 */
@Component
public class TopicFiller {

	private static final Logger logger = LoggerFactory.getLogger(TopicFiller.class);

	private final KafkaAdmin kafkaAdmin;

	private final KafkaTemplate<String, String> kafka;

	TopicFiller(KafkaAdmin kafkaAdmin, KafkaTemplate<String, String> kafka) {
		this.kafkaAdmin = kafkaAdmin;
		this.kafka = kafka;
	}

	/**
	 * Writes records to a topic, unless something was ever written to it. Returns when
	 * the broker has them.
	 * @param topic the topic, which must exist
	 * @param records the records for it
	 * @throws IllegalStateException if the topic can't be looked at
	 * @throws java.util.concurrent.CompletionException if a record can't be written
	 */
	public void fill(String topic, Stream<ProducerRecord<String, String>> records) {
		if (!isEmpty(topic)) {
			logger.info("The topic {} holds records already, so it is not fed", topic);
			return;
		}
		CompletableFuture<?>[] sent = records.map(this.kafka::send).toArray(CompletableFuture<?>[]::new);
		this.kafka.flush();
		CompletableFuture.allOf(sent).join();
		logger.info("Fed {} records to the topic {}", sent.length, topic);
	}

	private boolean isEmpty(String topic) {
		try (Admin admin = Admin.create(this.kafkaAdmin.getConfigurationProperties())) {
			Map<TopicPartition, OffsetSpec> ends = admin.describeTopics(Set.of(topic))
				.allTopicNames()
				.get()
				.values()
				.stream()
				.flatMap((description) -> description.partitions().stream())
				.collect(Collectors.toMap((partition) -> new TopicPartition(topic, partition.partition()),
						(partition) -> OffsetSpec.latest()));
			return admin.listOffsets(ends).all().get().values().stream().allMatch((end) -> end.offset() == 0);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while looking at the topic " + topic, ex);
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("The topic " + topic + " can't be looked at (" + ex.getCause()
					+ "): check that the broker is up and the topic is there", ex.getCause());
		}
	}

}
