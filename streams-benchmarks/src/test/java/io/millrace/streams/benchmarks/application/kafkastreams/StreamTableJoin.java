package io.millrace.streams.benchmarks.application.kafkastreams;

import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.workload.Functions;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Joined;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Produced;

/**
 * Every record with the last one of the first side that has its key.
 */
final class StreamTableJoin implements KafkaStreamsTopology {

	@Override
	public void define(StreamsBuilder builder, ApplicationSettings settings) {
		KStream<String, byte[]> stream = builder.stream(settings.input(),
				Consumed.with(Serdes.String(), Serdes.ByteArray()));
		KTable<String, byte[]> table = stream.filter((key, value) -> Functions.first(value))
			.toTable(CountStores.values(ApplicationSettings.STORE, settings));
		stream
			.leftJoin(table, (value, last) -> (last != null) ? last : value,
					Joined.with(Serdes.String(), Serdes.ByteArray(), Serdes.ByteArray()))
			.to(settings.output(), Produced.with(Serdes.String(), Serdes.ByteArray()));
	}

}
