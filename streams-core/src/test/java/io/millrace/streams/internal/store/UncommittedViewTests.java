package io.millrace.streams.internal.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import io.millrace.streams.errors.StateStoreMigratedException;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.internals.SessionWindow;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import io.millrace.streams.state.ReadOnlySessionStore;
import io.millrace.streams.state.ReadOnlyWindowStore;
import io.millrace.streams.state.SessionStore;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.TimestampedKeyValueStore;
import io.millrace.streams.state.TimestampedWindowStore;
import io.millrace.streams.state.ValueAndTimestamp;
import io.millrace.streams.state.VersionedKeyValueStore;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Random writes, commits, aborts and undone records: after each, a view of uncommitted
 * data shows what the task itself sees, and one of committed data what it saw after the
 * last commit.
 */
class UncommittedViewTests {

	private static final int ROUNDS = 5;

	private static final int STEPS = 80;

	private static final long RETENTION = 150_000;

	private static final long SIZE = 10_000;

	private static final List<String> KEYS = List.of("", "a", "a\0", "ab", "b", "b\0\0\0\0\0\0\0\0", "\u00e4", "\ud83d",
			"?");

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void keyValueStore(boolean otherSerdes) throws Exception {
		Serde<String> serde = serde(otherSerdes);
		compare(() -> Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("store"), serde, serde),
				(KeyValueStore<String, String> store, Random random) -> store.put(key(random), value(random)),
				(store) -> UncommittedViewTests.<String>keyValueReads(store),
				(KeyValueStore<String, String> store, IsolationLevel level) -> store.readOnly(level));
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void timestampedKeyValueStore(boolean otherSerdes) throws Exception {
		Serde<String> serde = serde(otherSerdes);
		compare(() -> Stores.timestampedKeyValueStoreBuilder(Stores.inMemoryKeyValueStore("store"), serde, serde),
				(TimestampedKeyValueStore<String, String> store, Random random) -> store.put(key(random),
						ValueAndTimestamp.make(value(random), random.nextInt(1000))),
				(store) -> UncommittedViewTests.<ValueAndTimestamp<String>>keyValueReads(store),
				(TimestampedKeyValueStore<String, String> store, IsolationLevel level) -> store.readOnly(level));
	}

	@SuppressWarnings("unchecked")
	private static <R> List<Object> keyValueReads(Object view) {
		ReadOnlyKeyValueStore<String, R> store = (ReadOnlyKeyValueStore<String, R>) view;
		List<Object> reads = new ArrayList<>();
		KEYS.forEach((key) -> reads.add(text(store.get(key))));
		reads.add(all(store.all()));
		reads.add(all(store.reverseAll()));
		for (String from : KEYS) {
			reads.add(all(store.range(from, "b")));
			reads.add(all(store.reverseRange(from, "b")));
			reads.add(all(store.range(null, from)));
			reads.add(all(store.prefixScan(from, new StringSerializer())));
		}
		reads.add(store.approximateNumEntries());
		return reads;
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void windowStore(boolean otherSerdes) throws Exception {
		Serde<String> serde = serde(otherSerdes);
		compare(() -> Stores.windowStoreBuilder(windows(false), serde, serde),
				(WindowStore<String, String> store, Random random) -> store.put(key(random), value(random),
						time(random)),
				(store) -> UncommittedViewTests.<String>windowReads(store, true),
				(WindowStore<String, String> store, IsolationLevel level) -> store.readOnly(level));
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void timestampedWindowStore(boolean otherSerdes) throws Exception {
		Serde<String> serde = serde(otherSerdes);
		compare(() -> Stores.timestampedWindowStoreBuilder(windows(false), serde, serde),
				(TimestampedWindowStore<String, String> store, Random random) -> store.put(key(random),
						ValueAndTimestamp.make(value(random), random.nextInt(1000)), time(random)),
				(store) -> UncommittedViewTests.<ValueAndTimestamp<String>>windowReads(store, true),
				(TimestampedWindowStore<String, String> store, IsolationLevel level) -> store.readOnly(level));
	}

	@Test
	void windowStoreWithDuplicates() throws Exception {
		compare(() -> Stores.windowStoreBuilder(windows(true), Serdes.String(), Serdes.String()),
				(WindowStore<String, String> store, Random random) -> store.put(key(random), value(random),
						time(random)),
				(store) -> UncommittedViewTests.<String>windowReads(store, false),
				(WindowStore<String, String> store, IsolationLevel level) -> store.readOnly(level));
	}

	private static io.millrace.streams.state.WindowBytesStoreSupplier windows(boolean duplicates) {
		return Stores.inMemoryWindowStore("store", Duration.ofMillis(RETENTION), Duration.ofMillis(SIZE), duplicates);
	}

	@SuppressWarnings("unchecked")
	private static <R> List<Object> windowReads(Object view, boolean single) {
		ReadOnlyWindowStore<String, R> store = (ReadOnlyWindowStore<String, R>) view;
		WindowStore<String, R> ranges = (WindowStore<String, R>) view;
		List<Object> reads = new ArrayList<>();
		for (String key : KEYS) {
			for (long time = 0; single && time < 400_000; time += 10_000) {
				reads.add(text(store.fetch(key, time)));
			}
			reads.add(all(ranges.fetch(key, 50_000, 300_000)));
			reads.add(all(ranges.backwardFetch(key, 50_000, 300_000)));
			reads.add(all(ranges.fetch(key, "b", 0, 200_000)));
			reads.add(all(ranges.backwardFetch(key, null, 100_000, 400_000)));
		}
		reads.add(all(store.all()));
		reads.add(all(store.backwardAll()));
		reads.add(all(ranges.fetchAll(100_000, 250_000)));
		reads.add(all(ranges.backwardFetchAll(100_000, 250_000)));
		return reads;
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void sessionStore(boolean otherSerdes) throws Exception {
		Serde<String> serde = serde(otherSerdes);
		compare(() -> Stores.sessionStoreBuilder(Stores.inMemorySessionStore("store", Duration.ofMillis(RETENTION)),
				serde, serde), (SessionStore<String, String> store, Random random) -> {
					long start = time(random);
					store.put(new Windowed<>(key(random), new SessionWindow(start, start + random.nextInt(3) * 10_000)),
							value(random));
				}, UncommittedViewTests::sessionReads,
				(SessionStore<String, String> store, IsolationLevel level) -> store.readOnly(level));
	}

	@SuppressWarnings("unchecked")
	private static List<Object> sessionReads(Object view) {
		ReadOnlySessionStore<String, String> store = (ReadOnlySessionStore<String, String>) view;
		List<Object> reads = new ArrayList<>();
		for (String key : KEYS) {
			for (long time = 0; time < 400_000; time += 10_000) {
				reads.add(text(store.fetchSession(key, time, time + 10_000)));
			}
			reads.add(all(store.findSessions(key, 100_000, 300_000)));
			reads.add(all(store.backwardFindSessions(key, 100_000, 300_000)));
			reads.add(all(store.findSessions(key, "b", 0, 250_000)));
			reads.add(all(store.fetch(key)));
			reads.add(all(store.backwardFetch(key, null)));
		}
		reads.add(all(store.fetch(null, null)));
		reads.add(all(((SessionStore<String, String>) view).findSessions(100_000, 250_000)));
		return reads;
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void versionedStore(boolean otherSerdes) throws Exception {
		Serde<String> serde = serde(otherSerdes);
		compare(() -> Stores.versionedKeyValueStoreBuilder(
				Stores.persistentVersionedKeyValueStore("store", Duration.ofMillis(RETENTION)), serde, serde),
				(VersionedKeyValueStore<String, String> store, Random random) -> store.put(key(random), value(random),
						time(random)),
				UncommittedViewTests::versionedReads,
				(VersionedKeyValueStore<String, String> store, IsolationLevel level) -> store.readOnly(level));
	}

	@SuppressWarnings("unchecked")
	private static List<Object> versionedReads(Object view) {
		VersionedKeyValueStore<String, String> store = (VersionedKeyValueStore<String, String>) view;
		List<Object> reads = new ArrayList<>();
		for (String key : KEYS) {
			reads.add(text(store.get(key)));
			for (long time = -1; time < 400_000; time += 7_000) {
				reads.add(text(store.get(key, time)));
			}
		}
		return reads;
	}

	/**
	 * Does random things to a store.
	 * @param write writes something
	 * @param reads reads whatever there is
	 * @param under a view of the same store under a level
	 */
	private static <S> void compare(Supplier<StoreBuilder<?>> builder, BiConsumer<S, Random> write,
			Function<Object, List<Object>> reads, Under<S> under) throws Exception {
		for (int round = 0; round < ROUNDS; round++) {
			new Seeds("UncommittedViewTests").run(round, (random) -> {
				StoreFixture fixture = new StoreFixture(builder.get());
				S uncommitted = fixture.uncommittedView();
				List<Object> lastCommitted = reads.apply(uncommitted);
				for (int step = 0; step < STEPS; step++) {
					int choice = random.nextInt(20);
					write.accept(fixture.facade(), random);
					if (choice == 0) {
						fixture.store.rollback();
					}
					else if (choice == 1) {
						fixture.store.discard();
					}
					else if (choice == 2) {
						fixture.commit();
						lastCommitted = reads.apply(fixture.facade());
					}
					else {
						fixture.store.mark();
					}
					assertThat(reads.apply(uncommitted)).as("step %d", step).isEqualTo(reads.apply(fixture.facade()));
					assertThat(reads.apply(under.apply(uncommitted, IsolationLevel.READ_COMMITTED))).as("step %d", step)
						.isEqualTo(lastCommitted);
				}
			});
		}
	}

	@Test
	void lookingUpDoesNotDisturbAWriteInProgress() {
		StoreFixture fixture = new StoreFixture(Stores
			.timestampedKeyValueStoreBuilder(Stores.inMemoryKeyValueStore("store"), Serdes.String(), Serdes.Long()));
		KeyValueTaskStore store = (KeyValueTaskStore) fixture.store;
		OverlayEntry located = store.locate("a");
		long structure = store.structure();
		ReadOnlyKeyValueStore<String, ValueAndTimestamp<Long>> view = fixture.uncommittedView();
		assertThat(view.get("b")).isNull();
		assertThat(view.all().hasNext()).isFalse();
		assertThat(store.structure()).isEqualTo(structure);
		store.write(located, 1L, 10);
		assertThat(view.get("a")).isEqualTo(ValueAndTimestamp.make(1L, 10));
	}

	@Test
	void iteratorIsASnapshot() {
		StoreFixture fixture = new StoreFixture(
				Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("store"), Serdes.String(), Serdes.Long()));
		KeyValueStore<String, Long> store = fixture.facade();
		store.put("a", 1L);
		fixture.commit();
		store.put("b", 2L);
		ReadOnlyKeyValueStore<String, Long> view = fixture.uncommittedView();
		try (KeyValueIterator<String, Long> iterator = view.all()) {
			store.put("b", 20L);
			store.put("c", 30L);
			store.delete("a");
			fixture.commit();
			assertThat(iterator).toIterable()
				.extracting((entry) -> entry.key + entry.value)
				.containsExactly("a1", "b2");
		}
	}

	@Test
	void closedStoreIsGoneEvenIfItWasOpenWhenAsked() {
		StoreFixture fixture = new StoreFixture(
				Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("store"), Serdes.String(), Serdes.Long()));
		fixture.<KeyValueStore<String, Long>>facade().put("a", 1L);
		AtomicBoolean open = new AtomicBoolean(true);
		List<Consumer<ReadOnlyKeyValueStore<String, Long>>> queries = List.of((view) -> view.get("a"),
				ReadOnlyKeyValueStore::all, ReadOnlyKeyValueStore::approximateNumEntries);
		for (Consumer<ReadOnlyKeyValueStore<String, Long>> query : queries) {
			open.set(true);
			@SuppressWarnings("unchecked")
			ReadOnlyKeyValueStore<String, Long> view = (ReadOnlyKeyValueStore<String, Long>) Objects
				.requireNonNull(fixture.store.view(IsolationLevel.READ_UNCOMMITTED, open::get, new OwnerThread() {

					@Override
					public <T extends @Nullable Object> T ask(String store, Supplier<T> question,
							Supplier<T> committed) {
						open.set(false);
						return question.get();
					}

				}));
			assertThatExceptionOfType(StateStoreMigratedException.class).isThrownBy(() -> query.accept(view))
				.withMessageContaining("Store store");
		}
	}

	private static String key(Random random) {
		return KEYS.get(random.nextInt(KEYS.size()));
	}

	private static @Nullable String value(Random random) {
		return (random.nextInt(4) == 0) ? null : "v" + random.nextInt(1000);
	}

	/**
	 * Times in no order, most of which come before the history of the others is over.
	 */
	private static long time(Random random) {
		return ((random.nextInt(30) == 0) ? random.nextInt(40) : 15 + random.nextInt(10)) * 10_000L;
	}

	/**
	 * Strings by serdes that aren't Kafka's own, whose keys are compared as bytes.
	 */
	private static Serde<String> serde(boolean other) {
		return other ? Serdes.serdeFrom((topic, data) -> Serdes.String().serializer().serialize(topic, data),
				(topic, data) -> Serdes.String().deserializer().deserialize(topic, data)) : Serdes.String();
	}

	private static String text(@Nullable Object value) {
		return String.valueOf(value);
	}

	private static List<String> all(KeyValueIterator<?, ?> iterator) {
		List<String> entries = new ArrayList<>();
		try (iterator) {
			iterator.forEachRemaining((entry) -> entries.add(entry.key + "=" + entry.value));
		}
		return entries;
	}

	private interface Under<S> {

		Object apply(S store, IsolationLevel level);

	}

}
