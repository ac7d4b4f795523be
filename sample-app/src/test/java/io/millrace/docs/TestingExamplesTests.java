package io.millrace.docs;

import java.time.Duration;
import java.time.Instant;
import java.util.Properties;

import io.millrace.streams.KeyValue;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.StreamsConfig;
import io.millrace.streams.TestInputTopic;
import io.millrace.streams.TestOutputTopic;
import io.millrace.streams.TopologyTestDriver;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.test.TestRecord;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What {@code docs/testing.md} shows.
 */
class TestingExamplesTests {

	private final Properties settings = ExampleSettings.strings();

	private final StreamsBuilder builder = new StreamsBuilder();

	@Test
	void countsTheViewsOfAMinuteOnce() {
		WindowExamples.finalCounts(this.builder);
		try (TopologyTestDriver driver = new TopologyTestDriver(this.builder.build(), this.settings)) {
			TestInputTopic<@Nullable String, String> views = driver.createInputTopic("views", new StringSerializer(),
					new StringSerializer(), Instant.EPOCH, Duration.ofSeconds(20));
			TestOutputTopic<String, Long> counts = driver.createOutputTopic("counts", new StringDeserializer(),
					new LongDeserializer());
			views.pipeInput("home", "ann"); // at 0 s
			views.pipeInput("home", "bob"); // at 20 s
			views.pipeInput(null, "carl"); // at 40 s
			assertThat(counts.isEmpty()).isTrue();
			views.pipeInput("home", "dan"); // at 60 s
			assertThat(counts.readRecord()).isEqualTo(new TestRecord<>("home 0-60", 2L, Instant.ofEpochSecond(20)));
			assertThat(counts.isEmpty()).isTrue();
		}
	}

	@Test
	void sendsAParcelAMinute() {
		ProcessorExamples.parcels(this.builder);
		try (TopologyTestDriver driver = new TopologyTestDriver(this.builder.build(), this.settings)) {
			TestInputTopic<String, String> orders = driver.createInputTopic("orders", new StringSerializer(),
					new StringSerializer());
			TestOutputTopic<String, String> parcels = driver.createOutputTopic("parcels", new StringDeserializer(),
					new StringDeserializer());
			KeyValueStore<String, String> open = driver.getKeyValueStore("parcels");
			open.put("bob", "salt");
			orders.pipeInput("ann", "tea");
			driver.advanceWallClockTime(Duration.ofMinutes(1));
			assertThat(parcels.readKeyValuesToList()).containsExactly(KeyValue.pair("ann", "tea"),
					KeyValue.pair("bob", "salt"));
			assertThat(open.get("bob")).isNull();
		}
	}

	@Test
	void refusesAnAmountThatIsTooLarge() {
		ErrorExamples.sums(this.builder);
		try (TopologyTestDriver driver = new TopologyTestDriver(this.builder.build(), this.settings)) {
			TestInputTopic<String, Long> amounts = driver.createInputTopic("amounts", new StringSerializer(),
					new LongSerializer());
			amounts.pipeInput("ann", Long.MAX_VALUE);
			assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> amounts.pipeInput("ann", 1L))
				.withMessageContaining("topic amounts, partition 0, offset 1")
				.withCauseInstanceOf(ArithmeticException.class);
		}
	}

	@Test
	void passesOverAnAmountThatIsTooLarge() {
		this.settings.put(StreamsConfig.ON_ERROR_CONFIG, "skip");
		ErrorExamples.sums(this.builder);
		try (TopologyTestDriver driver = new TopologyTestDriver(this.builder.build(), this.settings)) {
			TestInputTopic<@Nullable String, Long> amounts = driver.createInputTopic("amounts", new StringSerializer(),
					new LongSerializer());
			amounts.pipeInput("ann", Long.MAX_VALUE);
			amounts.pipeInput("ann", 1L);
			amounts.pipeInput(null, 1L);
			assertThat(driver.<String, Long>getKeyValueStore("sums").get("ann")).isEqualTo(Long.MAX_VALUE);
			assertThat(driver.metrics().values()).singleElement()
				.satisfies((dropped) -> assertThat(dropped.metricValue()).isEqualTo(1.0));
		}
	}

}
