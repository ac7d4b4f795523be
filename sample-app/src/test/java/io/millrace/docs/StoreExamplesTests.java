package io.millrace.docs;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.TestInputTopic;
import io.millrace.streams.TopologyTestDriver;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.ValueAndTimestamp;
import io.millrace.streams.state.VersionedKeyValueStore;
import io.millrace.streams.state.VersionedRecord;
import io.millrace.streams.state.WindowStore;
import io.millrace.streams.state.WindowStoreIterator;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@code docs/stores.md} shows.
 */
class StoreExamplesTests {

	private final StreamsBuilder builder = new StreamsBuilder();

	private TopologyTestDriver driver() {
		return new TopologyTestDriver(this.builder.build(), ExampleSettings.strings(), Instant.EPOCH);
	}

	private static TestInputTopic<String, @Nullable String> input(TopologyTestDriver driver, String topic) {
		return driver.createInputTopic(topic, new StringSerializer(), new StringSerializer());
	}

	@Test
	void rowsByKey() {
		TableExamples.prices(this.builder);
		try (TopologyTestDriver driver = driver()) {
			TestInputTopic<String, @Nullable String> in = input(driver, "prices");
			in.pipeInput("tea green", "high", 1);
			in.pipeInput("coffee", "low", 2);
			in.pipeInput("tea black", "low", 3);
			KeyValueStore<String, String> prices = driver.getKeyValueStore("prices");
			assertThat(prices.get("coffee")).isEqualTo("low");
			assertThat(prices.get("milk")).isNull();
			assertThat(keys(prices.all())).containsExactly("coffee", "tea black", "tea green");
			assertThat(keys(prices.range("d", null))).containsExactly("tea black", "tea green");
			assertThat(keys(prices.prefixScan("tea g", new StringSerializer()))).containsExactly("tea green");
			KeyValueStore<String, ValueAndTimestamp<String>> stamped = driver.getTimestampedKeyValueStore("prices");
			assertThat(stamped.get("coffee").timestamp()).isEqualTo(2);
		}
	}

	static List<String> keys(KeyValueIterator<String, String> rows) {
		List<String> keys = new ArrayList<>();
		try (rows) {
			rows.forEachRemaining((row) -> keys.add(row.key));
		}
		return keys;
	}

	@Test
	void windowsOfAKey() {
		WindowExamples.tumbling(this.builder);
		try (TopologyTestDriver driver = driver()) {
			TestInputTopic<String, @Nullable String> in = input(driver, "views");
			in.pipeInput("home", "ann", 10_000);
			in.pipeInput("home", "bob", 50_000);
			in.pipeInput("home", "ann", 70_000);
			WindowStore<String, ValueAndTimestamp<Long>> counts = driver.getTimestampedWindowStore("views-per-minute");
			List<String> minutes = new ArrayList<>();
			try (WindowStoreIterator<ValueAndTimestamp<Long>> windows = counts.fetch("home", Instant.EPOCH,
					Instant.ofEpochSecond(60))) {
				windows.forEachRemaining((window) -> minutes.add(window.key / 1000 + " s: " + window.value.value()));
			}
			assertThat(minutes).containsExactly("0 s: 2", "60 s: 1");
		}
	}

	@Test
	void versionsOfARow() {
		TableExamples.versionedPrices(this.builder);
		try (TopologyTestDriver driver = driver()) {
			TestInputTopic<String, @Nullable String> in = input(driver, "prices");
			in.pipeInput("tea", "high", 100);
			in.pipeInput("tea", "low", 300);
			in.pipeInput("tea", "middle", 200);
			in.pipeInput("tea", null, 400);
			VersionedKeyValueStore<String, String> prices = driver.getVersionedKeyValueStore("prices");
			assertThat(prices.get("tea")).isNull();
			assertThat(prices.get("tea", 399)).isEqualTo(new VersionedRecord<>("low", 300, 400));
			assertThat(prices.get("tea", 250)).isEqualTo(new VersionedRecord<>("middle", 200, 300));
			assertThat(prices.get("tea", 99)).isNull();
		}
	}

}
