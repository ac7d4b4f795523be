package io.millrace.streams.internal.topology;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;

import io.millrace.streams.internal.store.BuiltInWindowStoreSupplier;
import io.millrace.streams.internal.topology.CompiledTopology.Store;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.internals.InternalTopicConfig;
import org.apache.kafka.streams.processor.internals.InternalTopologyBuilder;
import org.apache.kafka.streams.processor.internals.StoreBuilderWrapper;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The changelogs of all kinds of stores are created with the settings that Kafka Streams
 * gives them.
 */
class ChangelogConfigTests {

	private static final Duration RETENTION = Duration.ofHours(5);

	private static final Duration SIZE = Duration.ofMinutes(3);

	private static final long ADDITIONAL = 7_200_000;

	@Test
	void keyValueStores() {
		compare(org.apache.kafka.streams.state.Stores.keyValueStoreBuilder(
				org.apache.kafka.streams.state.Stores.inMemoryKeyValueStore("store"), Serdes.String(), Serdes.String()),
				Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("store"), Serdes.String(), Serdes.String()));
	}

	@Test
	void windowStores() {
		compare(org.apache.kafka.streams.state.Stores.windowStoreBuilder(
				org.apache.kafka.streams.state.Stores.inMemoryWindowStore("store", RETENTION, SIZE, false),
				Serdes.String(), Serdes.String()),
				Stores.windowStoreBuilder(Stores.inMemoryWindowStore("store", RETENTION, SIZE, false), Serdes.String(),
						Serdes.String()));
	}

	/**
	 * Kafka Streams has no such store: it forgets what it doesn't show.
	 */
	@Test
	void windowStoresThatKeepWhatTheyDoNotShowGetItBack() {
		StoreBuilder<?> builder = Stores
			.windowStoreBuilder(BuiltInWindowStoreSupplier.anywhere("store", RETENTION.toMillis(), SIZE.toMillis())
				.reaching(Duration.ofDays(60).toMillis()), Serdes.String(), Serdes.String());
		assertThat(ours(builder)).containsEntry("retention.ms",
				Long.toString(RETENTION.toMillis() + Duration.ofDays(60).toMillis() + ADDITIONAL));
	}

	@Test
	void sessionStores() {
		compare(org.apache.kafka.streams.state.Stores.sessionStoreBuilder(
				org.apache.kafka.streams.state.Stores.inMemorySessionStore("store", RETENTION), Serdes.String(),
				Serdes.String()),
				Stores.sessionStoreBuilder(Stores.inMemorySessionStore("store", RETENTION), Serdes.String(),
						Serdes.String()));
	}

	@Test
	void versionedStores() {
		compare(org.apache.kafka.streams.state.Stores.versionedKeyValueStoreBuilder(
				org.apache.kafka.streams.state.Stores.persistentVersionedKeyValueStore("store", RETENTION),
				Serdes.String(), Serdes.String()),
				Stores.versionedKeyValueStoreBuilder(Stores.persistentVersionedKeyValueStore("store", RETENTION),
						Serdes.String(), Serdes.String()));
	}

	@Test
	void whatTheUserSetsCounts() {
		compare(org.apache.kafka.streams.state.Stores
			.windowStoreBuilder(
					org.apache.kafka.streams.state.Stores.inMemoryWindowStore("store", RETENTION, SIZE, false),
					Serdes.String(), Serdes.String())
			.withLoggingEnabled(Map.of("min.insync.replicas", "2", "cleanup.policy", "delete")),
				Stores
					.windowStoreBuilder(Stores.inMemoryWindowStore("store", RETENTION, SIZE, false), Serdes.String(),
							Serdes.String())
					.withLoggingEnabled(Map.of("min.insync.replicas", "2", "cleanup.policy", "delete")));
	}

	private static void compare(org.apache.kafka.streams.state.StoreBuilder<?> theirs, StoreBuilder<?> ours) {
		Map<String, String> expected = theirs(theirs);
		assertThat(ours(ours)).isEqualTo(expected);
	}

	private static Map<String, String> ours(StoreBuilder<?> builder) {
		TopologyGraph graph = new TopologyGraph();
		graph.add(new NodeSpec.Source("in", List.of("in"), null, null, null, null));
		graph.add(new NodeSpec.Processing("process", List.of("in"), () -> {
			throw new UnsupportedOperationException();
		}, "process"));
		graph.addStore(builder, "process");
		Store store = TopologyCompiler.compile(graph, "app", Duration.ofMillis(ADDITIONAL))
			.subtopologies()
			.get(0)
			.stores()
			.get(0);
		return store.changelogConfig();
	}

	private static Map<String, String> theirs(org.apache.kafka.streams.state.StoreBuilder<?> builder) {
		Properties settings = new Properties();
		settings.put("application.id", "app");
		settings.put("bootstrap.servers", "none:1");
		StreamsConfig config = new StreamsConfig(settings);
		InternalTopologyBuilder topology = new InternalTopologyBuilder(new TopologyConfig(config));
		topology.setApplicationId("app");
		topology.addSource(null, "in", null, null, null, "in");
		topology.addProcessor("process", Idle::new, "in");
		topology.addStateStore(StoreBuilderWrapper.wrapStoreBuilder(builder), "process");
		topology.rewriteTopology(config);
		topology.buildTopology();
		InternalTopicConfig topic = topology.subtopologyToTopicsInfo().values().iterator().next().stateChangelogTopics
			.get("app-store-changelog");
		return topic.properties(Map.of(), ADDITIONAL);
	}

	private static final class Idle implements Processor<Object, Object, Object, Object> {

		@Override
		public void process(Record<Object, Object> record) {
		}

	}

}
