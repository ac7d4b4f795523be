package io.millrace.streams;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.JoinWindows;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.kstream.StreamJoined;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.processor.api.ContextualProcessor;
import io.millrace.streams.processor.api.FixedKeyProcessorSupplier;
import io.millrace.streams.processor.api.Processor;
import io.millrace.streams.processor.api.ProcessorContext;
import io.millrace.streams.processor.api.ProcessorSupplier;
import io.millrace.streams.processor.api.ProcessorWrapper;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.processor.api.WrappedFixedKeyProcessorSupplier;
import io.millrace.streams.processor.api.WrappedProcessorSupplier;
import io.millrace.streams.state.BuiltInDslStoreSuppliers;
import io.millrace.streams.state.DslKeyValueParams;
import io.millrace.streams.state.DslSessionParams;
import io.millrace.streams.state.DslStoreSuppliers;
import io.millrace.streams.state.DslWindowParams;
import io.millrace.streams.state.KeyValueBytesStoreSupplier;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.SessionBytesStoreSupplier;
import io.millrace.streams.state.WindowBytesStoreSupplier;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Settings that take effect when a topology is built.
 */
class TopologySettingsTests {

	private static final List<String> seen = new ArrayList<>();

	@BeforeEach
	void forget() {
		seen.clear();
	}

	private static Properties settings(String name, Object value) {
		Properties settings = new Properties();
		settings.put("application.id", "app");
		settings.put("bootstrap.servers", "none:9092");
		settings.put(name, value);
		return settings;
	}

	private static KStream<String, String> stream(StreamsBuilder builder, String topic) {
		return builder.stream(topic, Consumed.with(Serdes.String(), Serdes.String()));
	}

	@Test
	void aWrapperIsGivenTheProcessorsOfTheApplication() {
		Properties settings = settings(StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG, Wrapper.class);
		StreamsBuilder builder = new StreamsBuilder(new TopologyConfig(new StreamsConfig(settings)));
		stream(builder, "in").mapValues((value) -> value + "1")
			.process(Appending::new)
			.to("out", Produced.with(Serdes.String(), Serdes.String()));
		Topology topology = builder.build();
		assertThat(seen).containsExactly("KSTREAM-PROCESSOR-0000000002");
		try (TopologyTestDriver driver = new TopologyTestDriver(topology, settings, Instant.ofEpochMilli(0))) {
			driver.createInputTopic("in", new StringSerializer(), new StringSerializer()).pipeInput("k", "a");
			assertThat(driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
				.readValuesToList()).containsExactly("wrapped a12");
		}
	}

	@Test
	void aTopologyThatWasBuiltWithoutTheSettingsIsRefused() {
		StreamsBuilder builder = new StreamsBuilder();
		stream(builder, "in").process(Appending::new);
		Topology topology = builder.build();
		for (String name : List.of(StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG,
				StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG)) {
			Properties settings = settings(name, name.startsWith("proc") ? Wrapper.class : Suppliers.class);
			assertThatExceptionOfType(TopologyException.class)
				.isThrownBy(() -> new TopologyTestDriver(topology, settings))
				.withMessageContaining(name)
				.withMessageContaining("built without it")
				.withMessageContaining("TopologyConfig");
		}
		assertThatExceptionOfType(ConfigException.class)
			.isThrownBy(
					() -> new StreamsConfig(settings(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, Wrapper.class)))
			.withMessageContaining(DslStoreSuppliers.class.getName());
	}

	@Test
	void suppliersChooseTheStoresOfTheDsl() {
		Properties settings = settings(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, Suppliers.class);
		StreamsBuilder builder = new StreamsBuilder(new TopologyConfig(new StreamsConfig(settings)));
		KStream<String, String> left = stream(builder, "left");
		left.groupByKey().count(Materialized.as("counts"));
		left.groupByKey()
			.count(Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as("own")
				.withStoreType(Materialized.StoreType.IN_MEMORY));
		left.groupByKey()
			.windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(10), Duration.ofMillis(5)))
			.count(Materialized.as("windows"));
		left.join(stream(builder, "right"), (one, other) -> one + other,
				JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(10)),
				StreamJoined.with(Serdes.String(), Serdes.String(), Serdes.String()).withStoreName("join"));
		builder.build();
		assertThat(seen).containsExactly("counts timestamped", "windows 10 of 15", "join-this-join-store 20 of 20",
				"join-other-join-store 20 of 20");
	}

	@Test
	void aTopologyThatWasBuiltWithOtherOptimisationsIsRefused() {
		Properties settings = settings(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, StreamsConfig.OPTIMIZE);
		StreamsBuilder builder = new StreamsBuilder();
		stream(builder, "in").foreach((key, value) -> {
		});
		Topology plain = builder.build();
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> new TopologyTestDriver(plain, settings))
			.withMessageContaining("topology.optimization is all, but the topology was built with none")
			.withMessageContaining("StreamsBuilder.build");
		Topology optimized = builder.build(settings);
		new TopologyTestDriver(optimized, settings).close();
		settings.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, StreamsConfig.MERGE_REPARTITION_TOPICS);
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> new TopologyTestDriver(optimized, settings))
			.withMessageContaining("single.store.self.join");
		settings.remove(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG);
		new TopologyTestDriver(optimized, settings).close();
		settings.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, StreamsConfig.OPTIMIZE);
		new TopologyTestDriver(
				new Topology().addSource("source", new StringDeserializer(), new StringDeserializer(), "in"), settings)
			.close();
	}

	@Test
	void aBuilderWithTheSettingsOptimises() {
		Properties settings = settings(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, StreamsConfig.OPTIMIZE);
		StreamsBuilder builder = new StreamsBuilder(new StreamsConfig(settings));
		KStream<String, String> stream = stream(builder, "in").selectKey((key, value) -> value);
		Grouped<String, String> grouped = Grouped.with(Serdes.String(), Serdes.String());
		stream.groupByKey(grouped).count(Materialized.as("one"));
		stream.groupByKey(grouped).count(Materialized.as("other"));
		assertThat(builder.build().describe().toString()).containsOnlyOnce("Sink:");
		Properties none = new Properties();
		none.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, StreamsConfig.NO_OPTIMIZATION);
		assertThat(builder.build(none).describe().toString()).containsPattern("(?s)Sink:.*Sink:");
	}

	@Test
	void aTableOfATopicHasNoChangelogIfItsTopicIsReused() {
		Properties settings = settings(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG,
				StreamsConfig.REUSE_KTABLE_SOURCE_TOPICS);
		StreamsBuilder builder = new StreamsBuilder();
		builder.table("rows", Consumed.with(Serdes.String(), Serdes.String()), Materialized.as("rows"))
			.mapValues((value) -> value, Materialized.as("derived"));
		assertThat(producedWith(builder.build(), new Properties()))
			.containsExactlyInAnyOrder("topology-test-driver-rows-changelog", "topology-test-driver-derived-changelog");
		assertThat(producedWith(builder.build(settings), settings)).containsExactly("app-derived-changelog");
	}

	private static Set<String> producedWith(Topology topology, Properties settings) {
		settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
		try (TopologyTestDriver driver = new TopologyTestDriver(topology, settings)) {
			driver.createInputTopic("rows", new StringSerializer(), new StringSerializer()).pipeInput("k", "v");
			assertThat(driver.<String, String>getKeyValueStore("rows").get("k")).isEqualTo("v");
			return driver.producedTopicNames();
		}
	}

	/** Puts a word before every value that a processor forwards. */
	public static final class Wrapper implements ProcessorWrapper {

		@Override
		public <KIn extends @Nullable Object, VIn extends @Nullable Object, KOut extends @Nullable Object, VOut extends @Nullable Object> WrappedProcessorSupplier<KIn, VIn, KOut, VOut> wrapProcessorSupplier(
				String processorName, ProcessorSupplier<KIn, VIn, KOut, VOut> processorSupplier) {
			seen.add(processorName);
			return () -> new Prefixing<>(processorSupplier.get());
		}

		@Override
		public <KIn extends @Nullable Object, VIn extends @Nullable Object, VOut extends @Nullable Object> WrappedFixedKeyProcessorSupplier<KIn, VIn, VOut> wrapFixedKeyProcessorSupplier(
				String processorName, FixedKeyProcessorSupplier<KIn, VIn, VOut> processorSupplier) {
			return ProcessorWrapper.asWrappedFixedKey(processorSupplier);
		}

	}

	private static final class Prefixing<KIn extends @Nullable Object, VIn extends @Nullable Object, KOut extends @Nullable Object, VOut extends @Nullable Object>
			implements Processor<KIn, VIn, KOut, VOut> {

		private final Processor<KIn, VIn, KOut, VOut> inner;

		private Prefixing(Processor<KIn, VIn, KOut, VOut> inner) {
			this.inner = inner;
		}

		@Override
		public void init(ProcessorContext<KOut, VOut> context) {
			this.inner.init(context);
		}

		@Override
		@SuppressWarnings("unchecked")
		public void process(Record<KIn, VIn> record) {
			this.inner.process(record.withValue((VIn) ("wrapped " + record.value())));
		}

	}

	private static final class Appending extends ContextualProcessor<String, String, String, String> {

		@Override
		public void process(Record<String, String> record) {
			context().forward(record.withValue(record.value() + "2"));
		}

	}

	/** Notes what it is asked for. */
	public static final class Suppliers implements DslStoreSuppliers {

		@Override
		public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
			seen.add(params.name() + (params.isTimestamped() ? " timestamped" : " plain"));
			return BuiltInDslStoreSuppliers.IN_MEMORY.keyValueStore(params);
		}

		@Override
		public WindowBytesStoreSupplier windowStore(DslWindowParams params) {
			seen.add(params.name() + " " + params.windowSize().toMillis() + " of "
					+ params.retentionPeriod().toMillis());
			return BuiltInDslStoreSuppliers.IN_MEMORY.windowStore(params);
		}

		@Override
		public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
			return BuiltInDslStoreSuppliers.IN_MEMORY.sessionStore(params);
		}

		@Override
		public void configure(Map<String, ?> configs) {
		}

	}

}
