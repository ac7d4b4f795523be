package io.millrace.streams.examples;

import java.util.Arrays;
import java.util.Locale;
import java.util.Properties;

import io.millrace.streams.KafkaStreams;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.StreamsConfig;
import io.millrace.streams.Topology;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Counts the words of lines of text, as they come. Nothing in it but the imports tells
 * which library runs it.
 */
public final class WordCount {

	private WordCount() {
	}

	public static Topology topology() {
		StreamsBuilder builder = new StreamsBuilder();
		builder.stream("lines", Consumed.with(Serdes.String(), Serdes.String()))
			.flatMapValues((line) -> Arrays.asList(line.toLowerCase(Locale.ROOT).split("\\W+")))
			.filterNot((key, word) -> word.isEmpty())
			.groupBy((key, word) -> word, Grouped.with("words", Serdes.String(), Serdes.String()))
			.count(Materialized.as("counts"))
			.toStream()
			.to("word-counts", Produced.with(Serdes.String(), Serdes.Long()));
		return builder.build();
	}

	public static void main(String[] args) {
		Properties settings = new Properties();
		settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "word-count");
		settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[0]);
		KafkaStreams streams = new KafkaStreams(topology(), settings);
		Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
		streams.start();
	}

}
