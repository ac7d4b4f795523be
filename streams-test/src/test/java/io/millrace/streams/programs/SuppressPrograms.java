package io.millrace.streams.programs;

import java.time.Duration;

import io.millrace.streams.KeyValue;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Suppressed;
import io.millrace.streams.kstream.Suppressed.BufferConfig;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.Windowed;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Programs that suppress changes of tables, with results in topic {@code out} that must
 * be those that they give with Kafka Streams; see {@link RunPrograms}.
 */
public final class SuppressPrograms {

	private SuppressPrograms() {
	}

	/**
	 * A table of which no rows are deleted that aren't there, which are passed on by
	 * Kafka Streams alone.
	 */
	private static KTable<String, String> table(StreamsBuilder builder, String topic) {
		return builder.<String, String>stream(topic)
			.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
			.reduce((one, other) -> other.startsWith("c") ? null : other, Materialized.as("store"));
	}

	private static void out(KTable<Windowed<String>, ?> table) {
		table.toStream()
			.map((key, value) -> KeyValue.pair(key.toString(), (value != null) ? value.toString() : null))
			.to("out");
	}

	public static void finalsOfTumblingWindows(StreamsBuilder builder) {
		out(builder.<String, String>stream("in")
			.filter((key, value) -> value != null)
			.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
			.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
			.reduce((one, other) -> one + other)
			.suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded())));
	}

	public static void finalsOfHoppingWindowsWithGrace(StreamsBuilder builder) {
		out(builder.<String, String>stream("in")
			.filter((key, value) -> value != null)
			.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
			.windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(10), Duration.ofMillis(7))
				.advanceBy(Duration.ofMillis(4)))
			.reduce((one, other) -> one + other, Materialized.as("store"))
			.suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded()).withName("finals")));
	}

	public static void lossyFinalsOfAFilteredTable(StreamsBuilder builder) {
		out(builder.<String, String>stream("in")
			.filter((key, value) -> value != null)
			.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
			.windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(10), Duration.ofMillis(10)))
			.reduce((one, other) -> one + other, Materialized.as("store"))
			.filter((key, value) -> value.length() > 2)
			.suppress(Suppressed.untilWindowCloses(
					BufferConfig.maxRecords(1000).withMaxBytes(1_000_000).shutDownWhenFull().withLoggingDisabled())));
	}

	public static void tableWithATimeLimit(StreamsBuilder builder) {
		table(builder, "in").suppress(Suppressed.untilTimeLimit(Duration.ofMillis(7), BufferConfig.unbounded()))
			.toStream()
			.to("out");
	}

	public static void tableWithFewRecords(StreamsBuilder builder) {
		table(builder, "in").mapValues((value) -> value + "!")
			.suppress(Suppressed.untilTimeLimit(Duration.ofMillis(70), BufferConfig.maxRecords(2)))
			.toStream()
			.to("out");
	}

	public static void tableWithFewBytes(StreamsBuilder builder) {
		table(builder, "in").suppress(Suppressed.untilTimeLimit(Duration.ofMillis(30), BufferConfig.maxBytes(100)))
			.toStream()
			.to("out");
	}

	public static void tableOfWindowsWithATimeLimit(StreamsBuilder builder) {
		out(builder.<String, String>stream("in")
			.filter((key, value) -> value != null)
			.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
			.windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(20), Duration.ofMillis(10)))
			.reduce((one, other) -> one + other, Materialized.as("store"))
			.suppress(Suppressed.untilTimeLimit(Duration.ofMillis(5), BufferConfig.unbounded())));
	}

	public static void tableThatIsJoined(StreamsBuilder builder) {
		KTable<String, String> table = table(builder, "t")
			.suppress(Suppressed.untilTimeLimit(Duration.ofMillis(7), BufferConfig.unbounded()));
		builder.<String, String>stream("in").leftJoin(table, (value, found) -> value + "|" + found).to("out");
	}

}
