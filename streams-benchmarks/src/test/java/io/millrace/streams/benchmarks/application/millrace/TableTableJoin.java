package io.millrace.streams.benchmarks.application.millrace;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.workload.Functions;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Produced;
import org.apache.kafka.common.serialization.Serdes;

/**
 * The last records of both sides by key, joined to a number.
 */
final class TableTableJoin implements MillraceTopology {

	@Override
	public void define(StreamsBuilder builder, ApplicationSettings settings) {
		KStream<String, byte[]> stream = builder.stream(settings.input(),
				Consumed.with(Serdes.String(), Serdes.ByteArray()));
		KTable<String, byte[]> one = stream.filter((key, value) -> Functions.first(value))
			.toTable(CountStores.values(ApplicationSettings.STORE));
		KTable<String, byte[]> other = stream.filterNot((key, value) -> Functions.first(value))
			.toTable(CountStores.values("others"));
		one.join(other, (left, right) -> Functions.number(left) + Functions.number(right))
			.toStream()
			.to(settings.output(), Produced.with(Serdes.String(), Serdes.Long()));
	}

}
