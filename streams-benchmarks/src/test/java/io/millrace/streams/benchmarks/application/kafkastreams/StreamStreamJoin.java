package io.millrace.streams.benchmarks.application.kafkastreams;

import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.workload.Functions;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.JoinWindows;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.StreamJoined;

/**
 * Pairs of records of both sides that have one key and lie within a window.
 */
final class StreamStreamJoin implements KafkaStreamsTopology {

	@Override
	public void define(StreamsBuilder builder, ApplicationSettings settings) {
		KStream<String, byte[]> stream = builder.stream(settings.input(),
				Consumed.with(Serdes.String(), Serdes.ByteArray()));
		stream.filter((key, value) -> Functions.first(value))
			.join(stream.filterNot((key, value) -> Functions.first(value)), (one, other) -> other,
					JoinWindows.ofTimeDifferenceAndGrace(Functions.REACH, Functions.GRACE),
					StreamJoined.with(Serdes.String(), Serdes.ByteArray(), Serdes.ByteArray())
						.withDslStoreSuppliers(CountStores.engine(settings))
						.withStoreName(ApplicationSettings.STORE))
			.to(settings.output(), Produced.with(Serdes.String(), Serdes.ByteArray()));
	}

}
