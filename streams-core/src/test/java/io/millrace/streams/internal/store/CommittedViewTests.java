package io.millrace.streams.internal.store;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.millrace.streams.KeyValue;
import io.millrace.streams.errors.InvalidStateStoreException;
import io.millrace.streams.errors.StateStoreMigratedException;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.QueryableStoreType;
import io.millrace.streams.state.QueryableStoreTypes;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import io.millrace.streams.state.StateStoreProvider;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.TimestampedKeyValueStore;
import io.millrace.streams.state.ValueAndTimestamp;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CommittedViewTests {

	private final StoreFixture first = partition("a", 1L, "c", 3L);

	private final StoreFixture second = partition("b", 2L, "d", 4L);

	private final AtomicBoolean open = new AtomicBoolean(true);

	@Test
	@SuppressWarnings("unchecked")
	void viewOfAClosedTaskSaysSo() {
		KeyValueStore<String, ValueAndTimestamp<Long>> view = (KeyValueStore<String, ValueAndTimestamp<Long>>) this.first.store
			.committedView(this.open::get);
		KeyValueIterator<String, ValueAndTimestamp<Long>> iterator = view.all();
		assertThat(view.isOpen()).isTrue();
		this.open.set(false);
		assertThat(view.isOpen()).isFalse();
		assertThatExceptionOfType(StateStoreMigratedException.class).isThrownBy(() -> view.get("a"))
			.withMessageContaining("Store rows");
		assertThatExceptionOfType(StateStoreMigratedException.class).isThrownBy(view::all);
		assertThatExceptionOfType(StateStoreMigratedException.class).isThrownBy(() -> view.range("a", "b"));
		assertThatExceptionOfType(StateStoreMigratedException.class).isThrownBy(view::approximateNumEntries);
		assertThatExceptionOfType(StateStoreMigratedException.class).isThrownBy(iterator::next);
	}

	@Test
	@SuppressWarnings("unchecked")
	void whatIsReadCountsOnlyIfItMayBeReadStill() {
		AtomicInteger asked = new AtomicInteger();
		KeyValueStore<String, ValueAndTimestamp<Long>> view = (KeyValueStore<String, ValueAndTimestamp<Long>>) this.first.store
			.committedView(() -> asked.getAndIncrement() == 0);
		assertThatExceptionOfType(StateStoreMigratedException.class).isThrownBy(() -> view.get("a"));
		asked.set(0);
		assertThatExceptionOfType(StateStoreMigratedException.class).isThrownBy(view::all);
	}

	@Test
	void closedEngineLooksLikeAMigratedStore() {
		ReadOnlyKeyValueStore<String, ValueAndTimestamp<Long>> view = this.first.view();
		this.first.engine.close();
		assertThatExceptionOfType(StateStoreMigratedException.class).isThrownBy(() -> view.get("a"));
	}

	@Test
	void viewIsReadOnly() {
		KeyValueStore<String, ValueAndTimestamp<Long>> view = this.first.view();
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> view.delete("a"));
		assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> view.put("a", ValueAndTimestamp.make(1L, 1)));
		assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> view.putIfAbsent("a", ValueAndTimestamp.make(1L, 1)));
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> view.putAll(List.of()));
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(view::close);
	}

	@Test
	void uncommittedDataIsShownOnRequest() {
		this.first.<TimestampedKeyValueStore<String, Long>>facade().put("a", ValueAndTimestamp.make(11L, 20));
		this.second.<TimestampedKeyValueStore<String, Long>>facade().put("b", null);
		ReadOnlyKeyValueStore<String, ValueAndTimestamp<Long>> rows = query(
				QueryableStoreTypes.timestampedKeyValueStore());
		ReadOnlyKeyValueStore<String, Long> values = query(QueryableStoreTypes.keyValueStore());
		assertThat(rows.get("a")).isEqualTo(ValueAndTimestamp.make(1L, 10));
		assertThat(values.get("b")).isEqualTo(2L);
		ReadOnlyKeyValueStore<String, ValueAndTimestamp<Long>> uncommittedRows = rows
			.readOnly(IsolationLevel.READ_UNCOMMITTED);
		ReadOnlyKeyValueStore<String, Long> uncommittedValues = values.readOnly(IsolationLevel.READ_UNCOMMITTED);
		assertThat(uncommittedRows.get("a")).isEqualTo(ValueAndTimestamp.make(11L, 20));
		assertThat(uncommittedValues.get("b")).isNull();
		assertThat(uncommittedValues.all()).toIterable()
			.containsExactly(new KeyValue<>("a", 11L), new KeyValue<>("c", 3L), new KeyValue<>("d", 4L));
		assertThat(uncommittedValues.approximateNumEntries()).isEqualTo(3);
		assertThat(uncommittedRows.readOnly(IsolationLevel.READ_COMMITTED).get("a"))
			.isEqualTo(ValueAndTimestamp.make(1L, 10));
		assertThat(uncommittedValues.readOnly(IsolationLevel.READ_COMMITTED).get("b")).isEqualTo(2L);
	}

	@Test
	void viewThatItsTaskAsksForShowsCommittedDataOnly() {
		ReadOnlyKeyValueStore<String, ValueAndTimestamp<Long>> committed = this.first
			.<TimestampedKeyValueStore<String, Long>>facade()
			.readOnly(IsolationLevel.READ_COMMITTED);
		assertThat(committed.readOnly(IsolationLevel.READ_COMMITTED).get("a")).isNotNull();
		assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> committed.readOnly(IsolationLevel.READ_UNCOMMITTED))
			.withMessageContaining("store rows");
	}

	@Test
	void partitionsAreReadAsOneStore() {
		ReadOnlyKeyValueStore<String, ValueAndTimestamp<Long>> rows = query(
				QueryableStoreTypes.timestampedKeyValueStore());
		assertThat(rows.get("a")).isEqualTo(ValueAndTimestamp.make(1L, 10));
		assertThat(rows.get("d")).isEqualTo(ValueAndTimestamp.make(4L, 10));
		assertThat(rows.get("x")).isNull();
		assertThat(rows.approximateNumEntries()).isEqualTo(4);
		assertThat(rows.all()).toIterable().extracting((entry) -> entry.key).containsExactly("a", "c", "b", "d");
		assertThat(rows.reverseAll()).toIterable().extracting((entry) -> entry.key).containsExactly("c", "a", "d", "b");
		assertThat(rows.range("b", "c")).toIterable().extracting((entry) -> entry.key).containsExactly("c", "b");
		assertThat(rows.reverseRange(null, "b")).toIterable()
			.extracting((entry) -> entry.key)
			.containsExactly("a", "b");
		assertThat(rows.prefixScan("d", new StringSerializer())).toIterable().hasSize(1);
	}

	@Test
	void timestampsMayBeLeftOut() {
		ReadOnlyKeyValueStore<String, Long> values = query(QueryableStoreTypes.keyValueStore());
		assertThat(values.get("b")).isEqualTo(2L);
		KeyValueIterator<String, Long> iterator = values.all();
		assertThat(iterator.peekNextKey()).isEqualTo("a");
		assertThat(iterator.next()).isEqualTo(new KeyValue<>("a", 1L));
		iterator.close();
	}

	@Test
	void plainStoreIsNoTimestampedOne() {
		StoreFixture plain = new StoreFixture(
				Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("rows"), Serdes.String(), Serdes.Long()));
		StateStore view = plain.view();
		assertThat(QueryableStoreTypes.keyValueStore().accepts(view)).isTrue();
		assertThat(QueryableStoreTypes.timestampedKeyValueStore().accepts(view)).isFalse();
		assertThat(QueryableStoreTypes.timestampedKeyValueStore().accepts(this.first.view())).isTrue();
	}

	private <T> T query(QueryableStoreType<T> type) {
		return type.create(new StateStoreProvider() {

			@Override
			@SuppressWarnings("unchecked")
			public <S> List<S> stores(String storeName, QueryableStoreType<S> queryableStoreType) {
				assertThat(storeName).isEqualTo("rows");
				StateStore one = committed(CommittedViewTests.this.first);
				StateStore other = committed(CommittedViewTests.this.second);
				if (!queryableStoreType.accepts(one)) {
					throw new InvalidStateStoreException("not of that kind");
				}
				return List.of((S) one, (S) other);
			}

		}, "rows");
	}

	/**
	 * As queries get it: it can be asked for what isn't committed.
	 */
	private static StateStore committed(StoreFixture fixture) {
		ReadOnlyKeyValueStore<?, ?> uncommitted = fixture.uncommittedView();
		return (StateStore) uncommitted.readOnly(IsolationLevel.READ_COMMITTED);
	}

	private static StoreFixture partition(String key, Long value, String otherKey, Long otherValue) {
		StoreFixture fixture = new StoreFixture(Stores
			.timestampedKeyValueStoreBuilder(Stores.inMemoryKeyValueStore("rows"), Serdes.String(), Serdes.Long()));
		TimestampedKeyValueStore<String, Long> rows = fixture.facade();
		rows.put(key, ValueAndTimestamp.make(value, 10));
		rows.put(otherKey, ValueAndTimestamp.make(otherValue, 10));
		fixture.commit();
		return fixture;
	}

}
