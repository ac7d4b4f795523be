package io.millrace.streams.programs;

import java.time.Duration;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.JoinWindows;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.processor.api.ContextualFixedKeyProcessor;
import io.millrace.streams.processor.api.ContextualProcessor;
import io.millrace.streams.processor.api.FixedKeyRecord;
import io.millrace.streams.processor.api.Record;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Programs from topics {@code in} and {@code t} to topic {@code out} that optimisations
 * must not change the results of. The file is compiled a second time with the import
 * prefix of Kafka Streams, so it may use only what both have.
 */
public final class OptimizedPrograms {

	private OptimizedPrograms() {
	}

	private static void joinWithItself(StreamsBuilder builder, long before, long after) {
		KStream<String, String> stream = builder.stream("in");
		stream
			.join(stream, (one, other) -> one + other,
					JoinWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(20), Duration.ofMillis(10))
						.before(Duration.ofMillis(before))
						.after(Duration.ofMillis(after)))
			.to("out");
	}

	public static void joinWithItself(StreamsBuilder builder) {
		joinWithItself(builder, 20, 15);
	}

	public static void joinWithItselfAndBefore(StreamsBuilder builder) {
		joinWithItself(builder, 20, 0);
	}

	public static void joinWithItselfAndAfter(StreamsBuilder builder) {
		joinWithItself(builder, 0, 20);
	}

	public static void joinWithThoseBefore(StreamsBuilder builder) {
		joinWithItself(builder, 20, -1);
	}

	public static void joinWithThoseAfter(StreamsBuilder builder) {
		joinWithItself(builder, -1, 20);
	}

	public static void joinWithThoseLongAfter(StreamsBuilder builder) {
		joinWithItself(builder, -8, 20);
	}

	private static KStream<String, String> rekeyed(StreamsBuilder builder) {
		return builder.<String, String>stream("in").selectKey((key, value) -> value);
	}

	private static void sum(KStream<String, Integer> stream) {
		stream.groupByKey(Grouped.with(Serdes.String(), Serdes.Integer()))
			.reduce(Integer::sum, Materialized.with(Serdes.String(), Serdes.Integer()))
			.toStream()
			.mapValues((sum) -> sum.toString())
			.to("out");
	}

	public static void numbersOfAGlobalJoin(StreamsBuilder builder) {
		sum(rekeyed(builder).leftJoin(builder.<String, String>globalTable("t"),
				(key, value) -> (value != null) ? value.substring(0, 1) : null,
				(value, found) -> (found != null) ? 10 : 1));
	}

	public static void textsOfAGlobalJoin(StreamsBuilder builder) {
		rekeyed(builder)
			.leftJoin(builder.<String, String>globalTable("t"),
					(key, value) -> (value != null) ? value.substring(0, 1) : null, (value, found) -> value + found)
			.groupByKey()
			.reduce((one, other) -> one + other)
			.toStream()
			.to("out");
	}

	public static void numbersOfAProcessor(StreamsBuilder builder) {
		sum(rekeyed(builder).process(Numbering::new));
	}

	public static void numbersOfAValueProcessor(StreamsBuilder builder) {
		sum(rekeyed(builder).processValues(NumberingValues::new));
	}

	private static int number(String value) {
		return (value != null) ? value.charAt(1) - '0' : 7;
	}

	static final class Numbering extends ContextualProcessor<String, String, String, Integer> {

		@Override
		public void process(Record<String, String> record) {
			context().forward(record.withValue(number(record.value())));
		}

	}

	static final class NumberingValues extends ContextualFixedKeyProcessor<String, String, Integer> {

		@Override
		public void process(FixedKeyRecord<String, String> record) {
			context().forward(record.withValue(number(record.value())));
		}

	}

}
