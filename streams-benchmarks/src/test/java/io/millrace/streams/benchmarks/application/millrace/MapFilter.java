package io.millrace.streams.benchmarks.application.millrace;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.workload.Functions;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Produced;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Some values left out, the others changed; keys and values as strings.
 */
final class MapFilter implements MillraceTopology {

	@Override
	public void define(StreamsBuilder builder, ApplicationSettings settings) {
		builder.stream(settings.input(), Consumed.with(Serdes.String(), Serdes.String()))
			.filter((key, value) -> Functions.keep(value))
			.mapValues(Functions::map)
			.to(settings.output(), Produced.with(Serdes.String(), Serdes.String()));
	}

}
