package io.millrace.streams.benchmarks.application.kafkastreams;

import java.time.Duration;
import java.util.Properties;

import io.millrace.streams.benchmarks.application.Application;
import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.workload.Candidate;
import io.millrace.streams.benchmarks.workload.Operation;
import io.millrace.streams.benchmarks.workload.StateKind;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Any workload with Kafka Streams, as one of the three candidates that it is.
 */
public final class KafkaStreamsApplication implements Application {

	private final KafkaStreams streams;

	public KafkaStreamsApplication(ApplicationSettings settings) {
		StreamsBuilder builder = new StreamsBuilder();
		topology(settings.scenario().workload().operation()).define(builder, settings);
		this.streams = new KafkaStreams(builder.build(), properties(settings));
		if (settings.scenario().workload().operation() == Operation.RESTORE) {
			this.streams.setGlobalStateRestoreListener(new RestoreListener());
		}
	}

	private static KafkaStreamsTopology topology(Operation operation) {
		return switch (operation) {
			case PASS_THROUGH -> new PassThrough();
			case MAP_FILTER -> new MapFilter();
			case CHAIN -> new Chain();
			case COUNT -> new Count();
			case TUMBLING_COUNT -> new TumblingCount();
			case HOPPING_COUNT -> new HoppingCount();
			case SLIDING_COUNT -> new SlidingCount();
			case SESSION_COUNT -> new SessionCount();
			case STREAM_TABLE_JOIN -> new StreamTableJoin();
			case STREAM_STREAM_JOIN -> new StreamStreamJoin();
			case TABLE_TABLE_JOIN -> new TableTableJoin();
			case FOREIGN_KEY_JOIN -> new ForeignKeyJoin();
			case REPARTITION_COUNT -> new RepartitionCount();
			case RESTORE -> new Latest();
		};
	}

	private static Properties properties(ApplicationSettings settings) {
		Properties properties = new Properties();
		properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
		properties.put(StreamsConfig.APPLICATION_ID_CONFIG, settings.applicationId());
		properties.put(StreamsConfig.STATE_DIR_CONFIG, settings.stateDirectory());
		properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, settings.scenario().threads());
		properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, ApplicationSettings.COMMIT_INTERVAL_MS);
		properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
				settings.scenario().exactlyOnce() ? StreamsConfig.EXACTLY_ONCE_V2 : StreamsConfig.AT_LEAST_ONCE);
		if (settings.candidate() == Candidate.KAFKA_STREAMS_UNCACHED) {
			properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
		}
		if (settings.candidate() == Candidate.KAFKA_STREAMS_BEST) {
			properties.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, "streams");
			properties.put(StreamsConfig.producerPrefix("batch.size"), ApplicationSettings.BATCH_SIZE);
			properties.put(StreamsConfig.consumerPrefix("max.poll.records"), ApplicationSettings.POLLED_AT_ONCE);
			properties.put(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, ApplicationSettings.POLLED_AT_ONCE);
			if (settings.scenario().workload().state() == StateKind.DISK) {
				properties.put(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, true);
			}
		}
		return properties;
	}

	@Override
	public void start() {
		this.streams.start();
	}

	@Override
	public void stop() {
		this.streams.close(Duration.ofSeconds(60));
	}

}
