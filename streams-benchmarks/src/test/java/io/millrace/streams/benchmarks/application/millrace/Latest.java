package io.millrace.streams.benchmarks.application.millrace;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Materialized;
import org.apache.kafka.common.serialization.Serdes;

/**
 * The last value of each key, kept and not sent anywhere.
 */
final class Latest implements MillraceTopology {

	@Override
	public void define(StreamsBuilder builder, ApplicationSettings settings) {
		builder.stream(settings.input(), Consumed.with(Serdes.String(), Serdes.String()))
			.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
			.reduce((before, now) -> now, Materialized.as(ApplicationSettings.STORE));
	}

}
