package io.millrace.streams.examples;

import java.time.Duration;
import java.util.Properties;

import io.millrace.streams.KafkaStreams;
import io.millrace.streams.KeyValue;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.StreamsConfig;
import io.millrace.streams.Topology;
import io.millrace.streams.errors.LogAndContinueExceptionHandler;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Joined;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.kstream.TimeWindows;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Counts views of pages by the region of the user who looked, in windows of five minutes
 * that start every minute. Views are keyed by user and hold the page; the table of users
 * holds the region of each. Nothing in it but the imports tells which library runs it.
 */
public final class PageViewsByRegion {

	private PageViewsByRegion() {
	}

	public static Topology topology() {
		StreamsBuilder builder = new StreamsBuilder();
		KTable<String, String> regions = builder.table("users", Consumed.with(Serdes.String(), Serdes.String()),
				Materialized.as("users"));
		builder.stream("page-views", Consumed.with(Serdes.String(), Serdes.String()))
			.leftJoin(regions, (page, region) -> (region != null) ? region : "unknown",
					Joined.with(Serdes.String(), Serdes.String(), Serdes.String(), "views-with-region"))
			.map((user, region) -> KeyValue.pair(region, user))
			.groupByKey(Grouped.with("regions", Serdes.String(), Serdes.String()))
			.windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMinutes(5), Duration.ofMinutes(1))
				.advanceBy(Duration.ofMinutes(1)))
			.count(Materialized.as("views-by-region"))
			.toStream((window, count) -> window.key() + "@" + window.window().start() / 60_000)
			.to("views-by-region", Produced.with(Serdes.String(), Serdes.Long()));
		return builder.build();
	}

	public static void main(String[] args) {
		Properties settings = new Properties();
		settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "page-views-by-region");
		settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[0]);
		settings.put(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
				LogAndContinueExceptionHandler.class);
		KafkaStreams streams = new KafkaStreams(topology(), settings);
		Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
		streams.start();
	}

}
