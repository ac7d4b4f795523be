package io.millrace.streams.benchmarks.application.millrace;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Produced;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Records counted by key, with keys as strings and values as bytes.
 */
final class Count implements MillraceTopology {

	@Override
	public void define(StreamsBuilder builder, ApplicationSettings settings) {
		builder.stream(settings.input(), Consumed.with(Serdes.String(), Serdes.ByteArray()))
			.groupByKey(Grouped.with(Serdes.String(), Serdes.ByteArray()))
			.count(CountStores.byKey())
			.toStream()
			.to(settings.output(), Produced.with(Serdes.String(), Serdes.Long()));
	}

}
