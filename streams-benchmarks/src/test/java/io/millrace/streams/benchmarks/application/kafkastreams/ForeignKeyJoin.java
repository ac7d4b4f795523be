package io.millrace.streams.benchmarks.application.kafkastreams;

import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.workload.Functions;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.TableJoined;

/**
 * The last records of the first side by key, each joined to a number with the last one of
 * the other side that has the key which its value refers to.
 */
final class ForeignKeyJoin implements KafkaStreamsTopology {

	@Override
	public void define(StreamsBuilder builder, ApplicationSettings settings) {
		KStream<String, byte[]> stream = builder.stream(settings.input(),
				Consumed.with(Serdes.String(), Serdes.ByteArray()));
		KTable<String, byte[]> one = stream.filter((key, value) -> Functions.first(value))
			.toTable(CountStores.values(ApplicationSettings.STORE, settings));
		KTable<String, byte[]> other = stream.filterNot((key, value) -> Functions.first(value))
			.toTable(CountStores.values("others", settings));
		one.join(other, (value) -> Functions.reference(value, settings.scenario().keys()),
				(left, right) -> Functions.number(left) + Functions.number(right),
				TableJoined.as(ApplicationSettings.FOREIGN_KEYS))
			.toStream()
			.to(settings.output(), Produced.with(Serdes.String(), Serdes.Long()));
	}

}
