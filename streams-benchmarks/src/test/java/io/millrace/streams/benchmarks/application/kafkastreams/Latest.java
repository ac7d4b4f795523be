package io.millrace.streams.benchmarks.application.kafkastreams;

import io.millrace.streams.benchmarks.application.ApplicationSettings;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;

/**
 * The last value of each key, kept and not sent anywhere.
 */
final class Latest implements KafkaStreamsTopology {

	@Override
	public void define(StreamsBuilder builder, ApplicationSettings settings) {
		builder.stream(settings.input(), Consumed.with(Serdes.String(), Serdes.String()))
			.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
			.reduce((before, now) -> now, Materialized.as(ApplicationSettings.STORE));
	}

}
