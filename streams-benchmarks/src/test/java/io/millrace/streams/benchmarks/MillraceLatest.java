package io.millrace.streams.benchmarks;

import java.time.Duration;
import java.util.Properties;

import io.millrace.streams.KafkaStreams;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.StreamsConfig;
import io.millrace.streams.benchmarks.application.RestoreClock;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.processor.StateRestoreListener;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Keeps the latest value of each key on disk, with Millrace; forwards marked values only.
 */
final class MillraceLatest {

	private MillraceLatest() {
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
		settings.put("state.store", "rocksdb");
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
