package io.millrace.streams.benchmarks.application.kafkastreams;

import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.workload.Functions;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Produced;

/**
 * The last records of both sides by key, joined to a number.
 */
final class TableTableJoin implements KafkaStreamsTopology {

	@Override
	public void define(StreamsBuilder builder, ApplicationSettings settings) {
		KStream<String, byte[]> stream = builder.stream(settings.input(),
				Consumed.with(Serdes.String(), Serdes.ByteArray()));
		KTable<String, byte[]> one = stream.filter((key, value) -> Functions.first(value))
			.toTable(CountStores.values(ApplicationSettings.STORE, settings));
		KTable<String, byte[]> other = stream.filterNot((key, value) -> Functions.first(value))
			.toTable(CountStores.values("others", settings));
		one.join(other, (left, right) -> Functions.number(left) + Functions.number(right))
			.toStream()
			.to(settings.output(), Produced.with(Serdes.String(), Serdes.Long()));
	}

}
