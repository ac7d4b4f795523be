package io.millrace.streams.programs;

import java.time.Duration;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.KGroupedStream;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.SessionWindowedKStream;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.SlidingWindows;
import io.millrace.streams.kstream.TimeWindowedKStream;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.state.SessionStore;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/**
 * Programs with windows whose topologies must be named as Kafka Streams names them; see
 * {@link NamedPrograms}.
 */
public final class NamedWindowPrograms {

	private static final TimeWindows WINDOWS = TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes(1));

	private NamedWindowPrograms() {
	}

	public static void windowsWithGeneratedNames(StreamsBuilder builder) {
		TimeWindowedKStream<String, String> windows = builder.<String, String>stream("in")
			.groupByKey()
			.windowedBy(WINDOWS);
		windows.count().toStream().to("out");
		windows.count(Materialized.with(Serdes.String(), Serdes.Long())).toStream();
		windows.reduce((one, other) -> one);
		windows.reduce((one, other) -> one, Materialized.with(Serdes.String(), Serdes.String()));
		windows.aggregate(() -> "", (key, value, all) -> all).filter((key, value) -> true);
		windows.aggregate(() -> "", (key, value, all) -> all, Materialized.with(Serdes.String(), Serdes.String()));
	}

	public static void windowsWithNames(StreamsBuilder builder) {
		TimeWindowedKStream<String, String> windows = builder.<String, String>stream("in")
			.groupByKey()
			.windowedBy(WINDOWS.advanceBy(Duration.ofSeconds(10)));
		windows.count(Named.as("counted"));
		windows.count(Named.as("counted-into"), Materialized.<String, Long, WindowStore<Bytes, byte[]>>as("counts"));
		windows.count(Named.as("counted-with"), Materialized.with(Serdes.String(), Serdes.Long()));
		windows.reduce((one, other) -> one, Named.as("reduced"));
		windows.reduce((one, other) -> one, Named.as("reduced-into"),
				Materialized.<String, String, WindowStore<Bytes, byte[]>>as("reductions"));
		windows.aggregate(() -> "", (key, value, all) -> all, Named.as("aggregated"));
		windows.aggregate(() -> "", (key, value, all) -> all, Named.as("aggregated-into"),
				Materialized.<String, String, WindowStore<Bytes, byte[]>>as("aggregates"));
	}

	public static void windowsOfNewKeys(StreamsBuilder builder) {
		KStream<String, String> stream = builder.<String, String>stream("in").selectKey((key, value) -> value);
		stream.groupByKey().windowedBy(WINDOWS).count();
		stream.groupByKey().windowedBy(WINDOWS).count(Materialized.as("counts"));
		KGroupedStream<String, String> named = stream.groupByKey(Grouped.as("group"));
		named.windowedBy(WINDOWS).count();
		named.windowedBy(WINDOWS).reduce((one, other) -> one);
		named.count();
		stream.groupBy((key, value) -> value).windowedBy(WINDOWS).count(Named.as("counted"));
	}

	public static void countsWithSerdesOnly(StreamsBuilder builder) {
		KGroupedStream<String, String> groups = builder.<String, String>stream("in").groupByKey();
		groups.count(Materialized.with(Serdes.String(), Serdes.Long()));
		groups.reduce((one, other) -> one, Materialized.with(Serdes.String(), Serdes.String()));
		groups.aggregate(() -> "", (key, value, all) -> all, Materialized.with(Serdes.String(), Serdes.String()));
	}

	public static void sessions(StreamsBuilder builder) {
		KGroupedStream<String, String> groups = builder.<String, String>stream("in").groupBy((key, value) -> value);
		SessionWindowedKStream<String, String> sessions = groups
			.windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofMinutes(1)));
		sessions.count();
		sessions.count(Named.as("counted"));
		sessions.count(Materialized.with(Serdes.String(), Serdes.Long()));
		sessions.reduce((one, other) -> one, Materialized.with(Serdes.String(), Serdes.String()));
		sessions.reduce((one, other) -> one, Named.as("reduced"));
		sessions.aggregate(() -> "", (key, value, all) -> all, (key, one, other) -> one);
		sessions.aggregate(() -> "", (key, value, all) -> all, (key, one, other) -> one, Named.as("aggregated"),
				Materialized.<String, String, SessionStore<Bytes, byte[]>>as("aggregates"));
	}

	public static void slidingWindows(StreamsBuilder builder) {
		TimeWindowedKStream<String, String> windows = builder.<String, String>stream("in")
			.groupByKey()
			.windowedBy(SlidingWindows.ofTimeDifferenceWithNoGrace(Duration.ofMinutes(1)));
		windows.count();
		windows.count(Materialized.with(Serdes.String(), Serdes.Long()));
		windows.reduce((one, other) -> one, Named.as("reduced"));
		windows.aggregate(() -> "", (key, value, all) -> all, Materialized.with(Serdes.String(), Serdes.String()))
			.toStream()
			.to("out");
	}

}
