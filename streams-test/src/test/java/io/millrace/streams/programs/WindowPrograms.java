package io.millrace.streams.programs;

import java.time.Duration;
import java.time.Instant;

import io.millrace.streams.KeyValue;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.SlidingWindows;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.UnlimitedWindows;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Programs with windows from topic {@code in} to topic {@code out} that must give the
 * results that they give with Kafka Streams; see {@link RunPrograms}.
 */
public final class WindowPrograms {

	private WindowPrograms() {
	}

	private static void out(KTable<Windowed<String>, ?> table) {
		table.toStream()
			.map((key, value) -> KeyValue.pair(key.toString(), (value != null) ? value.toString() : null))
			.to("out");
	}

	public static void tableTumblingCount(StreamsBuilder builder) {
		out(builder.<String, String>stream("in")
			.groupByKey()
			.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
			.count());
	}

	public static void tableTumblingCountWithGrace(StreamsBuilder builder) {
		out(builder.<String, String>stream("in")
			.groupBy((key, value) -> value)
			.windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(10), Duration.ofMillis(15)))
			.count(Materialized.as("store")));
	}

	public static void tableHoppingReduce(StreamsBuilder builder) {
		out(builder.<String, String>stream("in")
			.filter((key, value) -> value != null)
			.groupByKey()
			.windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(10), Duration.ofMillis(5))
				.advanceBy(Duration.ofMillis(3)))
			.reduce((one, other) -> (one.length() > 5) ? null : one + other));
	}

	public static void tableHoppingAggregate(StreamsBuilder builder) {
		out(builder.<String, String>stream("in")
			.filter((key, value) -> value != null)
			.selectKey((key, value) -> value.substring(0, 1))
			.groupByKey(Grouped.as("group"))
			.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(20)).advanceBy(Duration.ofMillis(10)))
			.aggregate(() -> "", (key, value, aggregate) -> value.endsWith("2") ? null : aggregate + value, Materialized
				.as(Stores.inMemoryWindowStore("store", Duration.ofMillis(70), Duration.ofMillis(20), false))));
	}

	public static void tableUnlimitedCount(StreamsBuilder builder) {
		out(builder.<String, String>stream("in")
			.groupByKey()
			.windowedBy(UnlimitedWindows.of().startOn(Instant.ofEpochMilli(20)))
			.count());
	}

	public static void tableFilteredWindows(StreamsBuilder builder) {
		out(builder.<String, String>stream("in")
			.groupByKey()
			.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
			.count(Materialized.with(Serdes.String(), Serdes.Long()))
			.filter((key, count) -> count % 3 != 0)
			.mapValues((key, count) -> key.key() + count));
	}

	public static void behindAFilter(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.filter((key, value) -> "a".equals(key))
			.groupByKey()
			.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
			.count()
			.toStream((key, value) -> key.key() + key.window().start() + "-" + key.window().end())
			.mapValues((count) -> count.toString())
			.to("out");
	}

	/**
	 * With less grace, Kafka Streams adds to sessions that are closed, or starts others
	 * beside some that aren't, depending on its cache.
	 */
	public static void tableSessionCount(StreamsBuilder builder) {
		out(builder.<String, String>stream("in")
			.groupByKey()
			.windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(5), Duration.ofMillis(30)))
			.count());
	}

	public static void tableSessionReduceWithGrace(StreamsBuilder builder) {
		out(builder.<String, String>stream("in")
			.filter((key, value) -> value != null)
			.groupByKey()
			.windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(4), Duration.ofMillis(20)))
			.reduce((one, other) -> one + other, Materialized.as("store")));
	}

	public static void tableSessionAggregate(StreamsBuilder builder) {
		out(builder.<String, String>stream("in")
			.groupByKey()
			.windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(3), Duration.ofMillis(30)))
			.aggregate(() -> "<", (key, value, aggregate) -> aggregate + value, (key, one, other) -> one + "|" + other,
					Materialized.as(Stores.inMemorySessionStore("store", Duration.ofMillis(50)))));
	}

	public static void tableSlidingCount(StreamsBuilder builder) {
		out(builder.<String, String>stream("in")
			.groupByKey()
			.windowedBy(SlidingWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(10)))
			.count());
	}

	public static void tableSlidingReduceWithGrace(StreamsBuilder builder) {
		out(builder.<String, String>stream("in")
			.groupByKey()
			.windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(7), Duration.ofMillis(40)))
			.reduce((one, other) -> one + other));
	}

	public static void tableSlidingAggregate(StreamsBuilder builder) {
		out(builder.<String, String>stream("in")
			.groupByKey()
			.windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(25), Duration.ofMillis(10)))
			.aggregate(() -> "", (key, value, aggregate) -> aggregate + value, Materialized.as("store")));
	}

}
