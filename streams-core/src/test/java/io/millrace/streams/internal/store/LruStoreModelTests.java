package io.millrace.streams.internal.store;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

import io.millrace.streams.KeyValue;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Random operations on a store with a bound on rows, compared with a map in the order of
 * uses that is copied where the store has a savepoint.
 */
class LruStoreModelTests {

	static Stream<Serde<String>> keySerdes() {
		return Stream.of(Serdes.String(),
				Serdes.serdeFrom((topic, data) -> Serdes.String().serializer().serialize(topic, data),
						(topic, data) -> Serdes.String().deserializer().deserialize(topic, data)));
	}

	@ParameterizedTest
	@MethodSource("keySerdes")
	void keepsWhatWasUsedLast(Serde<String> keySerde) throws Exception {
		for (int round = 0; round < 60; round++) {
			new Seeds("keepsWhatWasUsedLast").run(round, (random) -> new Run(keySerde, random).run());
		}
	}

	@Test
	void takesNoNegativeBound() {
		assertThat(Stores.lruMap("store", 0).metricsScope()).isEqualTo("in-memory-lru");
		assertThatIllegalArgumentException().isThrownBy(() -> Stores.lruMap("store", -1))
			.withMessageContaining("store");
	}

	@Test
	void bytesThatAreWrittenPastSerdesCount() {
		StoreFixture fixture = new StoreFixture(
				Stores.keyValueStoreBuilder(Stores.lruMap("store", 2), Serdes.ByteArray(), Serdes.ByteArray()));
		ByteRows rows = fixture.facade();
		byte[] key = { 1 };
		rows.write(key, new byte[] { 10 }, 0);
		key[0] = 2;
		rows.write(key, new byte[] { 20 }, 0);
		key[0] = 1;
		assertThat(rows.bytes(key)).containsExactly(10);
		key[0] = 3;
		rows.write(key, new byte[] { 30 }, 0);
		assertThat(rows.bytes(new byte[] { 2 })).isNull();
		assertThat(rows.bytes(new byte[] { 1 })).containsExactly(10);
		assertThat(rows.bytes(new byte[] { 3 })).containsExactly(30);
	}

	@Test
	void queriesDontKeepRows() {
		StoreFixture fixture = new StoreFixture(
				Stores.keyValueStoreBuilder(Stores.lruMap("store", 2), Serdes.String(), Serdes.Long()));
		KeyValueStore<String, Long> store = fixture.facade();
		store.put("a", 1L);
		store.put("b", 2L);
		assertThat(fixture.<ReadOnlyKeyValueStore<String, Long>>uncommittedView().get("a")).isEqualTo(1);
		fixture.commit();
		assertThat(fixture.<ReadOnlyKeyValueStore<String, Long>>view().get("a")).isEqualTo(1);
		store.put("c", 3L);
		assertThat(fixture.<ReadOnlyKeyValueStore<String, Long>>uncommittedView().get("a")).isNull();
		assertThat(fixture.<ReadOnlyKeyValueStore<String, Long>>view().get("a")).isEqualTo(1);
	}

	/** What a map does that is as large as it may be. */
	private static final class Model extends LinkedHashMap<String, Long> {

		private static final long serialVersionUID = 1;

		private final int most;

		private Model(int most) {
			super(16, 0.75f, true);
			this.most = most;
		}

		private static Model of(Model other) {
			Model copy = new Model(other.most);
			other.forEach(copy::put);
			return copy;
		}

		@Override
		protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
			return size() > this.most;
		}

		private void write(String key, Long value) {
			if (value != null) {
				put(key, value);
			}
			else {
				remove(key);
			}
		}

	}

	private static final class Run {

		private final Random random;

		private final StoreFixture fixture;

		private final StoreFixture restored;

		private final KeyValueStore<String, Long> store;

		private final int keys;

		private Model model;

		private Model marked;

		private Model committed;

		private Run(Serde<String> keySerde, Random random) {
			this.random = random;
			int most = random.nextInt(12);
			this.keys = 1 + random.nextInt(24);
			this.fixture = fixture(keySerde, most);
			this.restored = fixture(keySerde, most);
			this.store = this.fixture.facade();
			this.model = new Model(most);
			this.marked = Model.of(this.model);
			this.committed = Model.of(this.model);
		}

		private static StoreFixture fixture(Serde<String> keySerde, int most) {
			return new StoreFixture(Stores.keyValueStoreBuilder(Stores.lruMap("store", most), keySerde, Serdes.Long()));
		}

		private void run() {
			for (int i = 0; i < 600; i++) {
				step();
			}
			this.fixture.commit();
			this.restored.restoreFrom(this.fixture);
			assertThat(content(this.restored.view())).isEqualTo(new TreeMap<>(this.model));
			checkRestoredOrder();
		}

		/**
		 * Rows are taken as used when they were written.
		 */
		private void checkRestoredOrder() {
			KeyValueStore<String, Long> store = this.restored.facade();
			Model expected = new Model(this.model.most);
			this.fixture.changelog.forEach((record) -> {
				String key = new String(record.key(), StandardCharsets.UTF_8);
				expected.write(key, (record.value() != null) ? this.model.get(key) : null);
			});
			for (int i = 0; i < 8; i++) {
				store.put("new" + i, 1L);
				expected.put("new" + i, 1L);
				assertThat(content(store)).isEqualTo(new TreeMap<>(expected));
			}
		}

		private void step() {
			String key = "key" + this.random.nextInt(this.keys);
			long value = this.random.nextInt(1000);
			switch (this.random.nextInt(16)) {
				case 0, 1, 2, 3, 4 -> {
					this.store.put(key, value);
					this.model.write(key, value);
				}
				case 5 -> {
					this.store.put(key, null);
					this.model.write(key, null);
				}
				case 6 -> assertThat(this.store.delete(key)).isEqualTo(this.model.remove(key));
				case 7 -> putIfAbsent(key, value);
				case 8, 9, 10 -> assertThat(this.store.get(key)).isEqualTo(this.model.get(key));
				case 11, 12 -> mark();
				case 13 -> {
					this.fixture.store.rollback();
					this.model = Model.of(this.marked);
				}
				case 14 -> commitOrDiscard();
				default -> check();
			}
		}

		private void putIfAbsent(String key, long value) {
			Long old = this.model.get(key);
			assertThat(this.store.putIfAbsent(key, value)).isEqualTo(old);
			if (old == null) {
				this.model.write(key, value);
			}
		}

		private void mark() {
			this.fixture.store.mark();
			this.marked = Model.of(this.model);
		}

		private void commitOrDiscard() {
			if (this.random.nextInt(3) == 0) {
				if (this.random.nextBoolean()) {
					this.fixture.writeChangelog();
				}
				this.fixture.store.discard();
				this.model = Model.of(this.committed);
			}
			else {
				this.fixture.commit();
				this.committed = Model.of(this.model);
			}
			mark();
		}

		private void check() {
			assertThat(content(this.store)).isEqualTo(new TreeMap<>(this.model));
			assertThat(this.store.approximateNumEntries()).isEqualTo(this.model.size());
			assertThat(content(this.fixture.view())).isEqualTo(new TreeMap<>(this.committed));
		}

		private static Map<String, Long> content(ReadOnlyKeyValueStore<String, Long> store) {
			Map<String, Long> content = new TreeMap<>();
			try (KeyValueIterator<String, Long> rows = store.all()) {
				while (rows.hasNext()) {
					KeyValue<String, Long> row = rows.next();
					content.put(row.key, row.value);
				}
			}
			return content;
		}

	}

}
