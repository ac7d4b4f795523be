package io.millrace.streams.benchmarks.application.kafkastreams;

import io.millrace.streams.benchmarks.application.ApplicationSettings;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Produced;

/**
 * Records counted by key, with keys as strings and values as bytes.
 */
final class Count implements KafkaStreamsTopology {

	@Override
	public void define(StreamsBuilder builder, ApplicationSettings settings) {
		builder.stream(settings.input(), Consumed.with(Serdes.String(), Serdes.ByteArray()))
			.groupByKey(Grouped.with(Serdes.String(), Serdes.ByteArray()))
			.count(CountStores.byKey(settings))
			.toStream()
			.to(settings.output(), Produced.with(Serdes.String(), Serdes.Long()));
	}

}
