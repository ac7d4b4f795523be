package io.millrace.streams.benchmarks.application.millrace;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.workload.Functions;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Joined;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Produced;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Every record with the last one of the first side that has its key.
 */
final class StreamTableJoin implements MillraceTopology {

	@Override
	public void define(StreamsBuilder builder, ApplicationSettings settings) {
		KStream<String, byte[]> stream = builder.stream(settings.input(),
				Consumed.with(Serdes.String(), Serdes.ByteArray()));
		KTable<String, byte[]> table = stream.filter((key, value) -> Functions.first(value))
			.toTable(CountStores.values(ApplicationSettings.STORE));
		stream
			.leftJoin(table, (value, last) -> (last != null) ? last : value,
					Joined.with(Serdes.String(), Serdes.ByteArray(), Serdes.ByteArray()))
			.to(settings.output(), Produced.with(Serdes.String(), Serdes.ByteArray()));
	}

}
