package io.millrace.streams.internal.store;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.millrace.streams.KeyValue;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.internals.SessionWindow;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.SessionStore;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.TimestampedKeyValueStore;
import io.millrace.streams.state.TimestampedWindowStore;
import io.millrace.streams.state.ValueAndTimestamp;
import io.millrace.streams.state.VersionedKeyValueStore;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.internals.ValueAndTimestampSerializer;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Does the same things to a store of Kafka Streams and to one of Millrace, and compares
 * what reaches the changelog byte for byte. What theirs sends restores ours.
 */
class StoreLayoutTests {

	@TempDir
	static Path state;

	private static final Duration RETENTION = Duration.ofMinutes(10);

	private static final Duration SIZE = Duration.ofMinutes(1);

	@Test
	void changelogOfAPlainStore() {
		List<Step<org.apache.kafka.streams.state.KeyValueStore<String, Long>, KeyValueStore<String, Long>>> steps = List
			.of(step((store) -> store.put("a", 1L), (store) -> store.put("a", 1L)),
					step((store) -> store.put("ä€😀", Long.MIN_VALUE), (store) -> store.put("ä€😀", Long.MIN_VALUE)),
					step((store) -> store.put("a", 2L), (store) -> store.put("a", 2L)),
					step((store) -> store.putIfAbsent("a", 3L), (store) -> store.putIfAbsent("a", 3L)),
					step((store) -> store.putIfAbsent("b", 4L), (store) -> store.putIfAbsent("b", 4L)),
					step((store) -> store.put("c", null), (store) -> store.put("c", null)),
					step((store) -> store.delete("a"), (store) -> store.delete("a")),
					step((store) -> store.putAll(List.of(org.apache.kafka.streams.KeyValue.pair("d", 5L))),
							(store) -> store.putAll(List.of(KeyValue.pair("d", 5L)))),
					step((store) -> store.put("", 0L), (store) -> store.put("", 0L)));
		compare(org.apache.kafka.streams.state.Stores.keyValueStoreBuilder(
				org.apache.kafka.streams.state.Stores.inMemoryKeyValueStore("store"), Serdes.String(), Serdes.Long()),
				() -> Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("store"), Serdes.String(),
						Serdes.Long()),
				steps);
	}

	@Test
	void changelogOfATimestampedStore() {
		List<Step<org.apache.kafka.streams.state.TimestampedKeyValueStore<Long, String>, TimestampedKeyValueStore<Long, String>>> steps = List
			.of(step((store) -> store.put(1L, theirs("x", 5)), (store) -> store.put(1L, ours("x", 5))),
					step((store) -> store.put(-1L, theirs("", 0)), (store) -> store.put(-1L, ours("", 0))),
					step((store) -> store.put(1L, theirs("y", 3)), (store) -> store.put(1L, ours("y", 3))),
					step((store) -> store.putIfAbsent(1L, theirs("z", 9)),
							(store) -> store.putIfAbsent(1L, ours("z", 9))),
					step((store) -> store.putIfAbsent(2L, theirs("z", 9_000_000)),
							(store) -> store.putIfAbsent(2L, ours("z", 9_000_000))),
					step((store) -> store.put(3L, null), (store) -> store.put(3L, null)),
					step((store) -> store.delete(1L), (store) -> store.delete(1L)));
		compare(org.apache.kafka.streams.state.Stores.timestampedKeyValueStoreBuilder(
				org.apache.kafka.streams.state.Stores.inMemoryKeyValueStore("store"), Serdes.Long(), Serdes.String()),
				() -> Stores.timestampedKeyValueStoreBuilder(Stores.inMemoryKeyValueStore("store"), Serdes.Long(),
						Serdes.String()),
				steps);
	}

	@Test
	void changelogOfAWindowStore() {
		List<Step<org.apache.kafka.streams.state.WindowStore<String, Long>, WindowStore<String, Long>>> steps = List.of(
				step((store) -> store.put("a", 1L, 0), (store) -> store.put("a", 1L, 0)),
				step((store) -> store.put("", 2L, 1_790_000_000_000L),
						(store) -> store.put("", 2L, 1_790_000_000_000L)),
				step((store) -> store.put("a", 3L, 1_790_000_060_000L),
						(store) -> store.put("a", 3L, 1_790_000_060_000L)),
				step((store) -> store.put("\u00e4", 4L, 1_790_000_060_000L),
						(store) -> store.put("\u00e4", 4L, 1_790_000_060_000L)),
				step((store) -> store.put("a", null, 1_790_000_060_000L),
						(store) -> store.put("a", null, 1_790_000_060_000L)));
		for (boolean duplicates : new boolean[] { false, true }) {
			compare(org.apache.kafka.streams.state.Stores.windowStoreBuilder(
					org.apache.kafka.streams.state.Stores.inMemoryWindowStore("store", RETENTION, SIZE, duplicates),
					Serdes.String(), Serdes.Long()),
					() -> Stores.windowStoreBuilder(Stores.inMemoryWindowStore("store", RETENTION, SIZE, duplicates),
							Serdes.String(), Serdes.Long()),
					duplicates ? steps.subList(0, 4) : steps);
		}
	}

	@Test
	void changelogOfATimestampedWindowStore() {
		List<Step<org.apache.kafka.streams.state.TimestampedWindowStore<Long, String>, TimestampedWindowStore<Long, String>>> steps = List
			.of(step((store) -> store.put(7L, theirs("x", 5), 0), (store) -> store.put(7L, ours("x", 5), 0)),
					step((store) -> store.put(7L, theirs("y", 61_000), 60_000),
							(store) -> store.put(7L, ours("y", 61_000), 60_000)),
					step((store) -> store.put(-7L, theirs("", 60_500), 60_000),
							(store) -> store.put(-7L, ours("", 60_500), 60_000)),
					step((store) -> store.put(7L, theirs("z", 61_500), 60_000),
							(store) -> store.put(7L, ours("z", 61_500), 60_000)),
					step((store) -> store.put(7L, null, 0), (store) -> store.put(7L, null, 0)));
		compare(org.apache.kafka.streams.state.Stores.timestampedWindowStoreBuilder(
				org.apache.kafka.streams.state.Stores.inMemoryWindowStore("store", RETENTION, SIZE, false),
				Serdes.Long(), Serdes.String()),
				() -> Stores.timestampedWindowStoreBuilder(Stores.inMemoryWindowStore("store", RETENTION, SIZE, false),
						Serdes.Long(), Serdes.String()),
				steps);
	}

	@Test
	void changelogOfASessionStore() {
		List<Step<org.apache.kafka.streams.state.SessionStore<String, Long>, SessionStore<String, Long>>> steps = List
			.of(step((store) -> store.put(theirs("a", 0, 0), 1L), (store) -> store.put(ours("a", 0, 0), 1L)),
					step((store) -> store.put(theirs("", 1_790_000_000_000L, 1_790_000_030_000L), 2L),
							(store) -> store.put(ours("", 1_790_000_000_000L, 1_790_000_030_000L), 2L)),
					step((store) -> store.put(theirs("b", 1_790_000_000_000L, 1_790_000_000_001L), 3L),
							(store) -> store.put(ours("b", 1_790_000_000_000L, 1_790_000_000_001L), 3L)),
					step((store) -> store.remove(theirs("b", 1_790_000_000_000L, 1_790_000_000_001L)),
							(store) -> store.remove(ours("b", 1_790_000_000_000L, 1_790_000_000_001L))));
		compare(org.apache.kafka.streams.state.Stores.sessionStoreBuilder(
				org.apache.kafka.streams.state.Stores.inMemorySessionStore("store", RETENTION), Serdes.String(),
				Serdes.Long()),
				() -> Stores.sessionStoreBuilder(Stores.inMemorySessionStore("store", RETENTION), Serdes.String(),
						Serdes.Long()),
				steps);
	}

	@Test
	void changelogOfAVersionedStore() {
		List<Step<org.apache.kafka.streams.state.VersionedKeyValueStore<String, Long>, VersionedKeyValueStore<String, Long>>> steps = List
			.of(step((store) -> store.put("a", 1L, 5), (store) -> store.put("a", 1L, 5)),
					step((store) -> store.put("a", 2L, 9), (store) -> store.put("a", 2L, 9)),
					step((store) -> store.put("", 3L, 1_790_000_000L), (store) -> store.put("", 3L, 1_790_000_000L)),
					step((store) -> store.put("a", 4L, 1_789_999_999L), (store) -> store.put("a", 4L, 1_789_999_999L)),
					step((store) -> store.delete("a", 1_790_000_001L), (store) -> store.delete("a", 1_790_000_001L)));
		compare(org.apache.kafka.streams.state.Stores.versionedKeyValueStoreBuilder(
				org.apache.kafka.streams.state.Stores.persistentVersionedKeyValueStore("store", RETENTION),
				Serdes.String(), Serdes.Long()),
				() -> Stores.versionedKeyValueStoreBuilder(Stores.persistentVersionedKeyValueStore("store", RETENTION),
						Serdes.String(), Serdes.Long()),
				steps, false);
	}

	private static org.apache.kafka.streams.kstream.Windowed<String> theirs(String key, long start, long end) {
		return new org.apache.kafka.streams.kstream.Windowed<>(key,
				new org.apache.kafka.streams.kstream.internals.SessionWindow(start, end));
	}

	private static Windowed<String> ours(String key, long start, long end) {
		return new Windowed<>(key, new SessionWindow(start, end));
	}

	@Test
	void contentOfATimestampedStore() {
		StoreFixture fixture = new StoreFixture(Stores
			.timestampedKeyValueStoreBuilder(Stores.inMemoryKeyValueStore("store"), Serdes.String(), Serdes.String()));
		TimestampedKeyValueStore<String, String> store = fixture.facade();
		for (long timestamp : new long[] { 0, 1, 255, 256, Long.MAX_VALUE, System.currentTimeMillis() }) {
			store.put("a", ours("value", timestamp));
			fixture.commit();
			assertThat(fixture.engine.get("store", "a".getBytes())).isEqualTo(serialize("value", timestamp));
		}
	}

	private static byte[] serialize(String value, long timestamp) {
		try {
			var constructor = ValueAndTimestampSerializer.class
				.getDeclaredConstructor(org.apache.kafka.common.serialization.Serializer.class);
			constructor.setAccessible(true);
			@SuppressWarnings("unchecked")
			ValueAndTimestampSerializer<String> serializer = constructor.newInstance(new StringSerializer());
			return serializer.serialize("topic", theirs(value, timestamp));
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static org.apache.kafka.streams.state.ValueAndTimestamp<String> theirs(String value, long timestamp) {
		return org.apache.kafka.streams.state.ValueAndTimestamp.make(value, timestamp);
	}

	private static ValueAndTimestamp<String> ours(String value, long timestamp) {
		return ValueAndTimestamp.make(value, timestamp);
	}

	private static <T extends StateStore, M> void compare(StoreBuilder<T> theirBuilder,
			Supplier<io.millrace.streams.state.StoreBuilder<?>> ourBuilder, List<Step<T, M>> steps) {
		compare(theirBuilder, ourBuilder, steps, true);
	}

	/**
	 * Compares.
	 * @param sameContent whether a restored store holds what the original does, byte for
	 * byte; one that cleans up as it goes needn't
	 */
	private static <T extends StateStore, M> void compare(StoreBuilder<T> theirBuilder,
			Supplier<io.millrace.streams.state.StoreBuilder<?>> ourBuilder, List<Step<T, M>> steps,
			boolean sameContent) {
		List<ConsumerRecord<byte[], byte[]>> theirs = runTheirs(theirBuilder, steps);
		StoreFixture ours = runOurs(ourBuilder.get(), steps);
		assertThat(theirs).isNotEmpty();
		assertThat(texts(ours.changelog)).isEqualTo(texts(theirs));
		StoreFixture restored = new StoreFixture(ourBuilder.get());
		restored.changelog.addAll(theirs);
		restored.restoreFrom(restored);
		if (sameContent) {
			assertThat(content(restored)).isEqualTo(content(ours));
		}
		else {
			assertThat(content(restored)).containsAll(content(ours));
		}
	}

	private static List<String> content(StoreFixture fixture) {
		List<String> content = new ArrayList<>();
		try (EngineCursor cursor = fixture.engine.scan("store", null, null, false)) {
			while (cursor.next()) {
				content.add(text(cursor.key(), cursor.value(), 0));
			}
		}
		return content;
	}

	private static List<String> texts(List<ConsumerRecord<byte[], byte[]>> records) {
		return records.stream().map((record) -> text(record.key(), record.value(), record.timestamp())).toList();
	}

	private static <T extends StateStore, M> StoreFixture runOurs(io.millrace.streams.state.StoreBuilder<?> builder,
			List<Step<T, M>> steps) {
		StoreFixture fixture = new StoreFixture(builder);
		for (int i = 0; i < steps.size(); i++) {
			fixture.recordTimestamp = timestamp(i);
			steps.get(i).ours().accept(fixture.facade());
			fixture.commit();
		}
		return fixture;
	}

	private static <T extends StateStore, M> List<ConsumerRecord<byte[], byte[]>> runTheirs(StoreBuilder<T> builder,
			List<Step<T, M>> steps) {
		Topology topology = new Topology();
		topology.addSource("source", Serdes.String().deserializer(), Serdes.Integer().deserializer(), "input");
		topology.addProcessor("processor", () -> new StepProcessor<>(steps), "source");
		topology.addStateStore(builder, "processor");
		Properties settings = new Properties();
		settings.put("application.id", "app");
		settings.put("bootstrap.servers", "none:1");
		settings.put("state.dir", state.toString());
		List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
		try (TopologyTestDriver driver = new TopologyTestDriver(topology, settings)) {
			TestInputTopic<String, Integer> input = driver.createInputTopic("input", new StringSerializer(),
					new IntegerSerializer());
			TestOutputTopic<byte[], byte[]> changelog = driver.createOutputTopic("app-store-changelog",
					new ByteArrayDeserializer(), new ByteArrayDeserializer());
			for (int i = 0; i < steps.size(); i++) {
				input.pipeInput("step", i, timestamp(i));
			}
			for (TestRecord<byte[], byte[]> record : changelog.readRecordsToList()) {
				records.add(new ConsumerRecord<>("changelog", 0, records.size(), record.timestamp(),
						TimestampType.CREATE_TIME, 0, 0, record.key(), record.value(), new RecordHeaders(),
						Optional.empty()));
			}
		}
		return records;
	}

	private static long timestamp(int step) {
		return 100 + 10L * step;
	}

	private static String text(byte[] key, byte[] value, long timestamp) {
		return Arrays.toString(key) + "=" + Arrays.toString(value) + "@" + timestamp;
	}

	private static <T, M> Step<T, M> step(Consumer<T> theirs, Consumer<M> ours) {
		return new Step<>(theirs, ours);
	}

	/**
	 * The same thing done to either store.
	 */
	private record Step<T, M>(Consumer<T> theirs, Consumer<M> ours) {
	}

	private static final class StepProcessor<T extends StateStore, M>
			implements Processor<String, Integer, Void, Void> {

		private final List<Step<T, M>> steps;

		private T store;

		private StepProcessor(List<Step<T, M>> steps) {
			this.steps = steps;
		}

		@Override
		public void init(ProcessorContext<Void, Void> context) {
			this.store = context.getStateStore("store");
		}

		@Override
		public void process(Record<String, Integer> record) {
			this.steps.get(record.value()).theirs().accept(this.store);
		}

	}

}
