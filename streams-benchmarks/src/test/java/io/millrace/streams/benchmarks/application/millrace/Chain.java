package io.millrace.streams.benchmarks.application.millrace;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.Produced;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Many operators that do next to nothing, one after another.
 */
final class Chain implements MillraceTopology {

	@Override
	public void define(StreamsBuilder builder, ApplicationSettings settings) {
		KStream<String, byte[]> stream = builder.stream(settings.input(),
				Consumed.with(Serdes.String(), Serdes.ByteArray()));
		for (int i = 0; i < settings.scenario().chain(); i++) {
			stream = stream.mapValues((value) -> value);
		}
		stream.to(settings.output(), Produced.with(Serdes.String(), Serdes.ByteArray()));
	}

}
