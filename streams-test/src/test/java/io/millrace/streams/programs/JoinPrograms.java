package io.millrace.streams.programs;

import java.time.Duration;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.kstream.JoinWindows;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.StreamJoined;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Programs that join the streams {@code in} and {@code t}, with results in topic
 * {@code out} that must be those that they give with Kafka Streams; see
 * {@link RunPrograms}. In left and outer joins windows and grace period are so long that
 * no record comes after its window or after that of a match: Kafka Streams gives results
 * without a match then, and contradicts them. It also gives some of them later than it
 * could, so where such programs begin with {@code eventual}, their results are compared
 * in any order.
 */
public final class JoinPrograms {

	private JoinPrograms() {
	}

	private static KStream<String, String> left(StreamsBuilder builder) {
		return builder.<String, String>stream("in")
			.filter((key, value) -> key != null && value != null && !key.equals("b"));
	}

	private static KStream<String, String> right(StreamsBuilder builder) {
		return builder.<String, String>stream("t")
			.filter((key, value) -> key != null && value != null && !key.equals("a"));
	}

	private static JoinWindows windows(long difference, long grace) {
		return JoinWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(difference), Duration.ofMillis(grace));
	}

	public static void innerJoin(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.join(builder.<String, String>stream("t"), (one, other) -> one + "|" + other, windows(5, 0))
			.to("out");
	}

	public static void innerJoinWithKey(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.join(builder.<String, String>stream("t"), (key, one, other) -> key + ":" + one + "|" + other,
					windows(10, 20).before(Duration.ofMillis(3)),
					StreamJoined.with(
							Stores.inMemoryWindowStore("these", Duration.ofMillis(33), Duration.ofMillis(13), true),
							Stores.inMemoryWindowStore("others", Duration.ofMillis(33), Duration.ofMillis(13), true)))
			.to("out");
	}

	public static void innerJoinAfterOnly(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.join(builder.<String, String>stream("t"), (one, other) -> one + "|" + other,
					windows(20, 5).before(Duration.ofMillis(-4)))
			.to("out");
	}

	public static void innerJoinByNewKey(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.selectKey((key, value) -> (value != null) ? value.substring(0, 1) : null)
			.join(builder.<String, String>stream("t")
				.selectKey((key, value) -> (value != null) ? value.substring(0, 1) : null),
					(one, other) -> one + "|" + other, windows(20, 0), StreamJoined.as("stores"))
			.to("out");
	}

	public static void innerJoinWithItself(StreamsBuilder builder) {
		KStream<String, String> stream = builder.stream("in");
		stream.join(stream, (one, other) -> one + "|" + other, windows(6, 10)).to("out");
	}

	public static void eventualLeftJoin(StreamsBuilder builder) {
		left(builder).leftJoin(right(builder), (one, other) -> one + "|" + other, windows(30, 30)).to("out");
	}

	public static void eventualLeftJoinWithKey(StreamsBuilder builder) {
		left(builder)
			.leftJoin(right(builder), (key, one, other) -> key + ":" + one + "|" + other, windows(32, 40),
					StreamJoined.with(Serdes.String(), Serdes.String(), Serdes.String()))
			.to("out");
	}

	public static void leftJoinWithoutKeys(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.leftJoin(builder.<String, String>stream("t"), (one, other) -> one + "|" + other, windows(1000, 0))
			.to("out");
	}

	public static void eventualOuterJoin(StreamsBuilder builder) {
		left(builder).outerJoin(right(builder), (one, other) -> one + "|" + other, windows(30, 30)).to("out");
	}

	public static void eventualOuterJoinWithKey(StreamsBuilder builder) {
		left(builder)
			.outerJoin(right(builder), (key, one, other) -> key + ":" + one + "|" + other, windows(31, 35),
					StreamJoined.<String, String, String>as("stores").withLoggingDisabled())
			.to("out");
	}

	public static void outerJoinWithoutKeys(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.outerJoin(builder.<String, String>stream("t"), (one, other) -> one + "|" + other, windows(1000, 0))
			.to("out");
	}

	public static void eventualOuterJoinWithItself(StreamsBuilder builder) {
		KStream<String, String> stream = left(builder);
		stream.outerJoin(stream.mapValues((value) -> value + "!"), (one, other) -> one + "|" + other, windows(30, 30))
			.to("out");
	}

}
