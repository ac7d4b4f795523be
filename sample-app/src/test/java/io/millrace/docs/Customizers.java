package io.millrace.docs;

import io.millrace.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import io.millrace.streams.spring.boot.autoconfigure.KafkaStreamsCustomizer;
import io.millrace.streams.spring.boot.autoconfigure.StreamsConfigCustomizer;
import io.millrace.streams.store.rocksdb.RocksDbOptionsCustomizer;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The customizers of {@code docs/configuration.md}.
 */
@Configuration(proxyBeanMethods = false)
class Customizers {

	@Bean
	RocksDbOptionsCustomizer largeFiles() {
		return (store, options) -> options.setTargetFileSizeBase(256L * 1024 * 1024);
	}

	@Bean
	StreamsConfigCustomizer clientIds() {
		return (topology, config) -> config.put("client.id", topology + "-" + System.getenv("HOSTNAME"));
	}

	@Bean
	KafkaStreamsCustomizer uncaughtExceptions() {
		return (topology, streams) -> streams
			.setUncaughtExceptionHandler((exception) -> StreamThreadExceptionResponse.SHUTDOWN_CLIENT);
	}

}
