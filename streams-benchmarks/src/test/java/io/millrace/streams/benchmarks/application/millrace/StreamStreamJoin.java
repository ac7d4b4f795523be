package io.millrace.streams.benchmarks.application.millrace;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.workload.Functions;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.JoinWindows;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.kstream.StreamJoined;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Pairs of records of both sides that have one key and lie within a window.
 */
final class StreamStreamJoin implements MillraceTopology {

	@Override
	public void define(StreamsBuilder builder, ApplicationSettings settings) {
		KStream<String, byte[]> stream = builder.stream(settings.input(),
				Consumed.with(Serdes.String(), Serdes.ByteArray()));
		stream.filter((key, value) -> Functions.first(value))
			.join(stream.filterNot((key, value) -> Functions.first(value)), (one, other) -> other,
					JoinWindows.ofTimeDifferenceAndGrace(Functions.REACH, Functions.GRACE),
					StreamJoined.with(Serdes.String(), Serdes.ByteArray(), Serdes.ByteArray())
						.withStoreName(ApplicationSettings.STORE))
			.to(settings.output(), Produced.with(Serdes.String(), Serdes.ByteArray()));
	}

}
