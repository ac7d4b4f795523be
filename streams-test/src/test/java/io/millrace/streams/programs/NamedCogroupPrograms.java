package io.millrace.streams.programs;

import java.time.Duration;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.kstream.CogroupedKStream;
import io.millrace.streams.kstream.EmitStrategy;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.KGroupedStream;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.SlidingWindows;
import io.millrace.streams.kstream.TimeWindows;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Programs that aggregate several streams to one table or give final results, whose
 * topologies must be named as Kafka Streams names them; see {@link NamedPrograms}.
 */
public final class NamedCogroupPrograms {

	private static final TimeWindows WINDOWS = TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes(1));

	private NamedCogroupPrograms() {
	}

	private static KGroupedStream<String, String> groups(StreamsBuilder builder, String topic) {
		return builder.<String, String>stream(topic).groupByKey();
	}

	private static KGroupedStream<String, String> rekeyed(StreamsBuilder builder, String topic) {
		return builder.<String, String>stream(topic).groupBy((key, value) -> value);
	}

	public static void cogroups(StreamsBuilder builder) {
		groups(builder, "one").<String>cogroup((key, value, all) -> all)
			.cogroup(groups(builder, "two"), (key, value, all) -> all)
			.aggregate(() -> "")
			.toStream()
			.to("out");
	}

	public static void cogroupsWithNames(StreamsBuilder builder) {
		KGroupedStream<String, String> named = builder.<String, String>stream("two")
			.groupBy((key, value) -> value, Grouped.as("group"));
		groups(builder, "one").<String>cogroup((key, value, all) -> all)
			.cogroup(named, (key, value, all) -> all)
			.cogroup(rekeyed(builder, "three"), (key, value, all) -> all)
			.aggregate(() -> "", Named.as("cogrouped"), Materialized.as("store"))
			.toStream()
			.to("out");
	}

	public static void cogroupsUsedTwice(StreamsBuilder builder) {
		KGroupedStream<String, String> named = builder.<String, String>stream("two")
			.groupBy((key, value) -> value, Grouped.as("group"));
		CogroupedKStream<String, String> cogrouped = rekeyed(builder, "one").<String>cogroup((key, value, all) -> all)
			.cogroup(named, (key, value, all) -> all);
		cogrouped.aggregate(() -> "").toStream().to("out");
		cogrouped.aggregate(() -> "", Materialized.with(Serdes.String(), Serdes.String()));
	}

	public static void cogroupOfOneStream(StreamsBuilder builder) {
		KGroupedStream<String, String> groups = rekeyed(builder, "in");
		groups.<String>cogroup((key, value, all) -> all)
			.cogroup(groups, (key, value, all) -> all)
			.aggregate(() -> "", Named.as("only"))
			.toStream()
			.to("out");
	}

	public static void windowedCogroups(StreamsBuilder builder) {
		CogroupedKStream<String, String> cogrouped = groups(builder, "one").<String>cogroup((key, value, all) -> all)
			.cogroup(rekeyed(builder, "two"), (key, value, all) -> all);
		cogrouped.windowedBy(WINDOWS).aggregate(() -> "");
	}

	public static void slidingCogroups(StreamsBuilder builder) {
		CogroupedKStream<String, String> cogrouped = groups(builder, "one").<String>cogroup((key, value, all) -> all)
			.cogroup(rekeyed(builder, "two"), (key, value, all) -> all);
		cogrouped.windowedBy(SlidingWindows.ofTimeDifferenceWithNoGrace(Duration.ofMinutes(1)))
			.aggregate(() -> "", Named.as("cogrouped"));
	}

	public static void sessionCogroups(StreamsBuilder builder) {
		CogroupedKStream<String, String> cogrouped = groups(builder, "one").<String>cogroup((key, value, all) -> all)
			.cogroup(rekeyed(builder, "two"), (key, value, all) -> all);
		cogrouped.windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofMinutes(1)))
			.aggregate(() -> "", (key, one, other) -> one, Materialized.as("sessions"))
			.toStream()
			.to("out");
	}

	public static void finalResults(StreamsBuilder builder) {
		KGroupedStream<String, String> groups = groups(builder, "in");
		groups.windowedBy(WINDOWS).emitStrategy(EmitStrategy.onWindowClose()).count().toStream().to("out");
		groups.windowedBy(SlidingWindows.ofTimeDifferenceWithNoGrace(Duration.ofMinutes(1)))
			.emitStrategy(EmitStrategy.onWindowClose())
			.count(Named.as("counted"));
		groups.windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofMinutes(1)))
			.emitStrategy(EmitStrategy.onWindowUpdate())
			.count(Materialized.as("sessions"));
	}

}
