package io.millrace.streams.benchmarks.application.kafkastreams;

import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.workload.Functions;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.kstream.WindowedSerdes;

/**
 * Records counted by key and hopping window.
 */
final class HoppingCount implements KafkaStreamsTopology {

	@Override
	public void define(StreamsBuilder builder, ApplicationSettings settings) {
		builder.stream(settings.input(), Consumed.with(Serdes.String(), Serdes.ByteArray()))
			.groupByKey(Grouped.with(Serdes.String(), Serdes.ByteArray()))
			.windowedBy(TimeWindows.ofSizeAndGrace(Functions.WINDOW, Functions.GRACE).advanceBy(Functions.ADVANCE))
			.count(CountStores.byWindow(settings))
			.toStream()
			.to(settings.output(), Produced
				.with(WindowedSerdes.timeWindowedSerdeFrom(String.class, Functions.WINDOW.toMillis()), Serdes.Long()));
	}

}
