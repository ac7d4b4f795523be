package io.millrace.streams.benchmarks.application.handwritten;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.millrace.streams.benchmarks.application.ApplicationSettings;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * One thread with a consumer and a producer: polls, has each record processed, commits at
 * the interval, in transactions or without. With more than one thread it waits until it
 * has no more than its share of partitions, since a step doesn't hand its state over.
 *
 * @param <I> the type of values that come in
 * @param <O> the type of values that go out
 */
final class Loop<I, O> implements Runnable, ConsumerRebalanceListener {

	private static final long INTERVAL_NANOS = ApplicationSettings.COMMIT_INTERVAL_MS * 1_000_000L;

	private final boolean transactional;

	private final int share;

	private final KafkaConsumer<String, I> consumer;

	private final KafkaProducer<String, O> producer;

	private final Step<I, O> step;

	private final String input;

	private final Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();

	private volatile boolean stopped;

	Loop(ApplicationSettings settings, int number, Step<I, O> step, Deserializer<I> deserializer,
			Serializer<O> serializer) {
		this.transactional = settings.scenario().exactlyOnce();
		int threads = settings.scenario().threads();
		this.share = (settings.scenario().partitions() + threads - 1) / threads;
		this.input = settings.input();
		this.step = step;
		this.consumer = new KafkaConsumer<>(consumerSettings(settings), new StringDeserializer(), deserializer);
		this.producer = new KafkaProducer<>(producerSettings(settings, number), new StringSerializer(), serializer);
	}

	private Map<String, Object> consumerSettings(ApplicationSettings settings) {
		return Map.of("bootstrap.servers", settings.bootstrapServers(), "group.id", settings.applicationId(),
				"auto.offset.reset", "earliest", "enable.auto.commit", false, "isolation.level",
				this.transactional ? "read_committed" : "read_uncommitted", "max.poll.records",
				ApplicationSettings.POLLED_AT_ONCE);
	}

	private Map<String, Object> producerSettings(ApplicationSettings settings, int number) {
		Map<String, Object> all = new HashMap<>(Map.of("bootstrap.servers", settings.bootstrapServers()));
		all.put("batch.size", ApplicationSettings.BATCH_SIZE);
		if (this.transactional) {
			all.put("transactional.id", settings.applicationId() + "-" + number);
			all.put("linger.ms", 100);
		}
		return all;
	}

	@Override
	public void run() {
		try (this.consumer; this.producer) {
			if (this.transactional) {
				this.producer.initTransactions();
				this.producer.beginTransaction();
			}
			this.consumer.subscribe(List.of(this.input), this);
			long lastCommit = System.nanoTime();
			while (!this.stopped) {
				process(this.consumer.poll(Duration.ofMillis(ApplicationSettings.COMMIT_INTERVAL_MS)));
				long now = System.nanoTime();
				if (now - lastCommit >= INTERVAL_NANOS) {
					commit();
					lastCommit = now;
				}
			}
			commit();
		}
		catch (RuntimeException ex) {
			ex.printStackTrace();
			Runtime.getRuntime().halt(1);
		}
	}

	private void process(ConsumerRecords<String, I> records) {
		for (TopicPartition partition : records.partitions()) {
			List<ConsumerRecord<String, I>> polled = records.records(partition);
			for (ConsumerRecord<String, I> record : polled) {
				this.step.process(record, this.producer);
			}
			this.positions.put(partition, new OffsetAndMetadata(polled.get(polled.size() - 1).offset() + 1));
		}
	}

	private void commit() {
		if (this.positions.isEmpty()) {
			return;
		}
		this.step.beforeCommit(this.producer);
		if (this.transactional) {
			this.producer.sendOffsetsToTransaction(this.positions, this.consumer.groupMetadata());
			this.producer.commitTransaction();
			this.producer.beginTransaction();
		}
		else {
			this.producer.flush();
			this.consumer.commitSync(this.positions);
		}
		this.positions.clear();
	}

	@Override
	public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
		commit();
	}

	@Override
	public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
		if (partitions.size() > this.share) {
			this.consumer.pause(partitions);
		}
	}

	void stop() {
		this.stopped = true;
	}

}
