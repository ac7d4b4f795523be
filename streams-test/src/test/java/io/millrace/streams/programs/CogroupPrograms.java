package io.millrace.streams.programs;

import java.time.Duration;

import io.millrace.streams.KeyValue;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.kstream.CogroupedKStream;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.SlidingWindows;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.Windowed;

/**
 * Programs that aggregate the streams {@code in} and {@code t} to one table, with results
 * in topic {@code out} that must be those that they give with Kafka Streams; see
 * {@link RunPrograms}. Windows have grace periods so long that nothing is late: for Kafka
 * Streams each stream has a time of its own.
 */
public final class CogroupPrograms {

	private CogroupPrograms() {
	}

	private static CogroupedKStream<String, String> cogroup(StreamsBuilder builder) {
		return builder.<String, String>stream("in")
			.filter((key, value) -> value != null)
			.groupByKey()
			.<String>cogroup((key, value, all) -> all + value)
			.cogroup(builder.<String, String>stream("t").groupByKey(),
					(key, value, all) -> "c2".equals(value) ? null : all + "|" + value);
	}

	private static void out(KTable<Windowed<String>, ?> table) {
		table.toStream()
			.map((key, value) -> KeyValue.pair(key.toString(), (value != null) ? value.toString() : null))
			.to("out");
	}

	public static void tableCogroup(StreamsBuilder builder) {
		cogroup(builder).aggregate(() -> "").toStream().to("out");
	}

	public static void tableCogroupByNewKey(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.filter((key, value) -> value != null)
			.groupBy((key, value) -> value, Grouped.as("group"))
			.<String>cogroup((key, value, all) -> all + key)
			.cogroup(builder.<String, String>stream("t")
				.selectKey((key, value) -> (value != null) ? value : "none")
				.groupByKey(), (key, value, all) -> all + "|" + value)
			.aggregate(() -> "", Materialized.as("store"))
			.mapValues((value) -> value + "!")
			.toStream()
			.to("out");
	}

	public static void tableCogroupByWindows(StreamsBuilder builder) {
		out(cogroup(builder)
			.windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(10), Duration.ofMillis(40))
				.advanceBy(Duration.ofMillis(5)))
			.aggregate(() -> "", Materialized.as("store")));
	}

	public static void tableCogroupBySlidingWindows(StreamsBuilder builder) {
		out(cogroup(builder)
			.windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(5), Duration.ofMillis(40)))
			.aggregate(() -> ""));
	}

	public static void tableCogroupBySessions(StreamsBuilder builder) {
		out(cogroup(builder)
			.windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(3), Duration.ofMillis(40)))
			.aggregate(() -> "", (key, one, other) -> one + "+" + other));
	}

}
