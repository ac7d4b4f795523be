package io.millrace.streams.programs;

import java.time.Duration;

import io.millrace.streams.KeyValue;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.kstream.EmitStrategy;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.SlidingWindows;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.Windowed;

/**
 * Programs that give final results of windows, in topic {@code out}, that must be those
 * that they give with Kafka Streams, and others, since Kafka Streams loses some: its
 * stores hide windows before they are given; see {@link RunPrograms}.
 */
public final class EmitPrograms {

	private EmitPrograms() {
	}

	private static void out(KTable<Windowed<String>, ?> table) {
		table.toStream()
			.map((key, value) -> KeyValue.pair(key.toString(), (value != null) ? value.toString() : null))
			.to("out");
	}

	public static void lossyFinalsOfTumblingCount(StreamsBuilder builder) {
		out(builder.<String, String>stream("in")
			.groupByKey()
			.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
			.emitStrategy(EmitStrategy.onWindowClose())
			.count());
	}

	public static void lossyFinalsOfHoppingReduce(StreamsBuilder builder) {
		out(builder.<String, String>stream("in")
			.filter((key, value) -> value != null)
			.groupByKey()
			.windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(10), Duration.ofMillis(7))
				.advanceBy(Duration.ofMillis(3)))
			.emitStrategy(EmitStrategy.onWindowClose())
			.reduce((one, other) -> (one.length() > 5) ? null : one + other, Materialized.as("store")));
	}

	public static void lossyFinalsOfSlidingCount(StreamsBuilder builder) {
		out(builder.<String, String>stream("in")
			.filter((key, value) -> value != null)
			.groupByKey()
			.windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(6), Duration.ofMillis(15)))
			.emitStrategy(EmitStrategy.onWindowClose())
			.count());
	}

}
