package io.millrace.streams.internal.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

import io.millrace.streams.KeyValue;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.ValueAndTimestamp;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random operations on a store, compared with a sorted map that is copied where the store
 * has a savepoint.
 */
class KeyValueStoreModelTests {

	/**
	 * How a kind of store makes its keys and values of numbers.
	 */
	record Kind<K, V>(String name, Serde<K> keySerde, Serde<V> valueSerde, Function<Integer, K> key,
			Function<Integer, V> value) {

		@Override
		public String toString() {
			return this.name;
		}

	}

	static Stream<Kind<?, ?>> kinds() {
		Serde<String> json = Serdes.serdeFrom((topic, data) -> Serdes.String().serializer().serialize(topic, data),
				(topic, data) -> Serdes.String().deserializer().deserialize(topic, data));
		return Stream.of(
				new Kind<>("String keys, Long values", Serdes.String(), Serdes.Long(), (i) -> "key" + i,
						(i) -> i.longValue()),
				new Kind<>("Long keys, String values", Serdes.Long(), Serdes.String(), (i) -> (long) i - 20,
						(i) -> "value" + i),
				new Kind<>("byte[] keys and values", Serdes.ByteArray(), Serdes.ByteArray(),
						(i) -> new byte[] { (byte) (i * 7) }, (i) -> PersistentTreeTests.number(i)),
				new Kind<>("Bytes keys, Integer values", Serdes.Bytes(), Serdes.Integer(),
						(i) -> Bytes.wrap(new byte[] { (byte) (i / 4), i.byteValue() }), (i) -> i),
				new Kind<>("other serdes", json, json, (i) -> "key" + i, (i) -> "value" + i),
				new Kind<>("texts that don't survive", Serdes.String(), Serdes.String(),
						(i) -> (i % 3 == 0) ? "\ud83d" : ((i % 3 == 1) ? "?" : "k" + i), (i) -> "value" + i));
	}

	@ParameterizedTest
	@MethodSource("kinds")
	<K, V> void plainStore(Kind<K, V> kind) throws Exception {
		for (int round = 0; round < 12; round++) {
			new Seeds("plainStore " + kind).run(round, (random) -> {
				StoreFixture fixture = new StoreFixture(Stores
					.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("store"), kind.keySerde(), kind.valueSerde()));
				StoreFixture restored = new StoreFixture(Stores
					.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("store"), kind.keySerde(), kind.valueSerde()));
				new Run<K, V, V>(kind, fixture, restored, random, kind.value()).run();
			});
		}
	}

	@ParameterizedTest
	@MethodSource("kinds")
	<K, V> void timestampedStore(Kind<K, V> kind) throws Exception {
		for (int round = 0; round < 12; round++) {
			new Seeds("timestampedStore " + kind).run(round, (random) -> {
				StoreFixture fixture = new StoreFixture(Stores.timestampedKeyValueStoreBuilder(
						Stores.inMemoryKeyValueStore("store"), kind.keySerde(), kind.valueSerde()));
				StoreFixture restored = new StoreFixture(Stores.timestampedKeyValueStoreBuilder(
						Stores.inMemoryKeyValueStore("store"), kind.keySerde(), kind.valueSerde()));
				new Run<K, V, ValueAndTimestamp<V>>(kind, fixture, restored, random,
						(i) -> ValueAndTimestamp.make(kind.value().apply(i), 1000 + i))
					.run();
			});
		}
	}

	private static final class Run<K, V, R> {

		private final Kind<K, V> kind;

		private final StoreFixture fixture;

		private final StoreFixture restored;

		private final Random random;

		private final Function<Integer, R> value;

		private final KeyValueStore<K, R> store;

		private final int keys;

		/** By serialised key: the key as it is read, and the value. */
		private NavigableMap<byte[], KeyValue<K, R>> model = newModel();

		private NavigableMap<byte[], KeyValue<K, R>> marked = newModel();

		private NavigableMap<byte[], KeyValue<K, R>> committed = newModel();

		private final List<Runnable> iterators = new ArrayList<>();

		private Run(Kind<K, V> kind, StoreFixture fixture, StoreFixture restored, Random random,
				Function<Integer, R> value) {
			this.kind = kind;
			this.fixture = fixture;
			this.restored = restored;
			this.random = random;
			this.value = value;
			this.store = fixture.facade();
			this.keys = 1 + random.nextInt(100);
		}

		private static <A> NavigableMap<byte[], A> newModel() {
			return new TreeMap<>(Arrays::compareUnsigned);
		}

		private void run() {
			for (int i = 0; i < 1500; i++) {
				step();
			}
			finishIterators();
			this.fixture.commit();
			this.committed = new TreeMap<>(this.model);
			this.restored.restoreFrom(this.fixture);
			check(this.restored.<ReadOnlyKeyValueStore<K, R>>view().all(), this.committed);
			check(this.restored.<ReadOnlyKeyValueStore<K, R>>facade().all(), this.committed);
		}

		private void step() {
			int number = this.random.nextInt(this.keys);
			K key = this.kind.key().apply(number);
			switch (this.random.nextInt(24)) {
				case 0, 1, 2, 3, 4, 5 -> put(key, this.value.apply(this.random.nextInt(1000)));
				case 6 -> put(key, null);
				case 7 -> checkEqual(this.store.delete(key), remove(key));
				case 8 -> putIfAbsent(key);
				case 9 -> putAll();
				case 10, 11, 12 -> checkEqual(this.store.get(key), value(this.model, key));
				case 13 -> openIterator(this.store.all(), this.model);
				case 14 -> openIterator(this.store.reverseAll(), this.model.descendingMap());
				case 15, 16 -> range();
				case 17 -> prefix(key);
				case 18, 19 -> mark();
				case 20 -> {
					this.fixture.store.rollback();
					this.model = new TreeMap<>(this.marked);
				}
				case 21 -> commitOrDiscard();
				case 22 -> finishIterators();
				default -> checkState(key);
			}
		}

		private void mark() {
			this.fixture.store.mark();
			this.marked = new TreeMap<>(this.model);
		}

		private void put(K key, R value) {
			this.store.put(key, value);
			if (value != null) {
				this.model.put(bytes(key), new KeyValue<>(read(key), value));
			}
			else {
				this.model.remove(bytes(key));
			}
		}

		private void putIfAbsent(K key) {
			R value = this.value.apply(this.random.nextInt(1000));
			R old = value(this.model, key);
			checkEqual(this.store.putIfAbsent(key, value), old);
			if (old == null) {
				this.model.put(bytes(key), new KeyValue<>(read(key), value));
			}
		}

		private void putAll() {
			List<KeyValue<K, R>> entries = new ArrayList<>();
			for (int i = 0; i < 3; i++) {
				entries.add(new KeyValue<>(this.kind.key().apply(this.random.nextInt(this.keys)),
						this.random.nextInt(4) == 0 ? null : this.value.apply(i)));
			}
			this.store.putAll(entries);
			for (KeyValue<K, R> entry : entries) {
				if (entry.value != null) {
					this.model.put(bytes(entry.key), new KeyValue<>(read(entry.key), entry.value));
				}
				else {
					this.model.remove(bytes(entry.key));
				}
			}
		}

		private R remove(K key) {
			KeyValue<K, R> old = this.model.remove(bytes(key));
			return (old != null) ? old.value : null;
		}

		private void range() {
			K from = (this.random.nextInt(4) == 0) ? null : this.kind.key().apply(this.random.nextInt(this.keys));
			K to = (this.random.nextInt(4) == 0) ? null : this.kind.key().apply(this.random.nextInt(this.keys));
			NavigableMap<byte[], KeyValue<K, R>> expected = this.model;
			if (from != null && to != null && Arrays.compareUnsigned(bytes(from), bytes(to)) > 0) {
				expected = newModel();
			}
			else {
				expected = (from != null) ? expected.tailMap(bytes(from), true) : expected;
				expected = (to != null) ? expected.headMap(bytes(to), true) : expected;
			}
			openIterator(this.store.range(from, to), expected);
			openIterator(this.store.reverseRange(from, to), expected.descendingMap());
		}

		private void prefix(K key) {
			byte[] bytes = bytes(key);
			byte[] prefix = Arrays.copyOf(bytes, this.random.nextInt(bytes.length + 1));
			NavigableMap<byte[], KeyValue<K, R>> expected = newModel();
			this.model.forEach((found, entry) -> {
				if (found.length >= prefix.length && Arrays.equals(Arrays.copyOf(found, prefix.length), prefix)) {
					expected.put(found, entry);
				}
			});
			openIterator(this.store.prefixScan(prefix, new ByteArraySerializer()), expected);
		}

		private void commitOrDiscard() {
			if (this.random.nextInt(3) == 0) {
				if (this.random.nextBoolean()) {
					this.fixture.writeChangelog();
				}
				this.fixture.store.discard();
				this.model = new TreeMap<>(this.committed);
			}
			else {
				this.fixture.commit();
				this.committed = new TreeMap<>(this.model);
			}
			assertThat(this.fixture.store.uncommittedBytes()).isZero();
			mark();
		}

		private void checkState(K key) {
			assertThat(this.store.approximateNumEntries()).isEqualTo(this.model.size());
			ReadOnlyKeyValueStore<K, R> view = this.fixture.view();
			checkEqual(view.get(key), value(this.committed, key));
			check(view.all(), this.committed);
			assertThat(view.approximateNumEntries()).isEqualTo(this.committed.size());
			assertThat(this.fixture.store.uncommittedBytes()).isNotNegative();
		}

		/**
		 * An iterator is read at once, or only after more has happened: it must not tell.
		 */
		private void openIterator(KeyValueIterator<K, R> iterator, Map<byte[], KeyValue<K, R>> expected) {
			List<KeyValue<K, R>> entries = List.copyOf(expected.values());
			if (this.random.nextBoolean()) {
				check(iterator, entries);
			}
			else {
				this.iterators.add(() -> check(iterator, entries));
			}
		}

		private void finishIterators() {
			this.iterators.forEach(Runnable::run);
			this.iterators.clear();
		}

		private void check(KeyValueIterator<K, R> iterator, Map<byte[], KeyValue<K, R>> expected) {
			check(iterator, List.copyOf(expected.values()));
		}

		private void check(KeyValueIterator<K, R> iterator, List<KeyValue<K, R>> expected) {
			Iterator<KeyValue<K, R>> wanted = expected.iterator();
			while (iterator.hasNext() && wanted.hasNext()) {
				K peeked = iterator.peekNextKey();
				KeyValue<K, R> entry = iterator.next();
				KeyValue<K, R> want = wanted.next();
				checkEqual(peeked, want.key);
				checkEqual(entry.key, want.key);
				checkEqual(entry.value, want.value);
			}
			assertThat(iterator.hasNext()).isFalse();
			assertThat(wanted.hasNext()).isFalse();
			iterator.close();
		}

		private R value(NavigableMap<byte[], KeyValue<K, R>> model, K key) {
			KeyValue<K, R> entry = model.get(bytes(key));
			return (entry != null) ? entry.value : null;
		}

		private byte[] bytes(K key) {
			return this.kind.keySerde().serializer().serialize("", key);
		}

		private K read(K key) {
			return this.kind.keySerde().deserializer().deserialize("", bytes(key));
		}

		private static void checkEqual(Object actual, Object expected) {
			if (actual instanceof ValueAndTimestamp<?> one && expected instanceof ValueAndTimestamp<?> other) {
				assertThat(one.value()).isEqualTo(other.value());
				assertThat(one.timestamp()).isEqualTo(other.timestamp());
			}
			else {
				assertThat(actual).isEqualTo(expected);
			}
		}

	}

}
