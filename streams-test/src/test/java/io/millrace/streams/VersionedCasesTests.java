package io.millrace.streams;

import java.time.Duration;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.kstream.Joined;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Suppressed;
import io.millrace.streams.state.Stores;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * As {@link TableCasesTests}, for tables that keep versions, and records that wait for
 * them.
 */
class VersionedCasesTests extends TableCases {

	private KTable<String, String> versioned(String topic) {
		return this.builder.table(topic,
				Materialized.as(Stores.persistentVersionedKeyValueStore("versions", Duration.ofMinutes(1))));
	}

	@Test
	void case37RecordWaitsForTheTableUntilOneIsYoungerByTheGracePeriod() {
		this.builder.<String, String>stream("A")
			.join(versioned("B"), TableCases::join,
					Joined.<String, String, String>as("joined").withGracePeriod(Duration.ofMillis(10)))
			.to("out");
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A").pipeInput("k", "a", 5);
			// Comes after the record, but was valid at its time.
			pipe(driver, "B").pipeInput("k", "b", 4);
			pipe(driver, "B").pipeInput("k", "c", 6);
			pipe(driver, "A").pipeInput("other", "x", 14);
			assertThat(outputs(driver)).isEmpty();
			pipe(driver, "A").pipeInput("other", "x", 15);
			assertThat(outputs(driver)).containsExactly("k=a|b@5");
			pipe(driver, "A").pipeInput("other", "x", 30);
			outputs(driver);
			pipe(driver, "B").pipeInput("k", "d", 3);
			pipe(driver, "A").pipeInput("k", "late", 3);
			assertThat(outputs(driver)).containsExactly("k=late|d@3");
		}
	}

	@Test
	void case37SkippedRecordDoesNotWaitAndReleasesNothing() {
		this.settings.put(StreamsConfig.ON_ERROR_CONFIG, "skip");
		KStream<String, String> stream = this.builder.stream("A");
		stream
			.join(versioned("B"), TableCases::join,
					Joined.<String, String, String>as("joined").withGracePeriod(Duration.ofMillis(10)))
			.to("out");
		stream.foreach((key, value) -> {
			if (value.equals("X")) {
				throw new IllegalStateException("refused");
			}
		});
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "B").pipeInput("k", "b", 1);
			pipe(driver, "A").pipeInput("k", "a", 5);
			pipe(driver, "A").pipeInput("k", "X", 50);
			assertThat(outputs(driver)).isEmpty();
			pipe(driver, "A").pipeInput("k", "c", 15);
			assertThat(outputs(driver)).containsExactly("k=a|b@5");
			pipe(driver, "A").pipeInput("k", "d", 70);
			assertThat(outputs(driver)).containsExactly("k=c|b@15");
		}
	}

	@Test
	void recordThatHasWaitedAndFailsIsPassedOverByItself() {
		this.settings.put(StreamsConfig.ON_ERROR_CONFIG, "skip");
		this.builder.<String, String>stream("A").join(versioned("B"), (left, right) -> {
			if (left.equals("X")) {
				throw new IllegalStateException("refused");
			}
			return left + "|" + right;
		}, Joined.<String, String, String>as("joined").withGracePeriod(Duration.ofMillis(10))).to("out");
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "B").pipeInput("k", "b", 1);
			pipe(driver, "A").pipeInput("k", "X", 5);
			pipe(driver, "A").pipeInput("k", "a", 6);
			pipe(driver, "A").pipeInput("k", "c", 30);
			assertThat(outputs(driver)).containsExactly("k=a|b@6");
			pipe(driver, "A").pipeInput("k", "d", 40);
			assertThat(outputs(driver)).containsExactly("k=c|b@30");
		}
	}

	@Test
	void changesOfAVersionedTableAreNotSuppressed() {
		KTable<String, String> table = versioned("B").filter((key, value) -> true);
		assertThatExceptionOfType(TopologyException.class)
			.isThrownBy(() -> table
				.suppress(Suppressed.untilTimeLimit(Duration.ofMillis(10), Suppressed.BufferConfig.unbounded())))
			.withMessageContaining("is versioned");
	}

	@Test
	void tableThatKeepsNoVersionsIsNotWaitedFor() {
		KStream<String, String> stream = this.builder.stream("A");
		KTable<String, String> table = this.builder.table("B");
		Joined<String, String, String> joined = Joined.<String, String, String>as("joined")
			.withGracePeriod(Duration.ofMillis(10));
		assertThatExceptionOfType(TopologyException.class)
			.isThrownBy(() -> stream.join(table, TableCases::join, joined))
			.withMessageContaining("isn't versioned");
	}

	@Test
	void tableIsNotWaitedForLongerThanItKeepsVersions() {
		KStream<String, String> stream = this.builder.stream("A");
		KTable<String, String> table = versioned("B");
		Joined<String, String, String> joined = Joined.<String, String, String>as("joined")
			.withGracePeriod(Duration.ofMinutes(2));
		assertThatExceptionOfType(TopologyException.class)
			.isThrownBy(() -> stream.join(table, TableCases::join, joined))
			.withMessageContaining("history of 60000 ms");
	}

}
