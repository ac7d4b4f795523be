package io.millrace.streams.benchmarks.application.millrace;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.workload.Functions;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.WindowedSerdes;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Records counted by key and session.
 */
final class SessionCount implements MillraceTopology {

	@Override
	public void define(StreamsBuilder builder, ApplicationSettings settings) {
		builder.stream(settings.input(), Consumed.with(Serdes.String(), Serdes.ByteArray()))
			.groupByKey(Grouped.with(Serdes.String(), Serdes.ByteArray()))
			.windowedBy(SessionWindows.ofInactivityGapAndGrace(Functions.REACH, Functions.GRACE))
			.count(CountStores.bySession())
			.toStream()
			.to(settings.output(), Produced.with(WindowedSerdes.sessionWindowedSerdeFrom(String.class), Serdes.Long()));
	}

}
