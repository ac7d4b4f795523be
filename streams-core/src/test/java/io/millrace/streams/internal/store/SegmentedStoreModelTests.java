package io.millrace.streams.internal.store;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.internals.SessionWindow;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.ReadOnlySessionStore;
import io.millrace.streams.state.ReadOnlyWindowStore;
import io.millrace.streams.state.SessionStore;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.VersionedKeyValueStore;
import io.millrace.streams.state.VersionedRecord;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random operations on window and session stores, done to those of Kafka Streams as well:
 * what is read and what reaches the changelog is the same, through commits, failed
 * records, aborts, restarts and restores. Entries of several keys come in another order
 * there, so they are compared sorted.
 */
class SegmentedStoreModelTests {

	@TempDir
	static Path state;

	private static final int ROUNDS = 15;

	private static final int OPERATIONS = 250;

	private static final long RETENTION = 150_000;

	private static final long SIZE = 10_000;

	private static final List<String> KEYS = List.of("", "a", "a\0", "ab", "b", "b\0\0\0\0\0\0\0\0", "\u00e4");

	/** Kafka Streams misses some of longer keys in a store with duplicates. */
	private static final List<String> SHORT_KEYS = List.of("a", "b", "c", "d");

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void windowStore(boolean otherSerdes) throws Exception {
		for (int round = 0; round < ROUNDS; round++) {
			new Seeds("windowStore").run(round, (random) -> {
				Serde<String> serde = serde(otherSerdes);
				compare(org.apache.kafka.streams.state.Stores
					.windowStoreBuilder(
							org.apache.kafka.streams.state.Stores.inMemoryWindowStore("store",
									Duration.ofMillis(RETENTION), Duration.ofMillis(SIZE), false),
							Serdes.String(), Serdes.String()),
						() -> Stores.windowStoreBuilder(Stores.inMemoryWindowStore("store",
								Duration.ofMillis(RETENTION), Duration.ofMillis(SIZE), false), serde, serde),
						windowSteps(random, false), random, false);
			});
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void sessionStore(boolean otherSerdes) throws Exception {
		for (int round = 0; round < ROUNDS; round++) {
			new Seeds("sessionStore").run(round, (random) -> {
				Serde<String> serde = serde(otherSerdes);
				compare(org.apache.kafka.streams.state.Stores.sessionStoreBuilder(org.apache.kafka.streams.state.Stores
					.inMemorySessionStore("store", Duration.ofMillis(RETENTION)), Serdes.String(), Serdes.String()),
						() -> Stores.sessionStoreBuilder(
								Stores.inMemorySessionStore("store", Duration.ofMillis(RETENTION)), serde, serde),
						sessionSteps(random), random, false);
			});
		}
	}

	@Test
	void windowStoreWithDuplicates() throws Exception {
		for (int round = 0; round < ROUNDS; round++) {
			new Seeds("windowStoreWithDuplicates").run(round, (random) -> compare(
					org.apache.kafka.streams.state.Stores.windowStoreBuilder(
							org.apache.kafka.streams.state.Stores.inMemoryWindowStore("store",
									Duration.ofMillis(RETENTION), Duration.ofMillis(SIZE), true),
							Serdes.String(), Serdes.String()),
					() -> Stores.windowStoreBuilder(Stores.inMemoryWindowStore("store", Duration.ofMillis(RETENTION),
							Duration.ofMillis(SIZE), true), Serdes.String(), Serdes.String()),
					windowSteps(random, true), random, true));
		}
	}

	@Test
	void versionedStore() throws Exception {
		for (int round = 0; round < ROUNDS; round++) {
			new Seeds("versionedStore")
				.run(round,
						(random) -> compare(
								org.apache.kafka.streams.state.Stores
									.versionedKeyValueStoreBuilder(
											org.apache.kafka.streams.state.Stores.persistentVersionedKeyValueStore(
													"store", Duration.ofMillis(RETENTION)),
											Serdes.String(), Serdes.String()),
								() -> Stores.versionedKeyValueStoreBuilder(
										Stores.persistentVersionedKeyValueStore("store", Duration.ofMillis(RETENTION)),
										Serdes.String(), Serdes.String()),
								versionedSteps(random), random, false));
		}
	}

	private static List<Step<org.apache.kafka.streams.state.VersionedKeyValueStore<String, String>, VersionedKeyValueStore<String, String>>> versionedSteps(
			Random random) {
		List<Step<org.apache.kafka.streams.state.VersionedKeyValueStore<String, String>, VersionedKeyValueStore<String, String>>> steps = new ArrayList<>();
		long now = random.nextInt(200_000);
		for (int i = 0; i < OPERATIONS; i++) {
			now += (random.nextInt(25) == 0) ? random.nextInt(200_000) : random.nextInt(3000);
			String key = KEYS.get(random.nextInt(KEYS.size()));
			long asOf = Math.max(0, now - random.nextInt(200_000));
			String value = (random.nextInt(5) == 0) ? null : "value" + i;
			int operation = random.nextInt(10);
			// Kafka Streams forgets a delete at the very time of the latest version:
			// what is put before it comes to light then.
			long unlike = (value == null || operation == 5) ? i + 1 : 0;
			long time = Math.max(0, (now - random.nextInt(60_000)) / 1000 * 1000 - random.nextInt(8) / 7 * RETENTION)
					+ unlike;
			String what = operation + " " + key + " " + time + " " + asOf + " " + value;
			switch (operation) {
				case 0, 1, 2, 3, 4 -> steps
					.add(step(what, (store) -> store.put(key, value, time), (store) -> store.put(key, value, time)));
				case 5 -> steps.add(
						step(what, (store) -> text(store.delete(key, time)), (store) -> text(store.delete(key, time))));
				case 6 -> steps.add(step(what, (store) -> text(store.get(key)), (store) -> text(store.get(key))));
				default ->
					steps.add(step(what, (store) -> text(store.get(key, asOf)), (store) -> text(store.get(key, asOf))));
			}
		}
		return steps;
	}

	/**
	 * Without the time up to which the version is valid, which Kafka Streams loses.
	 */
	private static String text(org.apache.kafka.streams.state.@Nullable VersionedRecord<String> version) {
		return (version != null) ? version.value() + "@" + version.timestamp() : "none";
	}

	private static String text(@Nullable VersionedRecord<String> version) {
		return (version != null) ? version.value() + "@" + version.timestamp() : "none";
	}

	/**
	 * Strings by serdes that aren't Kafka's own, whose keys are compared as bytes.
	 */
	private static Serde<String> serde(boolean other) {
		return other ? Serdes.serdeFrom((topic, data) -> Serdes.String().serializer().serialize(topic, data),
				(topic, data) -> Serdes.String().deserializer().deserialize(topic, data)) : Serdes.String();
	}

	private static List<Step<org.apache.kafka.streams.state.WindowStore<String, String>, WindowStore<String, String>>> windowSteps(
			Random random, boolean duplicates) {
		List<Step<org.apache.kafka.streams.state.WindowStore<String, String>, WindowStore<String, String>>> steps = new ArrayList<>();
		List<String> keys = duplicates ? SHORT_KEYS : KEYS;
		long now = random.nextInt(200_000);
		for (int i = 0; i < OPERATIONS; i++) {
			now += (random.nextInt(25) == 0) ? random.nextInt(200_000) : random.nextInt(3000);
			String key = keys.get(random.nextInt(keys.size()));
			String other = keys.get(random.nextInt(keys.size()));
			long time = Math.max(0, (now - random.nextInt(30_000)) / 1000 * 1000 - random.nextInt(8) / 7 * RETENTION);
			boolean narrow = random.nextBoolean();
			long from = Math.max(0, now - random.nextInt(narrow ? 60_000 : 250_000));
			long to = from + random.nextInt(narrow ? 6_000 : 200_000);
			// Null among duplicates moves stream time on in memory, but doesn't on disk.
			String value = (random.nextInt(6) == 0 && !duplicates) ? null : "value" + i;
			int operation = random.nextInt(12);
			String what = operation + " " + key + " " + other + " " + time + " " + from + "-" + to + " " + value;
			// Which of several duplicates a read of one window gives isn't said anywhere.
			switch ((duplicates && operation == 6) ? 7 : operation) {
				case 0, 1, 2, 3, 4, 5 -> steps.add(step(what, (store) -> {
					store.put(key, value, time);
					return "put";
				}, (store) -> {
					store.put(key, value, time);
					return "put";
				}));
				case 6 -> steps.add(step(what, (store) -> store.fetch(key, time), (store) -> store.fetch(key, time)));
				case 7 -> steps.add(step(what, (store) -> all(store.fetch(key, from, to)), (store) -> {
					List<String> windows = all(store.fetch(key, from, to));
					WindowRows rows = new WindowRows();
					((KeyWindows) store).collect(key, from, to, rows);
					assertThat(all(rows, rows::start)).isEqualTo(windows);
					return windows;
				}));
				case 8 -> steps.add(step(what, (store) -> all(store.backwardFetch(key, from, to)),
						(store) -> all(store.backwardFetch(key, from, to))));
				case 9 -> steps.add(step(what, (store) -> sorted(all(store.fetch(key, other, from, to))),
						(store) -> mirrored(store.fetch(key, other, from, to),
								store.backwardFetch(key, other, from, to))));
				case 10 -> steps.add(step(what, (store) -> sorted(all(store.fetchAll(from, to))),
						(store) -> mirrored(store.fetchAll(from, to), store.backwardFetchAll(from, to))));
				default -> steps.add(step(what, (store) -> sorted(all(store.all())),
						(store) -> mirrored(store.all(), store.backwardAll())));
			}
		}
		return steps;
	}

	private static List<Step<org.apache.kafka.streams.state.SessionStore<String, String>, SessionStore<String, String>>> sessionSteps(
			Random random) {
		List<Step<org.apache.kafka.streams.state.SessionStore<String, String>, SessionStore<String, String>>> steps = new ArrayList<>();
		long now = random.nextInt(200_000);
		for (int i = 0; i < OPERATIONS; i++) {
			now += (random.nextInt(25) == 0) ? random.nextInt(200_000) : random.nextInt(3000);
			String key = KEYS.get(random.nextInt(KEYS.size()));
			// Kafka Streams fails if the bounds are in the wrong order.
			String other = KEYS.get(KEYS.indexOf(key) + random.nextInt(KEYS.size() - KEYS.indexOf(key)));
			long start = Math.max(0, (now - random.nextInt(30_000)) / 3000 * 3000 - random.nextInt(8) / 7 * RETENTION);
			long end = start + random.nextInt(4) * 3000;
			boolean narrow = random.nextBoolean();
			long from = Math.max(0, now - random.nextInt(narrow ? 60_000 : 250_000));
			long to = from + random.nextInt(narrow ? 6_000 : 200_000);
			String value = (random.nextInt(6) == 0) ? null : "value" + i;
			int operation = random.nextInt(12);
			String what = operation + " " + key + " " + other + " " + start + "/" + end + " " + from + "-" + to + " "
					+ value;
			switch (operation) {
				case 0, 1, 2, 3, 4 -> steps.add(step(what, (store) -> {
					store.put(theirs(key, start, end), value);
					return "put";
				}, (store) -> {
					store.put(ours(key, start, end), value);
					return "put";
				}));
				case 5 -> steps.add(step(what, (store) -> {
					// Its remove doesn't move stream time on in memory, but does on disk.
					store.put(theirs(key, start, end), null);
					return "removed";
				}, (store) -> {
					store.remove(ours(key, start, end));
					return "removed";
				}));
				case 6 -> steps.add(step(what, (store) -> store.fetchSession(key, start, end),
						(store) -> store.fetchSession(key, start, end)));
				case 7 -> steps.add(step(what, (store) -> sorted(all(store.findSessions(key, from, to))), (store) -> {
					WindowRows rows = new WindowRows();
					((SessionAccess) store).collect(key, from, to, rows);
					assertThat(all(rows, (place) -> ours(key, rows.start(place), rows.end(place))))
						.isEqualTo(all(store.findSessions(key, from, to)));
					return mirrored(store.findSessions(key, from, to), store.backwardFindSessions(key, from, to));
				}));
				case 8 -> steps.add(step(what, (store) -> sorted(all(store.findSessions(key, other, from, to))),
						(store) -> mirrored(store.findSessions(key, other, from, to),
								store.backwardFindSessions(key, other, from, to))));
				case 9 -> steps.add(step(what, (store) -> sorted(all(store.findSessions(from, to))),
						(store) -> sorted(all(store.findSessions(from, to)))));
				case 10 -> steps.add(step(what, (store) -> sorted(all(store.fetch(key))),
						(store) -> mirrored(store.fetch(key), store.backwardFetch(key))));
				default -> steps.add(step(what, (store) -> sorted(all(store.fetch(key, other))),
						(store) -> mirrored(store.fetch(key, other), store.backwardFetch(key, other))));
			}
		}
		return steps;
	}

	private static org.apache.kafka.streams.kstream.Windowed<String> theirs(String key, long start, long end) {
		return new org.apache.kafka.streams.kstream.Windowed<>(key,
				new org.apache.kafka.streams.kstream.internals.SessionWindow(start, end));
	}

	private static Windowed<String> ours(String key, long start, long end) {
		return new Windowed<>(key, new SessionWindow(start, end));
	}

	private static List<String> all(org.apache.kafka.streams.state.KeyValueIterator<?, String> iterator) {
		List<String> entries = new ArrayList<>();
		try (iterator) {
			iterator.forEachRemaining((entry) -> entries.add(entry.key + "=" + entry.value));
		}
		return entries;
	}

	private static List<String> all(KeyValueIterator<?, String> iterator) {
		List<String> entries = new ArrayList<>();
		try (iterator) {
			iterator.forEachRemaining((entry) -> entries.add(entry.key + "=" + entry.value));
		}
		return entries;
	}

	private static List<String> all(WindowRows rows, IntFunction<Object> key) {
		return IntStream.range(0, rows.count())
			.mapToObj((place) -> key.apply(place) + "=" + rows.value(place))
			.toList();
	}

	private static List<String> sorted(List<String> entries) {
		Collections.sort(entries);
		return entries;
	}

	private static List<String> mirrored(KeyValueIterator<?, String> forward, KeyValueIterator<?, String> backward) {
		List<String> entries = all(forward);
		List<String> reversed = all(backward);
		Collections.reverse(reversed);
		assertThat(reversed).isEqualTo(entries);
		return sorted(entries);
	}

	private static <T extends StateStore, M> void compare(org.apache.kafka.streams.state.StoreBuilder<T> theirs,
			Supplier<StoreBuilder<?>> ours, List<Step<T, M>> steps, Random random, boolean duplicates) {
		List<String> theirChangelog = new ArrayList<>();
		List<Object> expected = runTheirs(theirs, steps, theirChangelog);
		long cacheBytes = random.nextBoolean() ? 1_500 : 200_000;
		StoreFixture fixture = new StoreFixture(ours.get(), cacheBytes);
		List<ConsumerRecord<byte[], byte[]>> ourChangelog = new ArrayList<>();
		// What isn't there is known only of what came since the store was opened.
		boolean restarted = random.nextBoolean();
		for (int i = 0; i < steps.size(); i++) {
			fixture.recordTimestamp = timestamp(i);
			if (random.nextInt(10) == 0) {
				// A record that fails leaves no trace.
				steps.get(random.nextInt(steps.size())).ours().apply(fixture.<M>facade());
				fixture.store.rollback();
			}
			Object result = steps.get(i).ours().apply(fixture.<M>facade());
			assertThat(result).as("step %d: %s", i, steps.get(i).what()).isEqualTo(expected.get(i));
			fixture.store.mark();
			if (random.nextInt(8) == 0) {
				fixture.commit();
				compareCommitted(fixture);
				if (restarted && random.nextInt(3) == 0) {
					steps.get(random.nextInt(steps.size())).ours().apply(fixture.<M>facade());
					fixture.store.discard();
				}
				if (restarted && random.nextInt(4) == 0) {
					StoreFixture restored = new StoreFixture(ours.get(), cacheBytes);
					restored.restoreFrom(fixture);
					restored.changelog.addAll(fixture.changelog);
					fixture = restored;
				}
				else if (restarted && random.nextInt(4) == 0) {
					fixture = fixture.opened(ours.get());
				}
			}
		}
		fixture.commit();
		ourChangelog.addAll(fixture.changelog);
		assertThat(theirChangelog).isNotEmpty();
		// Only the last of several writes between two commits is sent, and none that has
		// expired.
		Function<String, String> sequences = (record) -> duplicates ? record.replaceAll("(, -?\\d+){4}]=", "]=")
				: record;
		assertThat(theirChangelog.stream().map(sequences)).containsAll(
				ourChangelog.stream().map((record) -> sequences.apply(text(record.key(), record.value()))).toList());
	}

	@SuppressWarnings("unchecked")
	private static void compareCommitted(StoreFixture fixture) {
		Object facade = fixture.facade();
		if (facade instanceof VersionedKeyValueStore<?, ?>) {
			VersionedKeyValueStore<String, String> store = (VersionedKeyValueStore<String, String>) facade;
			for (String key : KEYS) {
				assertThat(store.readOnly(IsolationLevel.READ_COMMITTED).get(key)).isEqualTo(store.get(key));
				assertThat(store.readOnly(IsolationLevel.READ_COMMITTED).get(key, 300_000))
					.isEqualTo(store.get(key, 300_000));
			}
		}
		if (facade instanceof WindowStore<?, ?> store) {
			ReadOnlyWindowStore<String, String> committed = ((WindowStore<String, String>) store)
				.readOnly(IsolationLevel.READ_COMMITTED);
			assertThat(all(committed.all())).isEqualTo(all(((WindowStore<String, String>) store).all()));
		}
		else if (facade instanceof SessionStore<?, ?> store) {
			ReadOnlySessionStore<String, String> committed = ((SessionStore<String, String>) store)
				.readOnly(IsolationLevel.READ_COMMITTED);
			assertThat(all(committed.fetch(null, null)))
				.isEqualTo(all(((SessionStore<String, String>) store).fetch(null, null)));
		}
	}

	private static <T extends StateStore, M> List<Object> runTheirs(
			org.apache.kafka.streams.state.StoreBuilder<T> builder, List<Step<T, M>> steps, List<String> changelog) {
		Topology topology = new Topology();
		topology.addSource("source", Serdes.String().deserializer(), Serdes.Integer().deserializer(), "input");
		List<@Nullable Object> results = new ArrayList<>();
		topology.addProcessor("processor", () -> new StepProcessor<>(steps, results), "source");
		topology.addStateStore(builder, "processor");
		Properties settings = new Properties();
		settings.put("application.id", "app");
		settings.put("bootstrap.servers", "none:1");
		settings.put("state.dir", state.toString());
		try (TopologyTestDriver driver = new TopologyTestDriver(topology, settings)) {
			TestInputTopic<String, Integer> input = driver.createInputTopic("input", new StringSerializer(),
					new IntegerSerializer());
			for (int i = 0; i < steps.size(); i++) {
				input.pipeInput("step", i, timestamp(i));
			}
			for (TestRecord<byte[], byte[]> record : driver
				.createOutputTopic("app-store-changelog", new ByteArrayDeserializer(), new ByteArrayDeserializer())
				.readRecordsToList()) {
				changelog.add(text(record.key(), record.value()));
			}
		}
		return results;
	}

	private static long timestamp(int step) {
		return 100 + 10L * step;
	}

	private static String text(byte[] key, byte @Nullable [] value) {
		return Arrays.toString(key) + "=" + Arrays.toString(value);
	}

	private static <T, M> Step<T, M> step(String what, Function<T, @Nullable Object> theirs,
			Function<M, @Nullable Object> ours) {
		return new Step<>(what, theirs, ours);
	}

	/**
	 * The same thing done to either store.
	 */
	private record Step<T, M>(String what, Function<T, @Nullable Object> theirs, Function<M, @Nullable Object> ours) {
	}

	private static final class StepProcessor<T extends StateStore, M>
			implements Processor<String, Integer, Void, Void> {

		private final List<Step<T, M>> steps;

		private final List<@Nullable Object> results;

		private T store;

		private StepProcessor(List<Step<T, M>> steps, List<@Nullable Object> results) {
			this.steps = steps;
			this.results = results;
		}

		@Override
		public void init(ProcessorContext<Void, Void> context) {
			this.store = context.getStateStore("store");
		}

		@Override
		public void process(Record<String, Integer> record) {
			this.results.add(this.steps.get(record.value()).theirs().apply(this.store));
		}

	}

}
