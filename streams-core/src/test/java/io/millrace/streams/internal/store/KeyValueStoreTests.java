package io.millrace.streams.internal.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

import io.millrace.streams.KeyValue;
import io.millrace.streams.errors.InvalidStateStoreException;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.TimestampedKeyValueStore;
import io.millrace.streams.state.ValueAndTimestamp;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.tuple;

class KeyValueStoreTests {

	private final StoreFixture fixture = new StoreFixture(plain(Serdes.String(), Serdes.Long()));

	private final KeyValueStore<String, Long> store = this.fixture.facade();

	@Test
	void nullKeysAreRefused() {
		assertThatNullPointerException().isThrownBy(() -> this.store.get(null)).withMessageContaining("Store store");
		assertThatNullPointerException().isThrownBy(() -> this.store.put(null, 1L));
		assertThatNullPointerException().isThrownBy(() -> this.store.putIfAbsent(null, 1L));
		assertThatNullPointerException().isThrownBy(() -> this.store.delete(null));
		assertThatNullPointerException().isThrownBy(() -> this.store.putAll(List.of(new KeyValue<>(null, 1L))));
		ReadOnlyKeyValueStore<String, Long> view = this.fixture.view();
		assertThatNullPointerException().isThrownBy(() -> view.get(null));
	}

	@Test
	void writesShowUpAtOnceAndInQueriesAfterTheCommit() {
		ReadOnlyKeyValueStore<String, Long> view = this.fixture.view();
		this.store.put("a", 1L);
		assertThat(this.store.get("a")).isEqualTo(1L);
		assertThat(view.get("a")).isNull();
		this.fixture.commit();
		assertThat(this.store.get("a")).isEqualTo(1L);
		assertThat(view.get("a")).isEqualTo(1L);
		this.store.delete("a");
		assertThat(this.store.get("a")).isNull();
		assertThat(view.get("a")).isEqualTo(1L);
	}

	@Test
	void eachKeyGoesToTheChangelogOnceInTheOrderOfFirstWrites() {
		this.fixture.recordTimestamp = 5;
		this.store.put("b", 1L);
		this.store.put("a", 2L);
		this.store.put("c", 3L);
		this.fixture.recordTimestamp = 7;
		this.store.put("b", 4L);
		this.store.put("c", null);
		assertThat(this.fixture.writeChangelog())
			.extracting((record) -> new String(record.key(), StandardCharsets.UTF_8),
					(record) -> (record.value() != null) ? ByteBuffer.wrap(record.value()).getLong() : null,
					(record) -> record.timestamp())
			.containsExactly(tuple("b", 4L, 7L), tuple("a", 2L, 5L), tuple("c", null, 7L));
	}

	@Test
	void nothingIsLeftAfterACommit() {
		this.store.put("a", 1L);
		assertThat(this.fixture.store.uncommittedBytes()).isPositive();
		this.fixture.commit();
		assertThat(this.fixture.store.uncommittedBytes()).isZero();
		assertThat(this.fixture.writeChangelog()).isEmpty();
	}

	@Test
	void writesAfterTheChangelogWasWrittenArePublishedToo() {
		this.store.put("a", 1L);
		this.fixture.writeChangelog();
		this.store.put("a", 2L);
		EngineBatch batch = this.fixture.engine.batch();
		this.fixture.store.publish(batch);
		this.fixture.engine.write(batch);
		assertThat(this.store.get("a")).isEqualTo(2L);
	}

	@Test
	void deleteOfWhatIsNotThereWritesNothing() {
		assertThat(this.store.delete("a")).isNull();
		assertThat(this.fixture.writeChangelog()).isEmpty();
	}

	@Test
	void changelogTimestampsAreNeverNegative() {
		this.fixture.recordTimestamp = -1;
		this.store.put("a", 1L);
		assertThat(this.fixture.writeChangelog().get(0).timestamp()).isZero();
	}

	@Test
	void storeWithoutLoggingWritesNoChangelog() {
		StoreFixture unlogged = new StoreFixture(plain(Serdes.String(), Serdes.Long()).withLoggingDisabled());
		unlogged.<KeyValueStore<String, Long>>facade().put("a", 1L);
		assertThat(unlogged.writeChangelog()).isEmpty();
		unlogged.commit();
		assertThat(unlogged.<KeyValueStore<String, Long>>view().get("a")).isEqualTo(1L);
	}

	@Test
	void rollbackUndoesWritesSinceTheMark() {
		this.store.put("a", 1L);
		this.fixture.store.mark();
		long before = this.fixture.store.uncommittedBytes();
		this.store.put("a", 2L);
		this.store.put("a", null);
		this.store.put("b", 3L);
		this.store.delete("b");
		this.store.put("b", 4L);
		this.fixture.store.rollback();
		assertThat(this.store.get("a")).isEqualTo(1L);
		assertThat(this.store.get("b")).isNull();
		assertThat(this.fixture.store.uncommittedBytes()).isEqualTo(before);
		assertThat(this.fixture.writeChangelog()).hasSize(1);
	}

	@Test
	void secondRollbackUndoesNoMore() {
		this.store.put("a", 1L);
		this.fixture.store.mark();
		this.store.put("a", 2L);
		this.fixture.store.rollback();
		this.fixture.store.rollback();
		assertThat(this.store.get("a")).isEqualTo(1L);
	}

	@Test
	void rollbackOfManyWritesInOneRecord() {
		for (int i = 0; i < 1000; i++) {
			this.store.put("k" + i, 1L);
		}
		this.fixture.store.mark();
		for (int i = 0; i < 10_000; i++) {
			this.store.put("k" + i, (long) i);
		}
		this.fixture.store.rollback();
		assertThat(this.store.approximateNumEntries()).isEqualTo(1000);
		assertThat(this.store.get("k999")).isEqualTo(1L);
		assertThat(this.store.get("k1000")).isNull();
	}

	@Test
	void discardForgetsEverythingSinceTheCommit() {
		this.store.put("a", 1L);
		this.fixture.commit();
		this.store.put("a", 2L);
		this.fixture.store.mark();
		this.store.put("b", 3L);
		this.fixture.store.discard();
		assertThat(this.store.get("a")).isEqualTo(1L);
		assertThat(this.store.get("b")).isNull();
		assertThat(this.fixture.store.uncommittedBytes()).isZero();
		this.fixture.store.rollback();
		assertThat(this.store.get("a")).isEqualTo(1L);
	}

	@Test
	void floodsOfKeysAreForgottenToo() {
		for (int round = 0; round < 20; round++) {
			int keys = (round % 5 == 0) ? 20_000 : 10;
			for (int i = 0; i < keys; i++) {
				this.store.put("k" + i, (long) round);
			}
			this.fixture.commit();
			assertThat(this.store.get("k9")).isEqualTo(round);
			assertThat(this.store.approximateNumEntries()).isEqualTo(20_000);
		}
	}

	@Test
	void closedStoreRefusesReadsAndWrites() {
		this.fixture.store.close();
		assertThat(this.store.isOpen()).isFalse();
		assertThatExceptionOfType(InvalidStateStoreException.class).isThrownBy(() -> this.store.get("a"))
			.withMessageContaining("Store store is closed");
		assertThatExceptionOfType(InvalidStateStoreException.class).isThrownBy(() -> this.store.put("a", 1L));
		assertThatExceptionOfType(InvalidStateStoreException.class).isThrownBy(this.store::all);
	}

	@Test
	void processorsNeitherReadyNorCloseStores() {
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(this.store::close);
		assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> this.store.init(this.fixture, this.store));
		assertThat(this.store.isOpen()).isTrue();
		assertThat(this.store.name()).isEqualTo("store");
		assertThat(this.store.persistent()).isFalse();
	}

	@Test
	@SuppressWarnings({ "unchecked", "rawtypes" })
	void wrongTypesAreRefusedWhenTheyAreWritten() {
		KeyValueStore raw = this.store;
		assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> raw.put("a", 1))
			.withMessageContaining("Store store can't take a value of type java.lang.Integer with")
			.withMessageContaining("LongSerializer")
			.withMessageContaining("default.value.serde");
		assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> raw.get(1))
			.withMessageContaining("key of type java.lang.Integer");
		KeyValueStore bytes = new StoreFixture(plain(Serdes.ByteArray(), Serdes.ByteArray())).facade();
		assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> bytes.put("a", new byte[1]))
			.withMessageContaining("key of type java.lang.String");
		assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> bytes.put(new byte[1], "a"))
			.withMessageContaining("value of type java.lang.String");
		assertThat(this.fixture.writeChangelog()).isEmpty();
	}

	@Test
	void valuesThatChangeAfterwardsChangeNothing() {
		StoreFixture lists = new StoreFixture(plain(Serdes.String(), new TextListSerde()));
		KeyValueStore<String, List<String>> names = lists.facade();
		List<String> value = new ArrayList<>(List.of("x"));
		names.put("a", value);
		lists.store.mark();
		value.add("changed after the write");
		names.get("a").add("changed after the read");
		assertThat(names.get("a")).containsExactly("x");
		List<String> read = names.get("a");
		read.add("y");
		names.put("a", read);
		assertThat(names.get("a")).containsExactly("x", "y");
		lists.store.rollback();
		assertThat(names.get("a")).containsExactly("x");
		lists.commit();
		names.get("a").add("changed after the commit");
		assertThat(names.get("a")).containsExactly("x");
	}

	@Test
	void arraysThatChangeAfterwardsChangeNothing() {
		StoreFixture arrays = new StoreFixture(plain(Serdes.ByteArray(), Serdes.ByteArray()));
		KeyValueStore<byte[], byte[]> bytes = arrays.facade();
		byte[] key = { 1 };
		byte[] value = { 1 };
		bytes.put(key, value);
		key[0] = 2;
		value[0] = 2;
		assertThat(bytes.get(new byte[] { 1 })).containsExactly(1);
		assertThat(bytes.get(new byte[] { 2 })).isNull();
		bytes.get(new byte[] { 1 })[0] = 3;
		try (KeyValueIterator<byte[], byte[]> iterator = bytes.all()) {
			iterator.next().key[0] = 9;
		}
		for (int i = 0; i < 2; i++) {
			assertThat(bytes.get(new byte[] { 1 })).containsExactly(1);
			arrays.commit();
			bytes.get(new byte[] { 1 })[0] = 3;
			arrays.<KeyValueStore<byte[], byte[]>>view().get(new byte[] { 1 })[0] = 3;
		}
	}

	@Test
	void wrappedArraysThatChangeAfterwardsChangeNothing() {
		StoreFixture arrays = new StoreFixture(plain(Serdes.Bytes(), Serdes.ByteBuffer()));
		KeyValueStore<Bytes, ByteBuffer> bytes = arrays.facade();
		byte[] key = { 1 };
		byte[] value = { 1 };
		bytes.put(Bytes.wrap(key), ByteBuffer.wrap(value));
		key[0] = 2;
		value[0] = 2;
		bytes.get(Bytes.wrap(new byte[] { 1 })).put(0, (byte) 3);
		try (KeyValueIterator<Bytes, ByteBuffer> iterator = bytes.all()) {
			iterator.next().key.get()[0] = 9;
		}
		assertThat(bytes.get(Bytes.wrap(new byte[] { 1 }))).isEqualTo(ByteBuffer.wrap(new byte[] { 1 }));
	}

	@Test
	void keysOfTheSameBytesAreTheSameKey() {
		Serde<String> ascii = new Serdes.StringSerde();
		ascii.configure(Map.of("serializer.encoding", "US-ASCII", "deserializer.encoding", "US-ASCII"), true);
		for (Serde<String> serde : List.of(ascii, Serdes.String())) {
			StoreFixture keys = new StoreFixture(plain(serde, Serdes.Long()));
			KeyValueStore<String, Long> counts = keys.facade();
			counts.put("\ud83d", 1L);
			for (int i = 0; i < 2; i++) {
				assertThat(counts.get("?")).isEqualTo(1L);
				assertThat(counts.get("\ude00")).isEqualTo(1L);
				assertThat(counts.get("\u00e4")).isEqualTo((serde == ascii) ? 1L : null);
				keys.commit();
			}
		}
	}

	@Test
	void iteratorsLookAheadAndEnd() {
		this.store.put("a", 1L);
		KeyValueIterator<String, Long> iterator = this.store.all();
		assertThat(iterator.peekNextKey()).isEqualTo("a");
		assertThat(iterator.next()).isEqualTo(new KeyValue<>("a", 1L));
		assertThat(iterator.hasNext()).isFalse();
		assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(iterator::next);
		assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(iterator::peekNextKey);
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(iterator::remove);
		iterator.close();
		iterator.close();
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(iterator::hasNext);
	}

	@Test
	void deletesDuringAnIterationDoNotShowUp() {
		this.store.put("a", 1L);
		this.fixture.commit();
		this.store.put("b", 2L);
		KeyValueIterator<String, Long> iterator = this.store.all();
		this.store.delete("a");
		this.store.delete("b");
		this.store.put("c", 3L);
		this.fixture.commit();
		assertThat(iterator).toIterable().containsExactly(new KeyValue<>("a", 1L), new KeyValue<>("b", 2L));
	}

	@Test
	void prefixesAreCompared() {
		for (String key : List.of("a", "ab", "abc", "b")) {
			this.store.put(key, 1L);
		}
		assertThat(this.store.prefixScan("ab", new StringSerializer())).toIterable()
			.extracting((entry) -> entry.key)
			.containsExactly("ab", "abc");
	}

	@Test
	void prefixOfHighestBytesHasNoUpperBound() {
		KeyValueStore<byte[], Long> bytes = new StoreFixture(plain(Serdes.ByteArray(), Serdes.Long())).facade();
		byte high = (byte) 0xff;
		for (byte[] key : List.of(new byte[] { 1 }, new byte[] { high }, new byte[] { high, high, 3 })) {
			bytes.put(key, 1L);
		}
		assertThat(bytes.prefixScan(new byte[] { high, high }, Serdes.ByteArray().serializer())).toIterable()
			.hasSize(1);
		assertThat(bytes.prefixScan(new byte[] { high }, Serdes.ByteArray().serializer())).toIterable().hasSize(2);
		assertThat(bytes.prefixScan(new byte[0], Serdes.ByteArray().serializer())).toIterable().hasSize(3);
	}

	@Test
	void readOnlyViewsFollowTheIsolationLevel() {
		this.store.put("a", 1L);
		assertThat(this.store.readOnly(IsolationLevel.READ_UNCOMMITTED).get("a")).isEqualTo(1L);
		assertThat(this.store.readOnly(IsolationLevel.READ_COMMITTED).get("a")).isNull();
		this.fixture.commit();
		assertThat(this.store.readOnly(IsolationLevel.READ_COMMITTED).get("a")).isEqualTo(1L);
	}

	@Test
	void timestampedStoreKeepsTimestamps() {
		StoreFixture timestamped = new StoreFixture(timestamped(Serdes.String(), Serdes.Long()));
		TimestampedKeyValueStore<String, Long> rows = timestamped.facade();
		rows.put("a", ValueAndTimestamp.make(1L, 10));
		rows.put("b", ValueAndTimestamp.make(2L, 20));
		timestamped.recordTimestamp = 30;
		assertThat(rows.delete("b")).isEqualTo(ValueAndTimestamp.make(2L, 20));
		rows.put("c", ValueAndTimestamp.makeAllowNullable(null, 40));
		assertThat(timestamped.writeChangelog()).extracting((record) -> record.timestamp())
			.containsExactly(10L, 30L, 40L);
		timestamped.commit();
		assertThat(rows.get("a")).isEqualTo(ValueAndTimestamp.make(1L, 10));
		assertThat(rows.get("b")).isNull();
		assertThat(rows.get("c")).isNull();
		assertThat(rows.approximateNumEntries()).isOne();
	}

	@Test
	void operatorsFindAndUpdateInOneLookup() {
		StoreFixture timestamped = new StoreFixture(timestamped(Serdes.String(), Serdes.Long()));
		TimestampedKeyValueAccess rows = timestamped.facade();
		assertThat(rows.find("a")).isNull();
		assertThat(rows.foundTimestamp()).isEqualTo(-1);
		rows.update(1L, 10);
		assertThat(rows.find("a")).isEqualTo(1L);
		assertThat(rows.foundTimestamp()).isEqualTo(10);
		rows.update(2L, 20);
		rows.update(3L, 30);
		timestamped.commit();
		assertThat(rows.find("a")).isEqualTo(3L);
		assertThat(rows.foundTimestamp()).isEqualTo(30);
		rows.update(null, 40);
		assertThat(rows.find("a")).isNull();
		assertThat(rows.foundTimestamp()).isEqualTo(-1);
		rows.put("b", 5L, 50);
		assertThat(timestamped.<TimestampedKeyValueStore<String, Long>>facade().get("b"))
			.isEqualTo(ValueAndTimestamp.make(5L, 50));
	}

	@Test
	void whatHappensBetweenFindAndUpdateDoesNotMisleadIt() {
		Map<String, Runnable> interruptions = new HashMap<>();
		StoreFixture timestamped = new StoreFixture(timestamped(Serdes.String(), Serdes.Long()));
		TimestampedKeyValueStore<String, Long> rows = timestamped.facade();
		TimestampedKeyValueAccess access = timestamped.facade();
		interruptions.put("another lookup", () -> rows.get("other"));
		interruptions.put("another write",
				() -> rows.put("other" + rows.approximateNumEntries(), ValueAndTimestamp.make(7L, 7)));
		interruptions.put("a write of the same key", () -> rows.put("a", ValueAndTimestamp.make(8L, 8)));
		interruptions.put("a rollback", timestamped.store::rollback);
		interruptions.put("a commit", timestamped::commit);
		interruptions.forEach((name, interruption) -> {
			for (boolean written : new boolean[] { false, true }) {
				rows.delete("a");
				timestamped.commit();
				if (written) {
					rows.put("a", ValueAndTimestamp.make(1L, 1));
				}
				access.find("a");
				interruption.run();
				access.update(2L, 2);
				assertThat(rows.get("a")).as(name).isEqualTo(ValueAndTimestamp.make(2L, 2));
				timestamped.commit();
				assertThat(rows.get("a")).as(name).isEqualTo(ValueAndTimestamp.make(2L, 2));
				assertThat(rows.get("other")).as(name).isNull();
			}
		});
	}

	@Test
	void ofSeveralRestoredRecordsOfAKeyTheLastOneCounts() {
		StoreFixture restored = new StoreFixture(plain(Serdes.String(), Serdes.String()));
		EngineBatch batch = restored.engine.batch();
		restored.store.restore(List.of(record(0, "b", "1"), record(1, "a", "2"), record(2, "c", "3"),
				record(3, "b", null), record(4, "a", "4"), record(5, "c", "5"), record(6, "c", "6")), batch);
		restored.engine.write(batch);
		KeyValueStore<String, String> facade = restored.facade();
		assertThat(facade.get("a")).isEqualTo("4");
		assertThat(facade.get("b")).isNull();
		assertThat(facade.get("c")).isEqualTo("6");
	}

	private static org.apache.kafka.clients.consumer.ConsumerRecord<byte[], byte[]> record(long offset, String key,
			String value) {
		return new org.apache.kafka.clients.consumer.ConsumerRecord<>("t", 0, offset,
				key.getBytes(StandardCharsets.UTF_8), (value != null) ? value.getBytes(StandardCharsets.UTF_8) : null);
	}

	@Test
	void restoredRecordsWithoutKeyAreLeftOut() {
		StoreFixture restored = new StoreFixture(plain(Serdes.String(), Serdes.Long()));
		EngineBatch batch = restored.engine.batch();
		restored.store.restore(List.of(new org.apache.kafka.clients.consumer.ConsumerRecord<>("t", 0, 0, null, null)),
				batch);
		restored.engine.write(batch);
		assertThat(restored.engine.approximateEntries("store")).isZero();
	}

	@Test
	void restoredTombstonesDelete() {
		this.store.put("a", 1L);
		this.fixture.commit();
		this.store.delete("a");
		this.store.put("b", 2L);
		this.fixture.commit();
		StoreFixture restored = new StoreFixture(plain(Serdes.String(), Serdes.Long()));
		restored.restoreFrom(this.fixture);
		assertThat(restored.engine.approximateEntries("store")).isOne();
		assertThat(restored.<KeyValueStore<String, Long>>facade().get("b")).isEqualTo(2L);
	}

	private static <K, V> StoreBuilder<KeyValueStore<K, V>> plain(Serde<K> keySerde, Serde<V> valueSerde) {
		return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("store"), keySerde, valueSerde);
	}

	private static <K, V> StoreBuilder<TimestampedKeyValueStore<K, V>> timestamped(Serde<K> keySerde,
			Serde<V> valueSerde) {
		return Stores.timestampedKeyValueStoreBuilder(Stores.inMemoryKeyValueStore("store"), keySerde, valueSerde);
	}

	/**
	 * Lists that can be changed, as text.
	 */
	static final class TextListSerde extends Serdes.WrapperSerde<List<String>> {

		TextListSerde() {
			super((topic, list) -> String.join(",", list).getBytes(StandardCharsets.UTF_8),
					(topic, bytes) -> new ArrayList<>(List.of(new String(bytes, StandardCharsets.UTF_8).split(","))));
		}

	}

}
