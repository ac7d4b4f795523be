package io.millrace.streams.benchmarks.application.kafkastreams;

import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.workload.Functions;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;

/**
 * Some values left out, the others changed; keys and values as strings.
 */
final class MapFilter implements KafkaStreamsTopology {

	@Override
	public void define(StreamsBuilder builder, ApplicationSettings settings) {
		builder.stream(settings.input(), Consumed.with(Serdes.String(), Serdes.String()))
			.filter((key, value) -> Functions.keep(value))
			.mapValues(Functions::map)
			.to(settings.output(), Produced.with(Serdes.String(), Serdes.String()));
	}

}
