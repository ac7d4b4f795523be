package io.millrace.streams.benchmarks.application.millrace;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.workload.Functions;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.WindowedSerdes;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Records counted by key and hopping window.
 */
final class HoppingCount implements MillraceTopology {

	@Override
	public void define(StreamsBuilder builder, ApplicationSettings settings) {
		builder.stream(settings.input(), Consumed.with(Serdes.String(), Serdes.ByteArray()))
			.groupByKey(Grouped.with(Serdes.String(), Serdes.ByteArray()))
			.windowedBy(TimeWindows.ofSizeAndGrace(Functions.WINDOW, Functions.GRACE).advanceBy(Functions.ADVANCE))
			.count(CountStores.byWindow())
			.toStream()
			.to(settings.output(), Produced
				.with(WindowedSerdes.timeWindowedSerdeFrom(String.class, Functions.WINDOW.toMillis()), Serdes.Long()));
	}

}
