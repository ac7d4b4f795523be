package io.millrace.streams;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

import io.millrace.streams.internal.store.CacheBudget;
import io.millrace.streams.internal.store.InMemoryStateEngineFactory;
import io.millrace.streams.internal.task.StreamTask;
import io.millrace.streams.internal.task.TaskCounters;
import io.millrace.streams.internal.task.TaskEnvironment;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.processor.TaskId;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A foreign-key join whose two tables change at once: each side's task learns of the
 * other's change only after its own.
 */
class ForeignKeyRaceTests {

	private final List<StreamTask> tasks = new ArrayList<>();

	private final Map<StreamTask, CapturingProducer> producers = new HashMap<>();

	private final Map<TopicPartition, Long> offsets = new HashMap<>();

	private final List<ProducerRecord<byte[], byte[]>> onTheirWay = new ArrayList<>();

	private final List<String> results = new ArrayList<>();

	@Test
	void aRowThatChangesWhileWhatItRefersToIsDeletedLeavesTheResult() {
		start();
		take("orders", "k", "f:1", 0);
		deliver();
		take("customers", "f", "ann", 1);
		deliver();
		assertThat(this.results).containsExactly("k=f:1 ann");
		take("orders", "k", "f:2", 10);
		List<ProducerRecord<byte[], byte[]>> changed = List.copyOf(this.onTheirWay);
		this.onTheirWay.clear();
		take("customers", "f", null, 5);
		deliver();
		this.onTheirWay.addAll(changed);
		deliver();
		assertThat(this.results).containsExactly("k=f:1 ann", "k=null");
		take("orders", "k", "f:3", 20);
		deliver();
		assertThat(this.results).hasSize(2);
		this.tasks.forEach(StreamTask::close);
	}

	private void start() {
		StreamsBuilder builder = new StreamsBuilder();
		KTable<String, String> customers = builder.table("customers");
		builder.<String, String>table("orders")
			.join(customers, (order) -> order.split(":")[0], (order, customer) -> order + " " + customer,
					Materialized.as("result"))
			.toStream()
			.to("out");
		Properties settings = new Properties();
		settings.put("application.id", "app");
		settings.put("bootstrap.servers", "none:1");
		settings.put("default.key.serde", Serdes.StringSerde.class.getName());
		settings.put("default.value.serde", Serdes.StringSerde.class.getName());
		StreamsConfig config = new StreamsConfig(settings);
		for (CompiledTopology.Subtopology subtopology : builder.build().compile(config).subtopologies()) {
			CapturingProducer producer = new CapturingProducer();
			StreamTask task = new StreamTask(new TaskId(this.tasks.size(), 0), subtopology,
					new TaskEnvironment("app", config, Path.of("none"), new InMemoryStateEngineFactory(), producer,
							new CacheBudget(0), new TaskCounters(), () -> 0));
			task.open();
			task.endRestore();
			task.start(Map.of());
			this.tasks.add(task);
			this.producers.put(task, producer);
		}
	}

	private void take(String topic, String key, @Nullable String value, long timestamp) {
		take(topic, bytes(key), bytes(value), timestamp, new RecordHeaders());
	}

	private void take(String topic, byte @Nullable [] key, byte @Nullable [] value, long timestamp, Headers headers) {
		TopicPartition partition = new TopicPartition(topic, 0);
		for (StreamTask task : this.tasks) {
			if (task.inputPartitions().contains(partition)) {
				long offset = this.offsets.merge(partition, 1L, Long::sum) - 1;
				task.enqueue(partition, List.of(new ConsumerRecord<>(topic, 0, offset, timestamp,
						TimestampType.CREATE_TIME, 1, 1, key, value, headers, Optional.empty())));
				task.process(1, 0, (other) -> 0);
				commit(task);
			}
		}
	}

	private void commit(StreamTask task) {
		task.flushOperators();
		task.writeChangelogs();
		task.publish();
		CapturingProducer producer = this.producers.get(task);
		producer.commit();
		ProducerRecord<byte[], byte[]> sent = producer.pollFresh();
		while (sent != null) {
			if (sent.topic().equals("out")) {
				this.results.add(text(sent.key()) + "=" + text(sent.value()));
			}
			else {
				this.onTheirWay.add(sent);
			}
			sent = producer.pollFresh();
		}
	}

	/**
	 * Has all arrive that is on its way, and what comes of it.
	 */
	private void deliver() {
		while (!this.onTheirWay.isEmpty()) {
			ProducerRecord<byte[], byte[]> next = this.onTheirWay.remove(0);
			take(next.topic(), next.key(), next.value(), next.timestamp(), next.headers());
		}
	}

	private static byte @Nullable [] bytes(@Nullable String text) {
		return (text != null) ? text.getBytes(StandardCharsets.UTF_8) : null;
	}

	private static @Nullable String text(byte @Nullable [] bytes) {
		return (bytes != null) ? new String(bytes, StandardCharsets.UTF_8) : null;
	}

}
