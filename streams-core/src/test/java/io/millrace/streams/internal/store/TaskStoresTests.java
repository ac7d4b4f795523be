package io.millrace.streams.internal.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.millrace.streams.StreamsConfig;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.monitor.StoreDescription;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.StateStoreContext;
import io.millrace.streams.query.FailureReason;
import io.millrace.streams.query.KeyQuery;
import io.millrace.streams.query.PositionBound;
import io.millrace.streams.query.QueryConfig;
import io.millrace.streams.state.KeyValueBytesStoreSupplier;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

class TaskStoresTests {

	private final List<String> calls = new ArrayList<>();

	@Test
	void defaultSerdesStandInForMissingOnes() {
		StoreFixture fixture = new StoreFixture(
				Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("store"), null, null));
		KeyValueStore<String, Long> store = fixture.facade();
		store.put("a", 1L);
		assertThat(store.get("a")).isEqualTo(1L);
	}

	@Test
	void serdesAreToldTheChangelogsName() {
		Serializer<String> serializer = (topic, data) -> {
			this.calls.add(topic);
			return Serdes.String().serializer().serialize(topic, data);
		};
		Deserializer<String> deserializer = Serdes.String().deserializer();
		Serde<String> serde = Serdes.serdeFrom(serializer, deserializer);
		for (boolean logged : new boolean[] { true, false }) {
			this.calls.clear();
			StoreBuilder<KeyValueStore<String, String>> builder = Stores
				.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("store"), serde, serde);
			new StoreFixture(logged ? builder : builder.withLoggingDisabled()).<KeyValueStore<String, String>>facade()
				.put("a", "b");
			assertThat(this.calls).containsExactly("app-store-changelog", "app-store-changelog");
		}
	}

	@Test
	void suppliersOfOthersAreRefused() {
		KeyValueBytesStoreSupplier supplier = new KeyValueBytesStoreSupplier() {

			@Override
			public String name() {
				return "mine";
			}

			@Override
			public KeyValueStore<Bytes, byte[]> get() {
				throw new UnsupportedOperationException();
			}

			@Override
			public String metricsScope() {
				return "mine";
			}

		};
		StoreBuilder<?> builder = Stores.keyValueStoreBuilder(supplier, Serdes.String(), Serdes.String());
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> TaskStores.check(builder))
			.withMessageContaining("Store mine")
			.withMessageContaining("Use one of those that Stores makes");
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> new StoreFixture(builder));
	}

	@Test
	void builtInSuppliersMakeNoStoresThemselves() {
		assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> Stores.inMemoryKeyValueStore("store").get())
			.withMessageContaining("store store");
	}

	@Test
	void storesOfOthersLiveWithoutLogging() {
		StoreFixture fixture = new StoreFixture(new CustomBuilder(false));
		assertThat(fixture.<StateStore>facade()).isInstanceOf(CustomStore.class);
		assertThat(fixture.store.name()).isEqualTo("custom");
		assertThat(fixture.store.committedView(() -> true)).isSameAs(fixture.<StateStore>facade());
		fixture.store.mark();
		fixture.store.rollback();
		assertThat(fixture.writeChangelog()).isEmpty();
		fixture.commit();
		fixture.store.discard();
		fixture.store.close();
		assertThat(this.calls).containsExactly("init", "flush", "close");
	}

	@Test
	void storeOfOthersKnowsNoQueryUnlessItSaysSo() {
		StateStore store = new StoreFixture(new CustomBuilder(false)).facade();
		assertThat(store.query(KeyQuery.withKey("a"), PositionBound.unbounded(), new QueryConfig(false))
			.getFailureReason()).isEqualTo(FailureReason.UNKNOWN_QUERY_TYPE);
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(store::getPosition)
			.withMessageContaining("Store custom");
	}

	@Test
	void storesOfOthersAreRefusedWithLogging() {
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> TaskStores.check(new CustomBuilder(true)))
			.withMessageContaining("Store custom")
			.withMessageContaining("withLoggingDisabled()");
		assertThatNoException().isThrownBy(() -> TaskStores.check(new CustomBuilder(false)));
	}

	@Test
	void descriptions() {
		StreamsConfig config = StreamsConfig.builder()
			.applicationId("app")
			.bootstrapServers("b:1")
			.defaultKeySerde(Serdes.StringSerde.class)
			.build();
		StoreBuilder<?> builder = Stores.timestampedKeyValueStoreBuilder(Stores.inMemoryKeyValueStore("store"), null,
				Serdes.Long());
		StoreDescription description = TaskStores.describe(builder, "app-store-changelog", config);
		assertThat(description.name()).isEqualTo("store");
		assertThat(description.kind()).isEqualTo("timestamped-key-value");
		assertThat(description.keySerde()).isInstanceOf(Serdes.StringSerde.class);
		assertThat(description.valueSerde()).isInstanceOf(Serdes.LongSerde.class);
		assertThat(description.changelogTopic()).isEqualTo("app-store-changelog");
		assertThat(TaskStores
			.describe(Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("s"), Serdes.Long(), Serdes.Long()),
					null, config)
			.kind()).isEqualTo("key-value");
		assertThat(TaskStores.describe(new CustomBuilder(false), null, config)).isNull();
		assertThatExceptionOfType(StreamsException.class)
			.isThrownBy(() -> TaskStores
				.describe(Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("s"), null, null), null, config))
			.withMessageContaining("default.value.serde");
	}

	private final class CustomStore implements StateStore {

		@Override
		public String name() {
			return "custom";
		}

		@Override
		public void init(StateStoreContext stateStoreContext, StateStore root) {
			assertThat(root).isSameAs(this);
			stateStoreContext.register(root, (key, value) -> {
			});
			TaskStoresTests.this.calls.add("init");
		}

		@Override
		public void flush() {
			TaskStoresTests.this.calls.add("flush");
		}

		@Override
		public void close() {
			TaskStoresTests.this.calls.add("close");
		}

		@Override
		public boolean persistent() {
			return false;
		}

		@Override
		public boolean isOpen() {
			return true;
		}

	}

	private final class CustomBuilder implements StoreBuilder<CustomStore> {

		private final boolean logged;

		private CustomBuilder(boolean logged) {
			this.logged = logged;
		}

		@Override
		public StoreBuilder<CustomStore> withCachingEnabled() {
			return this;
		}

		@Override
		public StoreBuilder<CustomStore> withCachingDisabled() {
			return this;
		}

		@Override
		public StoreBuilder<CustomStore> withLoggingEnabled(Map<String, String> config) {
			return this;
		}

		@Override
		public StoreBuilder<CustomStore> withLoggingDisabled() {
			return this;
		}

		@Override
		public CustomStore build() {
			return new CustomStore();
		}

		@Override
		public Map<String, String> logConfig() {
			return Map.of();
		}

		@Override
		public boolean loggingEnabled() {
			return this.logged;
		}

		@Override
		public String name() {
			return "custom";
		}

	}

}
