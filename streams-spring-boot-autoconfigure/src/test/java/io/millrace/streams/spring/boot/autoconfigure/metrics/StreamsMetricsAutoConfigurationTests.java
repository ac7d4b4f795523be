package io.millrace.streams.spring.boot.autoconfigure.metrics;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.Topology;
import io.millrace.streams.monitor.ApplicationStatus;
import io.millrace.streams.spring.boot.autoconfigure.FakeRuntime;
import io.millrace.streams.spring.boot.autoconfigure.StreamsApplication;
import io.millrace.streams.spring.boot.autoconfigure.StreamsApplications;
import io.millrace.streams.spring.boot.autoconfigure.StreamsAutoConfiguration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

class StreamsMetricsAutoConfigurationTests {

	private final FakeRuntime runtime = new FakeRuntime();

	private final MeterRegistry registry = new SimpleMeterRegistry();

	private final ApplicationContextRunner withoutRegistry = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(StreamsAutoConfiguration.class, MetricsAutoConfiguration.class,
				StreamsMetricsAutoConfiguration.class))
		.withBean(FakeRuntime.class, () -> this.runtime)
		.withUserConfiguration(OneTopology.class)
		.withPropertyValues("streams.application-id=shop");

	private final ApplicationContextRunner runner = this.withoutRegistry.withBean(MeterRegistry.class,
			() -> this.registry);

	@Test
	void countsWhatTheRuntimeCounts() {
		this.runner.run((context) -> {
			assertThat(counter("streams.records.processed")).isEqualTo(1);
			assertThat(counter("streams.records.skipped")).isEqualTo(2);
			assertThat(counter("streams.records.dead.lettered")).isEqualTo(3);
			assertThat(dropped("late")).isEqualTo(3);
			assertThat(dropped("null-key")).isEqualTo(1);
			assertThat(counter("streams.records.sent")).isEqualTo(5);
			assertThat(counter("streams.changelog.records")).isEqualTo(6);
			assertThat(counter("streams.commits")).isEqualTo(7);
			assertThat(counter("streams.aborts")).isEqualTo(8);
			assertThat(counter("streams.restored.records")).isEqualTo(10);
			assertThat(this.registry.get("streams.commit.time").functionTimer().totalTime(TimeUnit.SECONDS))
				.isEqualTo(9);
			assertThat(this.registry.get("streams.commit.time").functionTimer().count()).isEqualTo(7);
		});
	}

	@Test
	void gaugesWhatTheRuntimeShows() {
		this.runner.run((context) -> {
			assertThat(this.registry.get("streams.tasks").tag("state", "RUNNING").gauge().value()).isEqualTo(1);
			assertThat(this.registry.get("streams.tasks").tag("state", "RESTORING").gauge().value()).isEqualTo(0);
			assertThat(this.registry.get("streams.lag").tag("topic", "orders").gauge().value()).isEqualTo(2);
			assertThat(this.registry.get("streams.store.entries").tag("store", "counts").gauge().value()).isEqualTo(5);
			assertThat(this.registry.get("streams.store.uncommitted").tag("store", "counts").gauge().value())
				.isEqualTo(100);
			assertThat(this.registry.get("streams.restore.remaining").tag("store", "counts").gauge().value())
				.isEqualTo(0);
		});
	}

	@Test
	void tagsAreBounded() {
		this.runner.run((context) -> assertThat(ours()).allSatisfy((meter) -> {
			assertThat(meter.getId().getTag("application")).isEqualTo("shop");
			assertThat(meter.getId().getTags()).extracting("key")
				.isSubsetOf("application", "state", "topic", "store", "reason");
		}));
	}

	@Test
	void stopAndStartNeitherLeaveNorDoubleMeters() {
		this.runner.run((context) -> {
			List<Meter.Id> before = ids();
			StreamsApplication application = context.getBean(StreamsApplications.class).single();
			application.stop(Duration.ofSeconds(1));
			assertThat(ours()).isEmpty();
			application.start();
			assertThat(ids()).containsExactlyInAnyOrderElementsOf(before).doesNotHaveDuplicates();
		});
		assertThat(ours()).isEmpty();
	}

	@Test
	void metersOfTopicsGoWithTheirPartitions() {
		this.runner.run((context) -> {
			this.runtime.set(new ApplicationStatus("shop", State.RUNNING, List.of(), Optional.empty(), List.of()));
			Awaitility.await().untilAsserted(() -> {
				this.registry.get("streams.tasks").tag("state", "RUNNING").gauge().value();
				assertThat(this.registry.find("streams.lag").gauge()).isNull();
				assertThat(this.registry.find("streams.store.entries").gauge()).isNull();
			});
		});
	}

	@Test
	void notWithoutARegistry() {
		this.withoutRegistry.run((context) -> assertThat(context).doesNotHaveBean(StreamsMeters.class));
	}

	@Test
	void notWithoutMicrometer() {
		new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(StreamsAutoConfiguration.class, StreamsMetricsAutoConfiguration.class))
			.withClassLoader(new FilteredClassLoader("io.micrometer"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(StreamsMeters.class));
	}

	private double counter(String name) {
		return this.registry.get(name).functionCounter().count();
	}

	private double dropped(String reason) {
		return this.registry.get("streams.records.dropped").tag("reason", reason).functionCounter().count();
	}

	private List<Meter> ours() {
		return this.registry.getMeters()
			.stream()
			.filter((meter) -> meter.getId().getName().startsWith("streams."))
			.toList();
	}

	private List<Meter.Id> ids() {
		return ours().stream().map(Meter::getId).toList();
	}

	@Configuration(proxyBeanMethods = false)
	static class OneTopology {

		@Bean
		Topology orders(StreamsBuilder builder) {
			return builder.build();
		}

	}

}
