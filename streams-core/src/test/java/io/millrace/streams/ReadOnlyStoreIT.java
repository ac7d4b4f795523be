package io.millrace.streams;

import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;

import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Joined;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.processor.StateRestoreListener;
import io.millrace.streams.processor.api.ContextualProcessor;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.QueryableStoreTypes;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import io.millrace.streams.state.Stores;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Stores of tasks that have a source topic for their changelog.
 */
class ReadOnlyStoreIT {

	private static final int ROWS = 100;

	@Test
	void isRestoredFromTheTopicThatFillsIt() throws Exception {
		try (Cluster cluster = Cluster.start()) {
			Run run = cluster.run("readonly", 1);
			cluster.kafka().createTopic("readonly-rows", 1);
			put(run, "one");
			try (KafkaStreams streams = new KafkaStreams(topology(run), run.config())) {
				streams.start();
				await().until(() -> rowsAre(streams, "one"));
				run.send(0, 1);
				assertThat(run.awaitOutput(1)).containsExactly("v0 one");
			}
			AtomicLong restored = new AtomicLong();
			try (KafkaStreams streams = new KafkaStreams(topology(run), run.config())) {
				streams.setGlobalStateRestoreListener(counting(restored));
				streams.start();
				await().until(() -> rowsAre(streams, "one"));
				put(run, "two");
				await().until(() -> rowsAre(streams, "two"));
				run.send(1, 1);
				assertThat(run.awaitOutput(2)).containsExactly("v0 one", "v1 two");
				assertThat(restored).hasValue(CountingTopology.PERSISTENT ? 0 : ROWS);
			}
			assertThat(cluster.admin().listTopics().names().get()).noneMatch((topic) -> topic.endsWith("-changelog"));
		}
	}

	@Test
	void theTopicOfATableIsItsChangelogIfTheSettingsSaySo() throws Exception {
		try (Cluster cluster = Cluster.start()) {
			Run run = cluster.run("reuse", 1);
			cluster.kafka().createTopic("readonly-rows", 1);
			put(run, "one");
			Topology topology = tableOfTopic(run);
			try (KafkaStreams streams = new KafkaStreams(topology, run.config())) {
				streams.start();
				await().until(() -> rowsAre(streams, "one"));
				run.send(0, 1);
				assertThat(run.awaitOutput(1)).containsExactly("v0 one");
			}
			AtomicLong restored = new AtomicLong();
			try (KafkaStreams streams = new KafkaStreams(topology, run.config())) {
				streams.setGlobalStateRestoreListener(counting(restored));
				// What has come since is not restored but processed.
				put(run, "two");
				streams.start();
				await().until(() -> rowsAre(streams, "two"));
				run.send(1, 1);
				assertThat(run.awaitOutput(2)).containsExactly("v0 one", "v1 two");
				assertThat(restored).hasValue(CountingTopology.PERSISTENT ? 0 : ROWS);
			}
			assertThat(cluster.admin().listTopics().names().get()).noneMatch((topic) -> topic.endsWith("-changelog"));
		}
	}

	private static Topology tableOfTopic(Run run) {
		StreamsBuilder builder = new StreamsBuilder();
		KTable<String, String> table = builder.table("readonly-rows", Consumed.with(Serdes.String(), Serdes.String()),
				Materialized.as("rows"));
		builder.stream(run.input(), Consumed.with(Serdes.String(), Serdes.String()))
			.selectKey((key, value) -> value)
			.join(table, (value, row) -> value + " " + row,
					Joined.with(Serdes.String(), Serdes.String(), Serdes.String()))
			.to(run.output(), Produced.with(Serdes.String(), Serdes.String()));
		Properties settings = new Properties();
		settings.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, StreamsConfig.REUSE_KTABLE_SOURCE_TOPICS);
		return builder.build(settings);
	}

	private static Topology topology(Run run) {
		return new Topology().addSource("in", new StringDeserializer(), new StringDeserializer(), run.input())
			.addProcessor("read", Reading::new, "in")
			.addSink("out", run.output(), new StringSerializer(), new StringSerializer(), "read")
			.addReadOnlyStateStore(
					Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("rows"), Serdes.String(),
							Serdes.String()),
					"rows-in", new StringDeserializer(), new StringDeserializer(), "readonly-rows", "fill",
					Filling::new)
			.connectProcessorAndStateStores("read", "rows");
	}

	private static void put(Run run, String value) {
		try (KafkaProducer<String, String> producer = run.producer()) {
			for (int i = 0; i < ROWS; i++) {
				producer.send(new ProducerRecord<>("readonly-rows", "v" + i, value));
			}
		}
	}

	private static boolean rowsAre(KafkaStreams streams, String value) {
		if (streams.state() != State.RUNNING || streams.status().threads().get(0).tasks().isEmpty()) {
			return false;
		}
		ReadOnlyKeyValueStore<String, String> store = streams
			.store(StoreQueryParameters.fromNameAndType("rows", QueryableStoreTypes.keyValueStore()));
		return value.equals(store.get("v0")) && value.equals(store.get("v" + (ROWS - 1)));
	}

	private static StateRestoreListener counting(AtomicLong restored) {
		return new StateRestoreListener() {

			@Override
			public void onRestoreStart(TopicPartition partition, String store, long start, long end) {
				assertThat(Map.of("rows", "readonly-rows")).containsEntry(store, partition.topic());
			}

			@Override
			public void onBatchRestored(TopicPartition partition, String store, long end, long count) {
				restored.addAndGet(count);
			}

			@Override
			public void onRestoreEnd(TopicPartition partition, String store, long total) {
			}

		};
	}

	private static final class Filling extends ContextualProcessor<String, String, Void, Void> {

		@Override
		public void process(Record<String, String> record) {
			KeyValueStore<String, String> store = context().getStateStore("rows");
			store.put(record.key(), record.value());
		}

	}

	private static final class Reading extends ContextualProcessor<String, String, String, String> {

		@Override
		public void process(Record<String, String> record) {
			KeyValueStore<String, String> store = context().getStateStore("rows");
			context().forward(record.withValue(record.value() + " " + store.get(record.value())));
		}

	}

}
