package io.millrace.streams.store.rocksdb;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.millrace.streams.errors.InvalidStateStoreException;
import io.millrace.streams.internal.store.EngineBatch;
import io.millrace.streams.internal.store.EngineCursor;
import io.millrace.streams.internal.store.StateEngine;
import io.millrace.streams.internal.store.StateEngineFactory;
import io.millrace.streams.processor.TaskId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * What every engine has to do, shown for each of them.
 */
class StateEngineContractTests {

	private static final TaskId TASK = new TaskId(0, 0);

	private static final Set<String> STORES = Set.of("a", "b", "default");

	@TempDir
	Path directory;

	@ParameterizedTest
	@EnumSource
	void aNewStoreIsEmpty(EngineUnderTest kind) {
		try (Opened opened = open(kind)) {
			StateEngine engine = opened.engine;
			assertThat(engine.persistent()).isEqualTo(kind.persistent());
			assertThat(engine.get("a", bytes(1))).isNull();
			assertThat(entries(engine, "a", null, null, false)).isEmpty();
			assertThat(engine.changelogOffset("a")).isEmpty();
			assertThat(engine.approximateEntries("a")).isZero();
		}
	}

	@ParameterizedTest
	@EnumSource
	void aBatchShowsWhenItIsWritten(EngineUnderTest kind) {
		try (Opened opened = open(kind)) {
			StateEngine engine = opened.engine;
			EngineBatch batch = engine.batch();
			batch.put("a", bytes(1), bytes(10));
			batch.put("a", bytes(2), bytes(20));
			batch.delete("a", bytes(2));
			batch.put("a", bytes(1), bytes(11));
			batch.put("b", bytes(1), bytes());
			batch.put("default", bytes(), bytes(5));
			batch.changelogOffset("a", 7);
			assertThat(engine.get("a", bytes(1))).isNull();
			assertThat(engine.changelogOffset("a")).isEmpty();

			engine.write(batch);
			assertThat(engine.get("a", bytes(1))).containsExactly(11);
			assertThat(engine.get("a", bytes(2))).isNull();
			assertThat(engine.get("b", bytes(1))).isEmpty();
			assertThat(engine.get("default", bytes())).containsExactly(5);
			assertThat(engine.changelogOffset("a")).hasValue(7);
			assertThat(engine.changelogOffset("b")).isEmpty();

			EngineBatch offsetOnly = engine.batch();
			offsetOnly.changelogOffset("a", 0);
			engine.write(offsetOnly);
			engine.write(engine.batch());
			assertThat(engine.changelogOffset("a")).hasValue(0);
			assertThat(engine.get("a", bytes(1))).containsExactly(11);
		}
	}

	@ParameterizedTest
	@EnumSource
	void eachChangeMakesAnotherVersion(EngineUnderTest kind) {
		try (Opened opened = open(kind)) {
			StateEngine engine = opened.engine;
			List<Long> versions = new ArrayList<>(List.of(engine.version("a")));
			Runnable look = () -> {
				assertThat(engine.get("a", bytes(2))).isNull();
				assertThat(engine.version("a")).isEqualTo(engine.version("a"));
				versions.add(engine.version("a"));
			};
			engine.write(putting(engine));
			look.run();
			engine.load(putting(engine));
			engine.endLoad();
			look.run();
			EngineBatch deleted = engine.batch();
			deleted.deleteRange("a", bytes(0), bytes(9));
			engine.write(deleted);
			look.run();
			engine.write(putting(engine));
			look.run();
			engine.clear("a");
			look.run();
			assertThat(versions).doesNotHaveDuplicates();
		}
	}

	private static EngineBatch putting(StateEngine engine) {
		EngineBatch batch = engine.batch();
		batch.put("a", bytes(1), bytes(3));
		return batch;
	}

	@ParameterizedTest
	@EnumSource
	void aRangeIsDeletedBeforeAnythingIsPut(EngineUnderTest kind) {
		try (Opened opened = open(kind)) {
			StateEngine engine = opened.engine;
			EngineBatch before = engine.batch();
			for (int key = 0; key < 200; key++) {
				before.put("a", bytes(key), bytes(key));
			}
			before.put("b", bytes(5), bytes(5));
			engine.write(before);
			EngineBatch batch = engine.batch();
			batch.put("a", bytes(20), bytes(1));
			batch.deleteRange("a", bytes(3), bytes(198));
			batch.put("a", bytes(100), bytes(2));
			batch.delete("a", bytes(1));
			engine.write(batch);
			assertThat(entries(engine, "a", null, null, false)).containsExactly("00=00", "02=02", "14=01", "64=02",
					"c6=c6", "c7=c7");
			assertThat(engine.get("a", bytes(50))).isNull();
			assertThat(engine.get("b", bytes(5))).containsExactly(5);

			EngineBatch nothing = engine.batch();
			nothing.deleteRange("a", bytes(9), bytes(9));
			nothing.deleteRange("a", bytes(9), bytes(3));
			engine.write(nothing);
			assertThat(entries(engine, "a", null, null, true)).hasSize(6);
		}
	}

	@ParameterizedTest
	@EnumSource
	void scansKeepToTheirBounds(EngineUnderTest kind) {
		try (Opened opened = open(kind)) {
			StateEngine engine = opened.engine;
			EngineBatch batch = engine.batch();
			for (int key : new int[] { 0x80, 0x00, 0x7F, 0xFF, 0x01 }) {
				batch.put("a", bytes(key), bytes(key));
				batch.put("a", bytes(key, 0), bytes(key));
			}
			batch.put("a", bytes(), bytes(1));
			batch.put("b", bytes(0x10), bytes(1));
			engine.write(batch);

			assertThat(keys(engine, null, null, false)).containsExactly("", "00", "0000", "01", "0100", "7f", "7f00",
					"80", "8000", "ff", "ff00");
			assertThat(keys(engine, bytes(0x01), bytes(0x80), false)).containsExactly("01", "0100", "7f", "7f00");
			assertThat(keys(engine, bytes(0x01), bytes(0x80), true)).containsExactly("7f00", "7f", "0100", "01");
			assertThat(keys(engine, bytes(0x02), null, false)).containsExactly("7f", "7f00", "80", "8000", "ff",
					"ff00");
			assertThat(keys(engine, bytes(0x80, 0), null, true)).containsExactly("ff00", "ff", "8000");
			assertThat(keys(engine, null, bytes(0x01), true)).containsExactly("0000", "00", "");
			assertThat(keys(engine, bytes(), bytes(0x00), false)).containsExactly("");
			assertThat(keys(engine, null, bytes(), false)).isEmpty();
			assertThat(keys(engine, null, bytes(), true)).isEmpty();
			assertThat(keys(engine, bytes(0x01), bytes(0x01), false)).isEmpty();
			assertThat(keys(engine, bytes(0x80), bytes(0x01), false)).isEmpty();
			assertThat(keys(engine, bytes(0x80), bytes(0x01), true)).isEmpty();
			assertThat(keys(engine, bytes(0xFF, 1), null, true)).isEmpty();
		}
	}

	@ParameterizedTest
	@EnumSource
	void aClearedStoreIsEmptyAndTheOthersAreNot(EngineUnderTest kind) {
		try (Opened opened = open(kind)) {
			StateEngine engine = opened.engine;
			for (int round = 0; round < 3; round++) {
				EngineBatch batch = engine.batch();
				for (int i = 0; i < 4_000; i++) {
					batch.put("a", bytes(i >> 16, i >> 8, i), bytes(round));
				}
				batch.put("a", bytes(0xFF, 0xFF, 0xFF, 0xFF), bytes(round));
				batch.put("b", bytes(1), bytes(round));
				batch.changelogOffset("a", 5);
				batch.changelogOffset("b", 6);
				engine.write(batch);
				try (EngineCursor before = engine.scan("a", null, null, true)) {
					engine.clear("a");
					engine.clear("a");
					assertThat(entries(engine, "a", null, null, false)).isEmpty();
					assertThat(engine.get("a", bytes(0xFF, 0xFF, 0xFF, 0xFF))).isNull();
					assertThat(engine.changelogOffset("a")).isEmpty();
					assertThat(engine.get("b", bytes(1))).containsExactly(round);
					assertThat(engine.changelogOffset("b")).hasValue(6);
					assertThat(count(before)).isEqualTo(4_001);
				}
			}
			EngineBatch batch = engine.batch();
			batch.put("a", bytes(7), bytes(7));
			engine.write(batch);
			assertThat(entries(engine, "a", null, null, false)).containsExactly("07=07");
		}
	}

	@ParameterizedTest
	@EnumSource
	void walksEndAtTheirBoundsHoweverMuchIsDeleted(EngineUnderTest kind) {
		try (Opened opened = open(kind)) {
			StateEngine engine = opened.engine;
			EngineBatch batch = engine.batch();
			for (int i = 0; i < 3_000; i++) {
				batch.put("a", bytes(i >> 8, i), bytes(i));
			}
			engine.write(batch);
			EngineBatch deletes = engine.batch();
			for (int i = 0; i < 3_000; i++) {
				if (i != 3 && i != 1_500 && i != 2_999) {
					deletes.delete("a", bytes(i >> 8, i));
				}
			}
			engine.write(deletes);
			EngineCursor walk = null;
			for (int round = 0; round < 3; round++) {
				walk = engine.scan("a", bytes(0), bytes(1_400 >> 8), false, walk);
				assertThat(entries(walk)).containsExactly("0003=03");
				walk.close();
				walk = engine.scan("a", bytes(1), null, false, walk);
				assertThat(entries(walk)).containsExactly("05dc=dc", "0bb7=b7");
				walk.close();
				walk = engine.scan("a", null, bytes(1), false, walk);
				assertThat(walk.next()).isTrue();
				walk.close();
				assertThat(walk.next()).isFalse();
				walk = engine.scan("a", bytes(1), null, true, walk);
				assertThat(entries(walk)).containsExactly("0bb7=b7", "05dc=dc");
				walk.close();
				walk = engine.scan("a", bytes(2), bytes(3_000 >> 8), true, walk);
				assertThat(entries(walk)).containsExactly("05dc=dc");
				walk.close();
				walk = engine.scan("a", null, bytes(2_999 >> 8, 2_999), true, walk);
				assertThat(entries(walk)).containsExactly("05dc=dc", "0003=03");
				walk.close();
			}
		}
	}

	@ParameterizedTest
	@EnumSource
	void aWalkThatIsUsedAgainShowsWhatWasWrittenSince(EngineUnderTest kind) {
		try (Opened opened = open(kind)) {
			StateEngine engine = opened.engine;
			EngineCursor walk = null;
			for (int i = 0; i < 10; i++) {
				EngineBatch batch = engine.batch();
				batch.put("a", bytes(i), bytes(i));
				if (i % 2 == 0) {
					engine.write(batch);
				}
				else {
					engine.load(batch);
				}
				walk = engine.scan("a", null, null, false, walk);
				assertThat(entries(walk)).hasSize(i + 1);
				walk.close();
			}
			engine.clear("a");
			walk = engine.scan("a", null, null, false, walk);
			assertThat(entries(walk)).isEmpty();
			walk.close();
		}
	}

	@ParameterizedTest
	@EnumSource
	void whatIsClosedThrows(EngineUnderTest kind) {
		Opened opened = open(kind);
		StateEngine engine = opened.engine;
		EngineBatch batch = engine.batch();
		batch.put("a", bytes(1), bytes(1));
		engine.write(batch);
		opened.close();
		engine.close();
		assertThatThrownBy(() -> engine.get("a", bytes(1))).isInstanceOf(InvalidStateStoreException.class);
		assertThatThrownBy(() -> engine.scan("a", null, null, false)).isInstanceOf(InvalidStateStoreException.class);
		assertThatThrownBy(() -> engine.approximateEntries("a")).isInstanceOf(InvalidStateStoreException.class);
		assertThatThrownBy(() -> engine.changelogOffset("a")).isInstanceOf(InvalidStateStoreException.class);
	}

	@ParameterizedTest
	@EnumSource
	void anUnknownStoreIsNamed(EngineUnderTest kind) {
		try (Opened opened = open(kind)) {
			StateEngine engine = opened.engine;
			assertThatThrownBy(() -> engine.get("nope", bytes(1))).isInstanceOf(IllegalArgumentException.class)
				.hasMessageContaining("nope");
			assertThatThrownBy(() -> engine.batch().put("nope", bytes(1), bytes(1)))
				.isInstanceOf(IllegalArgumentException.class);
			assertThatThrownBy(() -> engine.changelogOffset("nope")).isInstanceOf(IllegalArgumentException.class);
		}
	}

	@ParameterizedTest
	@EnumSource
	void behavesAsASortedMap(EngineUnderTest kind) {
		for (long seed = 1; seed <= 2; seed++) {
			new Model(kind, this.directory.resolve("seed-" + seed), seed).run(300);
		}
	}

	/**
	 * More than the machine has processors for, so that a database's own threads are late
	 * with what it waits for.
	 */
	@ParameterizedTest
	@EnumSource
	void behavesAsASortedMapBesideOthers(EngineUnderTest kind) throws Exception {
		long seed = System.nanoTime();
		System.out.println("Seed of the engines beside each other: " + seed);
		int engines = 2 * Runtime.getRuntime().availableProcessors();
		ExecutorService threads = Executors.newFixedThreadPool(engines);
		try {
			List<Future<?>> ends = new ArrayList<>();
			for (int i = 0; i < 2 * engines; i++) {
				Model model = new Model(kind, this.directory.resolve("engine-" + i), seed + i);
				ends.add(threads.submit(() -> model.run(300)));
			}
			for (Future<?> end : ends) {
				end.get();
			}
		}
		finally {
			threads.shutdownNow();
			assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
		}
	}

	private static Opened open(EngineUnderTest kind, Path directory) {
		StateEngineFactory factory = kind.factory();
		return new Opened(kind, factory, factory.open(TASK, directory, STORES));
	}

	private Opened open(EngineUnderTest kind) {
		return open(kind, this.directory);
	}

	private static List<String> keys(StateEngine engine, byte @Nullable [] from, byte @Nullable [] to,
			boolean reverse) {
		return entries(engine, "a", from, to, reverse).stream().map((entry) -> entry.split("=", -1)[0]).toList();
	}

	private static List<String> entries(StateEngine engine, String store, byte @Nullable [] from, byte @Nullable [] to,
			boolean reverse) {
		try (EngineCursor cursor = engine.scan(store, from, to, reverse)) {
			return entries(cursor);
		}
	}

	private static List<String> entries(EngineCursor cursor) {
		List<String> entries = new ArrayList<>();
		while (cursor.next()) {
			entries.add(hex(cursor.key()) + "=" + hex(cursor.value()));
		}
		assertThat(cursor.next()).isFalse();
		return entries;
	}

	private static int count(EngineCursor cursor) {
		int count = 0;
		while (cursor.next()) {
			count++;
		}
		return count;
	}

	private static String hex(byte[] bytes) {
		return HexFormat.of().formatHex(bytes);
	}

	private static byte[] bytes(int... values) {
		byte[] bytes = new byte[values.length];
		for (int i = 0; i < values.length; i++) {
			bytes[i] = (byte) values[i];
		}
		return bytes;
	}

	private static final class Opened implements AutoCloseable {

		private final EngineUnderTest kind;

		private final StateEngineFactory factory;

		private final StateEngine engine;

		private Opened(EngineUnderTest kind, StateEngineFactory factory, StateEngine engine) {
			this.kind = kind;
			this.factory = factory;
			this.engine = engine;
		}

		@Override
		public void close() {
			this.engine.close();
			this.kind.close(this.factory);
		}

	}

	/**
	 * Random operations on an engine and on sorted maps at once.
	 */
	private static final class Model {

		private final EngineUnderTest kind;

		private final Path directory;

		private final Random random;

		private final Map<String, NavigableMap<byte[], byte[]>> expected = new TreeMap<>();

		private final Map<String, OptionalLong> offsets = new TreeMap<>();

		private Opened opened;

		/** Used again, though its store or engine may be another by then. */
		private @Nullable EngineCursor walk;

		private Model(EngineUnderTest kind, Path directory, long seed) {
			this.kind = kind;
			this.directory = directory;
			this.random = new Random(seed);
			this.opened = open(kind, directory);
			for (String store : STORES) {
				this.expected.put(store, new TreeMap<>(Arrays::compareUnsigned));
				this.offsets.put(store, OptionalLong.empty());
			}
		}

		private void run(int steps) {
			try {
				for (int i = 0; i < steps; i++) {
					step();
				}
				for (String store : STORES) {
					check(store, null, null, false);
				}
			}
			finally {
				this.opened.close();
			}
		}

		private void step() {
			String store = List.of("a", "b", "default").get(this.random.nextInt(3));
			int choice = this.random.nextInt(100);
			if (choice < 50) {
				write();
			}
			else if (choice < 80) {
				byte[] from = this.random.nextInt(4) == 0 ? null : key();
				byte[] to = this.random.nextInt(4) == 0 ? null : key();
				check(store, from, to, this.random.nextBoolean());
			}
			else if (choice < 94) {
				byte[] key = key();
				assertThat(this.opened.engine.get(store, key)).isEqualTo(this.expected.get(store).get(key));
				assertThat(this.opened.engine.changelogOffset(store)).isEqualTo(this.offsets.get(store));
			}
			else if (choice < 96) {
				this.opened.engine.clear(store);
				this.expected.get(store).clear();
				this.offsets.put(store, OptionalLong.empty());
			}
			else if (this.kind.persistent()) {
				this.opened.close();
				this.opened = open(this.kind, this.directory);
				this.kind.inMemory().forEach((lost) -> {
					this.expected.get(lost).clear();
					this.offsets.put(lost, OptionalLong.empty());
				});
			}
		}

		private void write() {
			String scanned = this.random.nextBoolean() ? "a" : "b";
			List<String> before = expectedEntries(scanned, null, null, true);
			try (EngineCursor cursor = this.opened.engine.scan(scanned, null, null, true)) {
				EngineBatch batch = this.opened.engine.batch();
				if (this.random.nextInt(4) == 0) {
					byte[] from = key();
					byte[] to = key();
					batch.deleteRange(scanned, from, to);
					if (Arrays.compareUnsigned(from, to) < 0) {
						this.expected.get(scanned).subMap(from, true, to, false).clear();
					}
				}
				int changes = this.random.nextInt(300);
				for (int i = 0; i < changes; i++) {
					change(batch, List.of("a", "b", "default").get(this.random.nextInt(3)));
				}
				boolean load = this.random.nextInt(3) != 0;
				if (load) {
					this.opened.engine.load(batch);
				}
				else {
					this.opened.engine.write(batch);
				}
				if (load && this.random.nextInt(8) == 0) {
					this.opened.engine.endLoad();
				}
				assertThat(entries(cursor)).isEqualTo(before);
			}
		}

		private void change(EngineBatch batch, String store) {
			byte[] key = key();
			if (this.random.nextInt(4) == 0) {
				batch.delete(store, key);
				this.expected.get(store).remove(key);
			}
			else {
				byte[] value = new byte[this.random.nextInt(200)];
				this.random.nextBytes(value);
				batch.put(store, key, value);
				this.expected.get(store).put(key, value);
			}
			if (this.random.nextInt(50) == 0) {
				long offset = this.random.nextLong() & Long.MAX_VALUE;
				batch.changelogOffset(store, offset);
				this.offsets.put(store, OptionalLong.of(offset));
			}
		}

		private void check(String store, byte @Nullable [] from, byte @Nullable [] to, boolean reverse) {
			int walks = this.random.nextInt(4);
			for (int i = 0; i < walks; i++) {
				byte[] first = this.random.nextInt(4) == 0 ? null : key();
				byte[] end = this.random.nextInt(4) == 0 ? null : key();
				boolean back = this.random.nextBoolean();
				try (EngineCursor walk = this.opened.engine.scan(store, first, end, back, this.walk)) {
					this.walk = walk;
					if (this.random.nextInt(4) != 0) {
						assertThat(entries(walk)).isEqualTo(expectedEntries(store, first, end, back));
					}
				}
			}
			assertThat(entries(this.opened.engine, store, from, to, reverse))
				.isEqualTo(expectedEntries(store, from, to, reverse));
		}

		private List<String> expectedEntries(String store, byte @Nullable [] from, byte @Nullable [] to,
				boolean reverse) {
			if (from != null && to != null && Arrays.compareUnsigned(from, to) > 0) {
				return List.of();
			}
			NavigableMap<byte[], byte[]> map = this.expected.get(store);
			map = (from != null) ? map.tailMap(from, true) : map;
			map = (to != null) ? map.headMap(to, false) : map;
			map = reverse ? map.descendingMap() : map;
			return map.entrySet().stream().map((entry) -> hex(entry.getKey()) + "=" + hex(entry.getValue())).toList();
		}

		private byte[] key() {
			byte[] key = new byte[this.random.nextInt(4)];
			for (int i = 0; i < key.length; i++) {
				key[i] = (byte) (this.random.nextInt(16) * 17);
			}
			return key;
		}

	}

}
