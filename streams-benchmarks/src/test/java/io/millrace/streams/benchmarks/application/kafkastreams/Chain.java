package io.millrace.streams.benchmarks.application.kafkastreams;

import io.millrace.streams.benchmarks.application.ApplicationSettings;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Produced;

/**
 * Many operators that do next to nothing, one after another.
 */
final class Chain implements KafkaStreamsTopology {

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
