package io.millrace.streams.spring.boot.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.StreamsConfig;
import io.millrace.streams.Topology;
import io.millrace.streams.store.rocksdb.RocksDbOptionsCustomizer;
import io.millrace.streams.store.rocksdb.RocksDbStateEngineProvider;
import org.junit.jupiter.api.Test;
import org.rocksdb.ColumnFamilyOptions;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How properties and beans reach the state engine.
 */
class StatePropertiesTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(StreamsAutoConfiguration.class))
		.withUserConfiguration(OneTopology.class)
		.withPropertyValues("streams.auto-startup=false", "spring.application.name=shop");

	@Test
	void nothingIsSetUnlessAsked() {
		this.runner.run((context) -> assertThat(settings(context).keySet())
			.noneMatch((name) -> name.startsWith("state") || name.startsWith("statestore")));
	}

	@Test
	void uncommittedWritesAreBounded() {
		this.runner.withPropertyValues("streams.state.max-uncommitted=8MB")
			.run((context) -> assertThat(settings(context))
				.containsEntry(StreamsConfig.STATESTORE_UNCOMMITTED_MAX_BYTES_CONFIG, 8L << 20));
	}

	@Test
	void whatIsKeptAtHandIsBounded() {
		this.runner.withPropertyValues("streams.state.cache-size=8MB")
			.run((context) -> assertThat(settings(context))
				.containsEntry(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 8L << 20));
	}

	@Test
	void stateOfTasksThatMovedAwayIsKeptForAWhile() {
		this.runner.withPropertyValues("streams.state.cleanup-delay=1h")
			.run((context) -> assertThat(settings(context)).containsEntry(StreamsConfig.STATE_CLEANUP_DELAY_MS_CONFIG,
					3_600_000L));
	}

	@Test
	void cacheHasASize() {
		this.runner.withPropertyValues("streams.state.rocksdb.cache-size=32MB")
			.run((context) -> assertThat(settings(context)).containsEntry(RocksDbStateEngineProvider.CACHE_BYTES,
					32L << 20));
	}

	@Test
	void writeBuffersHaveASize() {
		this.runner.withPropertyValues("streams.state.rocksdb.write-buffer-size=4MB")
			.run((context) -> assertThat(settings(context)).containsEntry(RocksDbStateEngineProvider.WRITE_BUFFER_BYTES,
					4L << 20));
	}

	@Test
	void blocksAreCompressed() {
		this.runner.withPropertyValues("streams.state.rocksdb.compression=zstd")
			.run((context) -> assertThat(settings(context)).containsEntry(RocksDbStateEngineProvider.COMPRESSION,
					"zstd"));
	}

	@Test
	void backgroundJobsAreBounded() {
		this.runner.withPropertyValues("streams.state.rocksdb.max-background-jobs=3")
			.run((context) -> assertThat(settings(context))
				.containsEntry(RocksDbStateEngineProvider.MAX_BACKGROUND_JOBS, 3));
	}

	@Test
	void anApplicationsOwnWins() {
		this.runner
			.withPropertyValues("streams.state.rocksdb.compression=zstd",
					"streams.applications.orders.state.rocksdb.compression=none")
			.run((context) -> assertThat(settings(context)).containsEntry(RocksDbStateEngineProvider.COMPRESSION,
					"none"));
	}

	@Test
	void aWrongCompressionIsRefused() {
		this.runner.withPropertyValues("streams.state.rocksdb.compression=gzip")
			.run((context) -> assertThat(context).getFailure().rootCause().hasMessageContaining("gzip"));
	}

	@Test
	void customizersAreCalledInTheirOrder() {
		this.runner.withUserConfiguration(TwoCustomizers.class).run((context) -> {
			RocksDbOptionsCustomizer all = (RocksDbOptionsCustomizer) settings(context)
				.get(RocksDbStateEngineProvider.CUSTOMIZER);
			assertThat(all).isNotNull();
			try (ColumnFamilyOptions options = new ColumnFamilyOptions()) {
				all.customize("counts", options);
			}
			assertThat(context.getBean(TwoCustomizers.class).calls).containsExactly("first counts", "second counts");
		});
	}

	@Test
	void aPropertyWinsOverCustomizers() {
		this.runner.withUserConfiguration(TwoCustomizers.class)
			.withPropertyValues("streams.properties.state.rocksdb.options.customizer=" + Nothing.class.getName())
			.run((context) -> assertThat(settings(context)).containsEntry(RocksDbStateEngineProvider.CUSTOMIZER,
					Nothing.class.getName()));
	}

	@Test
	void worksWithoutRocksDb() {
		this.runner.withClassLoader(new FilteredClassLoader(RocksDbOptionsCustomizer.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("streamsRocksDbOptions"));
	}

	private static Map<String, Object> settings(ApplicationContext context) {
		return context.getBean(StreamsApplications.class).single().config().originals();
	}

	@Configuration(proxyBeanMethods = false)
	static class OneTopology {

		@Bean
		Topology orders(StreamsBuilder builder) {
			builder.stream("orders").to("copies");
			return builder.build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoCustomizers {

		private final List<String> calls = new ArrayList<>();

		@Bean
		@Order(2)
		RocksDbOptionsCustomizer second() {
			return (store, options) -> this.calls.add("second " + store);
		}

		@Bean
		@Order(1)
		RocksDbOptionsCustomizer first() {
			return (store, options) -> this.calls.add("first " + store);
		}

	}

	static final class Nothing implements RocksDbOptionsCustomizer {

		@Override
		public void customize(String store, ColumnFamilyOptions options) {
		}

	}

}
