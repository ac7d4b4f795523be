package io.millrace.streams.benchmarks;

import java.time.Duration;
import java.util.Properties;

import io.millrace.streams.benchmarks.application.RestoreClock;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.StateRestoreListener;

/**
 * The same as {@link MillraceLatest}, with Kafka Streams. Both are members of a streams
 * group, so that what the group takes is the same for both.
 */
final class KafkaStreamsLatest {

	private KafkaStreamsLatest() {
	}

	public static void main(String[] args) throws InterruptedException {
		StreamsBuilder builder = new StreamsBuilder();
		builder.stream(args[3], Consumed.with(Serdes.String(), Serdes.String()))
			.groupByKey(Grouped.with("by-key", Serdes.String(), Serdes.String()))
			.reduce((before, now) -> now, Materialized.as("latest"))
			.toStream()
			.filter((key, value) -> value.startsWith(Markers.PREFIX))
			.to(args[4], Produced.with(Serdes.String(), Serdes.String()));
		Properties settings = new Properties();
		settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[0]);
		settings.put(StreamsConfig.APPLICATION_ID_CONFIG, args[1]);
		settings.put(StreamsConfig.STATE_DIR_CONFIG, args[2]);
		settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
		settings.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, "streams");
		settings.put("enable.transactional.statestores", args[5]);
		KafkaStreams streams = new KafkaStreams(builder.build(), settings);
		streams.setGlobalStateRestoreListener(new Listener());
		Runtime.getRuntime().addShutdownHook(new Thread(() -> streams.close(Duration.ofSeconds(60))));
		streams.start();
		Thread.currentThread().join();
	}

	private static final class Listener implements StateRestoreListener {

		private final RestoreClock clock = new RestoreClock();

		@Override
		public void onRestoreStart(TopicPartition partition, String store, long start, long end) {
			this.clock.started();
		}

		@Override
		public void onBatchRestored(TopicPartition partition, String store, long end, long restored) {
		}

		@Override
		public void onRestoreEnd(TopicPartition partition, String store, long total) {
			this.clock.ended(total);
		}

	}

}
