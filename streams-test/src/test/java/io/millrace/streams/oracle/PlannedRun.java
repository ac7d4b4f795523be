package io.millrace.streams.oracle;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

import io.millrace.oracle.Outcome;
import io.millrace.oracle.Pair;
import io.millrace.oracle.PlanInput;
import io.millrace.oracle.PlanRun;
import io.millrace.streams.KeyValue;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.StreamsConfig;
import io.millrace.streams.TestInputTopic;
import io.millrace.streams.TestOutputTopic;
import io.millrace.streams.Topology;
import io.millrace.streams.TopologyConfig;
import io.millrace.streams.TopologyTestDriver;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.TimestampExtractor;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.SessionStore;
import io.millrace.streams.state.ValueAndTimestamp;
import io.millrace.streams.state.WindowStore;
import io.millrace.streams.test.TestRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Runs pairs with the test driver. Compiled a second time with the import prefix of Kafka
 * Streams, so it may use only what both have.
 */
public final class PlannedRun implements PlanRun {

	private final String optimization;

	public PlannedRun() {
		this(StreamsConfig.NO_OPTIMIZATION);
	}

	public PlannedRun(String optimization) {
		this.optimization = optimization;
	}

	@Override
	public Outcome run(Pair pair) {
		try {
			Properties settings = settings(pair);
			settings.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, this.optimization);
			StreamsBuilder builder = new StreamsBuilder(new TopologyConfig(new StreamsConfig(settings)));
			Topology topology = PlannedTopology.of(pair.plan(), pair.cached(), builder).build(settings);
			try (TopologyTestDriver driver = new TopologyTestDriver(topology, settings)) {
				return run(pair, topology, driver);
			}
		}
		catch (RuntimeException ex) {
			Throwable cause = ex;
			while (cause.getCause() != null) {
				cause = cause.getCause();
			}
			return Outcome.failed(ex + " by " + cause);
		}
	}

	private static Outcome run(Pair pair, Topology topology, TopologyTestDriver driver) {
		Map<String, TestInputTopic<String, String>> inputs = new HashMap<>();
		for (String topic : pair.plan().inputTopics()) {
			inputs.put(topic, driver.createInputTopic(topic, new StringSerializer(), new StringSerializer()));
		}
		Map<String, List<Outcome.Output>> outputs = new LinkedHashMap<>();
		for (PlanInput input : pair.inputs()) {
			Headers headers = new RecordHeaders();
			headers.add("value", String.valueOf(input.value()).getBytes(StandardCharsets.UTF_8));
			inputs.get(input.topic())
				.pipeInput(new TestRecord<>(input.key(), input.value(), headers, input.timestamp()));
		}
		for (String topic : pair.plan().outputTopics()) {
			outputs.put(topic, read(driver, topic));
		}
		return new Outcome(topology.describe().toString(), outputs, stores(driver), dropped(driver), null);
	}

	private static List<Outcome.Output> read(TopologyTestDriver driver, String topic) {
		TestOutputTopic<String, String> output = driver.createOutputTopic(topic, new StringDeserializer(),
				new StringDeserializer());
		List<Outcome.Output> read = new ArrayList<>();
		for (TestRecord<String, String> record : output.readRecordsToList()) {
			StringBuilder headers = new StringBuilder();
			record.headers()
				.forEach((header) -> headers.append(' ').append(new String(header.value(), StandardCharsets.UTF_8)));
			read.add(new Outcome.Output(String.valueOf(record.key()), record.value(), record.timestamp(),
					headers.toString()));
		}
		return read;
	}

	private static Map<String, List<String>> stores(TopologyTestDriver driver) {
		Map<String, List<String>> stores = new TreeMap<>();
		driver.getAllStateStores().forEach((name, store) -> stores.put(name, content(store)));
		return stores;
	}

	@SuppressWarnings("unchecked")
	private static List<String> content(StateStore store) {
		List<String> content = new ArrayList<>();
		if (store instanceof KeyValueStore) {
			add(content, ((KeyValueStore<Object, Object>) store).all());
		}
		else if (store instanceof WindowStore) {
			add(content, ((WindowStore<Object, Object>) store).all());
		}
		else if (store instanceof SessionStore) {
			add(content, ((SessionStore<String, Object>) store).fetch("", "zzzz"));
		}
		content.sort(null);
		return content;
	}

	private static <K, V> void add(List<String> content, Iterator<KeyValue<K, V>> entries) {
		while (entries.hasNext()) {
			KeyValue<K, V> entry = entries.next();
			Object value = entry.value;
			if (value instanceof ValueAndTimestamp) {
				ValueAndTimestamp<?> row = (ValueAndTimestamp<?>) value;
				value = row.value() + "@" + row.timestamp();
			}
			content.add(entry.key + "=" + withoutHeaders(value));
		}
	}

	/**
	 * Rows of joins, which Kafka Streams shows with timestamp and headers.
	 */
	private static Object withoutHeaders(Object value) {
		if (value == null || !value.getClass().getSimpleName().equals("ValueTimestampHeaders")) {
			return value;
		}
		try {
			return value.getClass().getMethod("value").invoke(value);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static long dropped(TopologyTestDriver driver) {
		return driver.metrics()
			.values()
			.stream()
			.filter((metric) -> metric.metricName().name().equals("dropped-records-total"))
			.mapToLong((metric) -> ((Number) metric.metricValue()).longValue())
			.sum();
	}

	private static Properties settings(Pair pair) {
		Properties settings = new Properties();
		settings.put("application.id", "app");
		settings.put("bootstrap.servers", "none:1");
		settings.put("state.dir", System.getProperty("java.io.tmpdir") + "/oracle-" + ProcessHandle.current().pid());
		settings.put("default.key.serde", Serdes.StringSerde.class.getName());
		settings.put("default.value.serde", Serdes.StringSerde.class.getName());
		settings.put("default.timestamp.extractor", SomeInvalid.class);
		settings.put("statestore.cache.max.bytes", pair.cached() ? "1000000" : "0");
		if (Topology.class.getName().startsWith("org.apache")) {
			settings.put("__emit.interval.ms.kstreams.outer.join.spurious.results.fix__", 0L);
			settings.put("__emit.interval.ms.kstreams.windowed.aggregation__", 0L);
			// Processors may change what they are given.
			settings.put("__enable.process.processValue.fix__", true);
			settings.put("dsl.store.suppliers.class",
					"org.apache.kafka.streams.state.BuiltInDslStoreSuppliers$InMemoryDslStoreSuppliers");
		}
		return settings;
	}

	/**
	 * Finds no valid timestamp for some records.
	 */
	public static final class SomeInvalid implements TimestampExtractor {

		@Override
		public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
			return PlanInput.isRejected(record.timestamp()) ? -1 : record.timestamp();
		}

	}

}
