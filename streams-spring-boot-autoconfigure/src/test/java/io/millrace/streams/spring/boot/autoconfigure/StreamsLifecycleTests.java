package io.millrace.streams.spring.boot.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.StoreQueryParameters;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.Topology;
import io.millrace.streams.state.QueryableStoreTypes;
import org.apache.kafka.common.config.ConfigException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class StreamsLifecycleTests {

	private final FakeRuntime runtime = new FakeRuntime();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(StreamsAutoConfiguration.class))
		.withBean(FakeRuntime.class, () -> this.runtime)
		.withUserConfiguration(Topologies.class)
		.withPropertyValues("spring.application.name=shop");

	@Test
	void startsAndStopsWithTheContext() {
		this.runner.run((context) -> assertThat(this.runtime.events).containsExactly("create shop-orders",
				"start shop-orders", "create shop-payments", "start shop-payments"));
		assertThat(this.runtime.events.subList(4, 6)).containsExactlyInAnyOrder("close shop-orders",
				"close shop-payments");
		assertThat(this.runtime.events).hasSize(6);
	}

	@Test
	void eachStartMakesANewRuntimeOfTheSameTopology() {
		this.runner.run((context) -> {
			StreamsApplication application = context.getBean(StreamsApplications.class).get("orders");
			Object runtimeBefore = application.kafkaStreams();
			Object topologyBefore = application.topology();
			context.stop();
			assertThat(application.isRunning()).isFalse();
			context.start();
			assertThat(application.isRunning()).isTrue();
			assertThat(application.kafkaStreams()).isNotSameAs(runtimeBefore);
			assertThat(application.topology()).isSameAs(topologyBefore);
		});
	}

	@Test
	void whatTheUserStoppedStaysStopped() {
		this.runner.run((context) -> {
			StreamsApplications applications = context.getBean(StreamsApplications.class);
			applications.get("payments").stop(Duration.ofSeconds(1));
			context.stop();
			context.start();
			assertThat(applications.get("orders").isRunning()).isTrue();
			assertThat(applications.get("payments").isRunning()).isFalse();
		});
	}

	@Test
	void onlyOneStartsByItself() {
		this.runner.withPropertyValues("streams.applications.payments.auto-startup=false").run((context) -> {
			StreamsApplications applications = context.getBean(StreamsApplications.class);
			assertThat(this.runtime.events).containsExactly("create shop-orders", "start shop-orders");
			applications.get("payments").start();
			assertThat(this.runtime.events).contains("start shop-payments");
		});
		assertThat(this.runtime.events).contains("close shop-payments");
	}

	@Test
	void startsTwiceButOnce() {
		this.runner.run((context) -> {
			context.getBean(StreamsApplications.class).get("orders").start();
			assertThat(this.runtime.events).containsOnlyOnce("start shop-orders");
		});
	}

	@Test
	void storesOfAStoppedApplicationCannotBeQueried() {
		this.runner.withPropertyValues("streams.auto-startup=false")
			.run((context) -> assertThatIllegalStateException()
				.isThrownBy(() -> context.getBean(StreamsApplications.class)
					.get("orders")
					.store(StoreQueryParameters.fromNameAndType("counts", QueryableStoreTypes.keyValueStore())))
				.withMessageContaining("'orders' isn't started"));
	}

	@Test
	void customizersAndListenersAreCalled() {
		List<String> calls = new ArrayList<>();
		this.runner
			.withBean(KafkaStreamsCustomizer.class,
					() -> (topology,
							streams) -> calls.add("customize " + topology + " after "
									+ this.runtime.events.get(this.runtime.events.size() - 1)))
			.withBean(StreamsApplicationListener.class, () -> new RecordingListener(calls))
			.run((context) -> assertThat(calls).containsExactly("customize orders after create shop-orders",
					"started orders", "customize payments after create shop-payments", "started payments"));
		assertThat(calls.subList(4, 6)).containsExactlyInAnyOrder("stopped orders", "stopped payments");
	}

	@Test
	void aRefusalAtTheStartNamesProperties() {
		this.runner.withBean("refusing", KafkaStreamsCustomizer.class, () -> (topology, streams) -> {
			throw new ConfigException("num.stream.threads is odd");
		}).run((context) -> {
			assertThat(context).hasFailed();
			assertThat(this.runtime.events).contains("close shop-orders");
		});
	}

	@Test
	void holdsTheProcessUntilTheRuntimeEnds() {
		this.runner.run((context) -> {
			assertThat(keepAliveThreads()).contains("streams-keep-alive-orders", "streams-keep-alive-payments");
			this.runtime.change("shop-orders", (status) -> FakeRuntime.with(status, State.ERROR));
			Awaitility.await()
				.untilAsserted(() -> assertThat(keepAliveThreads()).containsExactly("streams-keep-alive-payments"));
		});
		Awaitility.await().untilAsserted(() -> assertThat(keepAliveThreads()).isEmpty());
	}

	private static List<String> keepAliveThreads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> !thread.isDaemon())
			.map(Thread::getName)
			.filter((name) -> name.startsWith("streams-keep-alive"))
			.toList();
	}

	private record RecordingListener(List<String> calls) implements StreamsApplicationListener {

		@Override
		public void started(StreamsApplication application) {
			this.calls.add("started " + application.name());
		}

		@Override
		public void stopped(StreamsApplication application) {
			this.calls.add("stopped " + application.name());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Topologies {

		@Bean
		Topology orders(StreamsBuilder builder) {
			return builder.build();
		}

		@Bean
		Topology payments(StreamsBuilder builder) {
			return builder.build();
		}

	}

}
