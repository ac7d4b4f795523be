package io.millrace.docs;

import java.time.Duration;
import java.time.Instant;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.kstream.EmitStrategy;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.SlidingWindows;
import io.millrace.streams.kstream.Suppressed;
import io.millrace.streams.kstream.Suppressed.BufferConfig;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.UnlimitedWindows;
import org.apache.kafka.common.serialization.Serdes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topologies of {@code docs/windows.md}.
 */
final class WindowExamples {

	private static final Logger logger = LoggerFactory.getLogger(WindowExamples.class);

	private WindowExamples() {
	}

	static void tumbling(StreamsBuilder builder) {
		write(builder.<String, String>stream("views")
			.groupByKey()
			.windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofSeconds(60), Duration.ofSeconds(30)))
			.count(Materialized.as("views-per-minute")));
	}

	static void write(KTable<Windowed<String>, Long> counts) {
		counts
			.toStream((page, count) -> page.key() + " " + page.window().startTime().getEpochSecond() + "-"
					+ page.window().endTime().getEpochSecond())
			.to("counts", Produced.valueSerde(Serdes.Long()));
	}

	static void hopping(StreamsBuilder builder) {
		write(builder.<String, String>stream("views")
			.groupByKey()
			.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofSeconds(60)).advanceBy(Duration.ofSeconds(30)))
			.count(Materialized.as("views-per-minute")));
	}

	static void sliding(StreamsBuilder builder) {
		write(builder.<String, String>stream("views")
			.groupByKey()
			.windowedBy(SlidingWindows.ofTimeDifferenceWithNoGrace(Duration.ofSeconds(60)))
			.count(Materialized.as("views-within-a-minute")));
	}

	static void sessions(StreamsBuilder builder) {
		write(builder.<String, String>stream("views")
			.groupByKey()
			.windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofSeconds(60), Duration.ofMinutes(5)))
			.count(Materialized.as("views-per-visit")));
	}

	static void unlimited(StreamsBuilder builder) {
		write(builder.<String, String>stream("views")
			.groupByKey()
			.windowedBy(UnlimitedWindows.of().startOn(Instant.ofEpochSecond(60)))
			.count(Materialized.as("views-since")));
	}

	static void finalCounts(StreamsBuilder builder) {
		write(builder.<String, String>stream("views")
			.groupByKey()
			.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofSeconds(60)))
			.emitStrategy(EmitStrategy.onWindowClose())
			.count(Materialized.as("views-per-minute")));
	}

	static void suppressedCounts(StreamsBuilder builder) {
		KTable<Windowed<String>, Long> counts = builder.<String, String>stream("views")
			.groupByKey()
			.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofSeconds(60)))
			.count(Materialized.as("views-per-minute"));
		write(counts.filter((page, count) -> count > 1)
			.suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded()).withName("popular")));
	}

	static void fewerUpdates(StreamsBuilder builder) {
		builder.<String, String>table("prices", Materialized.as("prices"))
			.suppress(Suppressed.<String>untilTimeLimit(Duration.ofSeconds(60), BufferConfig.maxRecords(1000))
				.withName("prices-held"))
			.toStream()
			.to("price-changes");
	}

	static void countsAfterSilence(StreamsBuilder builder) {
		write(builder.<String, String>stream("views")
			.groupByKey()
			.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofSeconds(60)))
			.emitStrategy(EmitStrategy.onWindowClose())
			.closeAfterSilence(Duration.ofMinutes(5))
			.count(Materialized.as("views-per-minute")));
	}

	static void lateViews(StreamsBuilder builder) {
		KStream<String, String> views = builder.stream("views");
		write(views.groupByKey()
			.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofSeconds(60)))
			.onLate((late) -> logger.warn("A view is late by {}", late.lateness()))
			.count(Materialized.as("views-per-minute")));
	}

}
