package io.millrace.streams.processor.api;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.TopologyTestDriver;
import io.millrace.streams.errors.InvalidStateStoreException;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.internals.SessionWindow;
import io.millrace.streams.processor.PunctuationType;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.StateStoreContext;
import io.millrace.streams.processor.TaskId;
import io.millrace.streams.programs.KafkaStreamsTwin;
import io.millrace.streams.programs.MockContextProgram;
import io.millrace.streams.state.KeyValueBytesStoreSupplier;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.SessionStore;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.TimestampedKeyValueStore;
import io.millrace.streams.state.ValueAndTimestamp;
import io.millrace.streams.state.VersionedKeyValueStore;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

class MockProcessorContextTests {

	private final MockProcessorContext<String, String> context = new MockProcessorContext<>();

	@Test
	void showsWhatThatOfKafkaStreamsShows(@TempDir Path classes) throws Exception {
		@SuppressWarnings("unchecked")
		Supplier<List<String>> twin = (Supplier<List<String>>) KafkaStreamsTwin.of(classes, MockContextProgram.class)
			.getConstructor()
			.newInstance();
		assertThat(new MockContextProgram().get()).isNotEmpty().isEqualTo(twin.get());
	}

	@Test
	void madeStoreKeepsWhatAProcessorWrites() {
		KeyValueStore<String, Long> counts = this.context.addStateStore(
				Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("counts"), Serdes.String(), Serdes.Long()));
		Counting counting = new Counting();
		counting.init(this.context);
		counting.process(new Record<>("a", "one", 1));
		counting.process(new Record<>("a", "two", 2));
		assertThat(counts.get("a")).isEqualTo(2);
		assertThat(this.context.<KeyValueStore<String, Long>>getStateStore("counts")).isSameAs(counts);
		assertThat(this.context.forwarded().stream().map((forward) -> (String) forward.record().value()))
			.containsExactly("1", "2");
	}

	@Test
	void storesOfEveryKindCanBeMade() {
		this.context.setCurrentStreamTimeMs(50);
		TimestampedKeyValueStore<String, String> timestamped = this.context
			.addStateStore(Stores.timestampedKeyValueStoreBuilder(Stores.inMemoryKeyValueStore("timestamped"),
					Serdes.String(), Serdes.String()));
		timestamped.put("a", ValueAndTimestamp.make("x", 3));
		assertThat(timestamped.get("a")).isEqualTo(ValueAndTimestamp.make("x", 3));
		WindowStore<String, String> windows = this.context.addStateStore(Stores.windowStoreBuilder(
				Stores.inMemoryWindowStore("windows", Duration.ofMillis(20), Duration.ofMillis(10), false),
				Serdes.String(), Serdes.String()));
		windows.put("a", "x", 10);
		assertThat(windows.fetch("a", 10)).isEqualTo("x");
		SessionStore<String, String> sessions = this.context.addStateStore(Stores.sessionStoreBuilder(
				Stores.inMemorySessionStore("sessions", Duration.ofMillis(20)), Serdes.String(), Serdes.String()));
		sessions.put(new Windowed<>("a", new SessionWindow(1, 2)), "x");
		assertThat(sessions.fetchSession("a", 1, 2)).isEqualTo("x");
		VersionedKeyValueStore<String, String> versions = this.context.addStateStore(Stores
			.versionedKeyValueStoreBuilder(Stores.persistentVersionedKeyValueStore("versions", Duration.ofMillis(20)),
					Serdes.String(), Serdes.String()));
		versions.put("a", "x", 7);
		assertThat(versions.get("a", 8).value()).isEqualTo("x");
	}

	@Test
	void writesThatStoresDropAreCounted() {
		WindowStore<String, String> windows = this.context.addStateStore(Stores.windowStoreBuilder(
				Stores.inMemoryWindowStore("windows", Duration.ofMillis(20), Duration.ofMillis(10), false),
				Serdes.String(), Serdes.String()));
		windows.put("a", "x", 1000);
		windows.put("a", "late", 1);
		assertThat(metric("dropped-records-total")).isEqualTo(1.0);
	}

	@Test
	void storeThatCannotRunIsRefused() {
		assertThatExceptionOfType(TopologyException.class)
			.isThrownBy(() -> this.context
				.addStateStore(Stores.keyValueStoreBuilder(new OwnSupplier(), Serdes.String(), Serdes.String())))
			.withMessageContaining("own");
	}

	@Test
	void builtStoreIsOfNoUseBeforeItIsReadied() {
		KeyValueStore<String, Long> store = Stores
			.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("counts"), Serdes.String(), Serdes.Long())
			.build();
		assertThatExceptionOfType(InvalidStateStoreException.class).isThrownBy(() -> store.get("a"))
			.withMessageContaining("Store counts")
			.withMessageContaining("init");
		store.close();
		store.init(this.context.getStateStoreContext(), store);
		assertThat(store).hasToString("counts").isNotEqualTo("counts").isEqualTo(store).hasSameHashCodeAs(store);
		assertThatNullPointerException().isThrownBy(() -> store.get(null)).withMessageContaining("counts");
		store.close();
		assertThatExceptionOfType(InvalidStateStoreException.class).isThrownBy(() -> store.get("a"));
	}

	@Test
	void builtStoreTakesNoPartInATask() {
		StreamsBuilder builder = new StreamsBuilder();
		builder.addStateStore(new WrappingBuilder());
		builder.<String, String>stream("in").process(Counting::new, "counts");
		Properties config = new Properties();
		config.put("application.id", "app");
		config.put("default.key.serde", Serdes.StringSerde.class.getName());
		config.put("default.value.serde", Serdes.StringSerde.class.getName());
		assertThatExceptionOfType(StreamsException.class)
			.isThrownBy(() -> new TopologyTestDriver(builder.build(), config).close())
			.withStackTraceContaining("Store counts was made by build()");
	}

	@Test
	void storeOfOnesOwnRegistersItself() {
		OwnStore store = new OwnStore();
		store.init(this.context.getStateStoreContext(), store);
		assertThat(this.context.<OwnStore>getStateStore("own")).isSameAs(store);
		OwnStore other = new OwnStore();
		this.context.addStateStore(other);
		assertThat(this.context.<OwnStore>getStateStore("own")).isSameAs(other);
	}

	@Test
	void scheduleThatTheTaskWouldRefuseIsRefused() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.context.schedule(Duration.ZERO, PunctuationType.STREAM_TIME, (time) -> {
			}))
			.withMessageContaining("PT0S");
		assertThatIllegalArgumentException().isThrownBy(() -> this.context.schedule(Instant.ofEpochMilli(-1),
				Duration.ofMillis(1), PunctuationType.STREAM_TIME, (time) -> {
				}))
			.withMessageContaining("1970");
		assertThatNullPointerException()
			.isThrownBy(() -> this.context.schedule(Duration.ofMillis(1), PunctuationType.STREAM_TIME, null));
		assertThat(this.context.scheduledPunctuators()).isEmpty();
	}

	@Test
	void sensorsOfTheProcessorRecord() {
		Sensor sensor = this.context.metrics()
			.addRateTotalSensor("processor", "counting", "look-up", Sensor.RecordingLevel.DEBUG);
		sensor.record();
		sensor.record();
		assertThat(metric("look-up-total")).isEqualTo(2.0);
		this.context.metrics().removeSensor(sensor);
		assertThat(this.context.metrics().metrics().keySet()).noneMatch((name) -> name.name().equals("look-up-total"));
	}

	@Test
	void settingsOfTheApplicationAreThoseGiven() {
		Properties config = new Properties();
		config.put("application.id", "app");
		MockProcessorContext<String, String> configured = new MockProcessorContext<>(config, new TaskId(0, 0),
				new File("."));
		assertThat(configured.appConfigs()).containsEntry("application.id", "app")
			.containsOnlyKeys("application.id", "bootstrap.servers");
	}

	private Object metric(String name) {
		return this.context.metrics()
			.metrics()
			.values()
			.stream()
			.filter((metric) -> metric.metricName().name().equals(name))
			.map(Metric::metricValue)
			.findFirst()
			.orElseThrow();
	}

	private static final class Counting extends ContextualProcessor<String, String, String, String> {

		@Override
		public void process(Record<String, String> record) {
			KeyValueStore<String, Long> counts = context().getStateStore("counts");
			Long before = counts.get(record.key());
			long count = (before != null) ? before + 1 : 1;
			counts.put(record.key(), count);
			context().forward(record.withValue(Long.toString(count)));
		}

	}

	private static final class WrappingBuilder implements StoreBuilder<KeyValueStore<String, Long>> {

		private final StoreBuilder<KeyValueStore<String, Long>> builder = Stores
			.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("counts"), Serdes.String(), Serdes.Long());

		@Override
		public StoreBuilder<KeyValueStore<String, Long>> withCachingEnabled() {
			return this;
		}

		@Override
		public StoreBuilder<KeyValueStore<String, Long>> withCachingDisabled() {
			return this;
		}

		@Override
		public StoreBuilder<KeyValueStore<String, Long>> withLoggingEnabled(Map<String, String> config) {
			return this;
		}

		@Override
		public StoreBuilder<KeyValueStore<String, Long>> withLoggingDisabled() {
			return this;
		}

		@Override
		public KeyValueStore<String, Long> build() {
			return this.builder.build();
		}

		@Override
		public Map<String, String> logConfig() {
			return Map.of();
		}

		@Override
		public boolean loggingEnabled() {
			return false;
		}

		@Override
		public String name() {
			return "counts";
		}

	}

	private static final class OwnSupplier implements KeyValueBytesStoreSupplier {

		@Override
		public String name() {
			return "own";
		}

		@Override
		public KeyValueStore<Bytes, byte[]> get() {
			throw new UnsupportedOperationException();
		}

		@Override
		public String metricsScope() {
			return "own";
		}

	}

	private static final class OwnStore implements StateStore {

		private boolean open;

		@Override
		public String name() {
			return "own";
		}

		@Override
		public void init(StateStoreContext stateStoreContext, StateStore root) {
			stateStoreContext.register(root, (key, value) -> {
			});
			this.open = true;
		}

		@Override
		public void close() {
			this.open = false;
		}

		@Override
		public boolean persistent() {
			return false;
		}

		@Override
		public boolean isOpen() {
			return this.open;
		}

	}

}
