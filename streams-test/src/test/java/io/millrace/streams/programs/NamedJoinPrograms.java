package io.millrace.streams.programs;

import java.time.Duration;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.kstream.JoinWindows;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.StreamJoined;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Programs that join streams, whose topologies must be named as Kafka Streams names them;
 * see {@link NamedPrograms}.
 */
public final class NamedJoinPrograms {

	private static final JoinWindows WINDOWS = JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMinutes(1));

	private NamedJoinPrograms() {
	}

	public static void joinsWithGeneratedNames(StreamsBuilder builder) {
		KStream<String, String> left = builder.stream("left");
		KStream<String, String> right = builder.stream("right");
		left.join(right, (one, other) -> one, WINDOWS).to("inner");
		left.leftJoin(right, (one, other) -> one, WINDOWS).groupByKey().count();
		left.outerJoin(right, (one, other) -> one, WINDOWS).to("outer");
	}

	public static void joinsWithNames(StreamsBuilder builder) {
		KStream<String, String> left = builder.stream("left");
		KStream<String, String> right = builder.stream("right");
		StreamJoined<String, String, String> joined = StreamJoined.with(Serdes.String(), Serdes.String(),
				Serdes.String());
		left.join(right, (one, other) -> one, WINDOWS, joined.withName("inner").withStoreName("inner-store"));
		left.leftJoin(right, (one, other) -> one, WINDOWS, joined.withName("left"));
		left.outerJoin(right, (one, other) -> one, WINDOWS, joined.withStoreName("outer-store")).to("out");
		left.outerJoin(right, (one, other) -> one, WINDOWS, joined.withName("named")).to("out2");
		left.leftJoin(right, (one, other) -> one, WINDOWS, joined.withStoreName("left-store")).to("out3");
	}

	public static void joinsByNewKeys(StreamsBuilder builder) {
		KStream<String, String> left = builder.<String, String>stream("left").selectKey((key, value) -> value);
		KStream<String, String> right = builder.<String, String>stream("right").selectKey((key, value) -> value);
		left.join(right, (one, other) -> one, WINDOWS);
		left.leftJoin(right, (one, other) -> one, WINDOWS, StreamJoined.as("stores"));
		StreamJoined<String, String, String> joined = StreamJoined.with(Serdes.String(), Serdes.String(),
				Serdes.String());
		left.outerJoin(builder.stream("third"), (one, other) -> one, WINDOWS, joined.withName("named")).to("out");
	}

	public static void joinsWithItself(StreamsBuilder builder) {
		KStream<String, String> stream = builder.stream("in");
		stream.join(stream, (one, other) -> one, WINDOWS).to("inner");
		stream.leftJoin(stream, (one, other) -> one, WINDOWS).to("left");
	}

	public static void joinsWithSuppliers(StreamsBuilder builder) {
		KStream<String, String> left = builder.stream("left");
		KStream<String, String> right = builder.stream("right");
		Duration minutes = Duration.ofMinutes(2);
		left.join(right, (one, other) -> one, WINDOWS,
				StreamJoined.with(Stores.inMemoryWindowStore("inner-left", minutes, minutes, true),
						Stores.inMemoryWindowStore("inner-right", minutes, minutes, true)));
		StreamJoined<String, String, String> joined = StreamJoined.as("stores");
		left.leftJoin(right, (one, other) -> one, WINDOWS,
				joined.withThisStoreSupplier(Stores.inMemoryWindowStore("left-left", minutes, minutes, true)))
			.to("out");
		left.outerJoin(right, (one, other) -> one, WINDOWS,
				joined.withStoreName("others")
					.withOtherStoreSupplier(Stores.inMemoryWindowStore("outer-right", minutes, minutes, true)))
			.to("out2");
	}

}
