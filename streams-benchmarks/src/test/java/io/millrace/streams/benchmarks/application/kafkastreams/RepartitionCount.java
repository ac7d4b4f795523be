package io.millrace.streams.benchmarks.application.kafkastreams;

import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.workload.Functions;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Produced;

/**
 * Records counted by another key than they come with.
 */
final class RepartitionCount implements KafkaStreamsTopology {

	@Override
	public void define(StreamsBuilder builder, ApplicationSettings settings) {
		builder.stream(settings.input(), Consumed.with(Serdes.String(), Serdes.ByteArray()))
			.selectKey((key, value) -> Functions.rekey(key))
			.groupByKey(Grouped.with(ApplicationSettings.REPARTITION, Serdes.String(), Serdes.ByteArray()))
			.count(CountStores.byKey(settings))
			.toStream()
			.to(settings.output(), Produced.with(Serdes.String(), Serdes.Long()));
	}

}
