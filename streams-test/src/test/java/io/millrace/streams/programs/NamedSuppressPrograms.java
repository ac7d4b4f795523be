package io.millrace.streams.programs;

import java.time.Duration;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Suppressed;
import io.millrace.streams.kstream.Suppressed.BufferConfig;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.Windowed;

/**
 * Programs that suppress changes of tables, whose topologies must be named as Kafka
 * Streams names them; see {@link NamedPrograms}.
 */
public final class NamedSuppressPrograms {

	private NamedSuppressPrograms() {
	}

	public static void suppressedWindows(StreamsBuilder builder) {
		KTable<Windowed<String>, Long> counts = builder.<String, String>stream("in")
			.groupByKey()
			.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes(1)))
			.count();
		counts.suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded())).toStream();
		counts.suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded()).withName("finals"))
			.filter((key, value) -> true)
			.toStream((key, value) -> key.key())
			.to("out");
	}

	public static void suppressedTables(StreamsBuilder builder) {
		builder.<String, String>table("t")
			.mapValues((value) -> value)
			.suppress(Suppressed.untilTimeLimit(Duration.ofMinutes(1), BufferConfig.maxRecords(3)))
			.mapValues((value) -> value, Materialized.as("mapped"))
			.toStream()
			.to("out");
	}

	public static void joinedSuppressedTable(StreamsBuilder builder) {
		KTable<String, String> table = builder.<String, String>table("t")
			.suppress(Suppressed.untilTimeLimit(Duration.ofMinutes(1), BufferConfig.maxBytes(3)));
		builder.<String, String>stream("in").join(table, (value, found) -> value).to("out");
	}

}
