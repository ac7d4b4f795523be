package io.millrace.streams.spring.boot.autoconfigure.health;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.Topology;
import io.millrace.streams.monitor.ApplicationStatus;
import io.millrace.streams.monitor.ApplicationStatus.Reason;
import io.millrace.streams.monitor.ApplicationStatus.Waiting;
import io.millrace.streams.spring.boot.autoconfigure.FakeRuntime;
import io.millrace.streams.spring.boot.autoconfigure.StreamsApplications;
import io.millrace.streams.spring.boot.autoconfigure.StreamsAutoConfiguration;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.application.AvailabilityHealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

class StreamsHealthAutoConfigurationTests {

	private static final String READINESS = "streamsHealthIndicator";

	private static final String LIVENESS = "streamsLivenessHealthIndicator";

	private final FakeRuntime runtime = new FakeRuntime();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(StreamsAutoConfiguration.class, StreamsHealthAutoConfiguration.class,
				HealthContributorAutoConfiguration.class, HealthContributorRegistryAutoConfiguration.class,
				HealthEndpointAutoConfiguration.class, EndpointAutoConfiguration.class,
				WebEndpointAutoConfiguration.class, ApplicationAvailabilityAutoConfiguration.class,
				AvailabilityHealthContributorAutoConfiguration.class, AvailabilityProbesAutoConfiguration.class))
		.withBean(FakeRuntime.class, () -> this.runtime)
		.withUserConfiguration(OneTopology.class)
		.withPropertyValues("streams.application-id=shop", "management.endpoints.web.exposure.include=health",
				"management.endpoint.health.show-details=always");

	@Test
	void upWhenRunning() {
		this.runner.run((context) -> {
			assertStatus(context, Status.UP, Status.UP);
			assertThat(health(context, READINESS).getDetails()).extractingByKey("orders")
				.asInstanceOf(InstanceOfAssertFactories.MAP)
				.containsEntry("state", "RUNNING")
				.containsEntry("applicationId", "shop")
				.containsEntry("tasks", 1);
		});
	}

	@Test
	void missingTopicsAreNamedAndLeaveLivenessAlone() {
		waiting(State.RUNNING, Reason.MISSING_SOURCE_TOPICS, "topic 'orders' doesn't exist");
		this.runner.run((context) -> {
			assertStatus(context, Status.DOWN, Status.UP);
			assertThat(health(context, READINESS).getDetails().get("orders")).asString()
				.contains("topic 'orders' doesn't exist");
		});
	}

	@Test
	void brokersThatDoNotAnswerLeaveLivenessAlone() {
		waiting(State.REBALANCING, Reason.BROKER_UNAVAILABLE, "no broker answers");
		this.runner.run((context) -> assertStatus(context, Status.DOWN, Status.UP));
	}

	@Test
	void aFullDiskIsNamedAndLeavesLivenessAlone() {
		waiting(State.REBALANCING, Reason.DISK_FULL, "the disk is full (0 bytes are free); make room in /state.");
		this.runner.run((context) -> {
			assertStatus(context, Status.DOWN, Status.UP);
			assertThat(health(context, READINESS).getDetails().get("orders")).asString()
				.contains("make room in /state");
		});
	}

	@Test
	void outOfServiceWhileRestoring() {
		waiting(State.REBALANCING, Reason.RESTORING, "12 records to restore");
		this.runner.run((context) -> assertStatus(context, Status.OUT_OF_SERVICE, Status.UP));
	}

	@Test
	void outOfServiceBeforeTheFirstAssignment() {
		ApplicationStatus empty = new ApplicationStatus("shop", State.REBALANCING, List.of(), Optional.empty(),
				List.of());
		this.runtime.set(empty);
		this.runner.run((context) -> assertStatus(context, Status.OUT_OF_SERVICE, Status.UP));
	}

	@Test
	void staysReadyThroughARebalance() {
		waiting(State.REBALANCING, Reason.ASSIGNMENT_DELAYED, "the broker hands out tasks");
		this.runner.run((context) -> assertStatus(context, Status.UP, Status.UP));
	}

	@ParameterizedTest
	@EnumSource(names = { "ERROR", "PENDING_ERROR", "NOT_RUNNING" })
	void deadOnesFailLiveness(State state) {
		this.runtime.set(FakeRuntime.failed("shop", "topic 'orders' has been deleted"));
		this.runtime.change("shop", (status) -> FakeRuntime.with(status, state));
		this.runner.run((context) -> {
			assertStatus(context, Status.DOWN, Status.DOWN);
			assertThat(health(context, LIVENESS).getDetails()).containsEntry("orders",
					"topic 'orders' has been deleted");
		});
	}

	@Test
	void oneThatIsNotMeantToRunTakesNothingDown() {
		this.runner.withPropertyValues("streams.auto-startup=false")
			.run((context) -> assertStatus(context, Status.UNKNOWN, Status.UP));
	}

	@Test
	void oneThatWasStoppedTakesNothingDown() {
		this.runner.run((context) -> {
			context.getBean(StreamsApplications.class).single().stop(Duration.ofSeconds(1));
			this.runtime.change("shop", (status) -> FakeRuntime.with(status, State.NOT_RUNNING));
			assertStatus(context, Status.UNKNOWN, Status.UP);
		});
	}

	@Test
	void joinsTheProbesByItself() {
		waiting(State.RUNNING, Reason.MISSING_SOURCE_TOPICS, "topic 'orders' doesn't exist");
		this.runner.run((context) -> {
			HealthEndpointGroups groups = context.getBean(HealthEndpointGroups.class);
			assertThat(groups.get("readiness")).isNotNull()
				.satisfies((group) -> assertThat(group.isMember("streams")).isTrue())
				.satisfies((group) -> assertThat(group.isMember("readinessState")).isTrue())
				.satisfies((group) -> assertThat(group.isMember("streamsLiveness")).isFalse());
			assertThat(groups.get("liveness")).isNotNull()
				.satisfies((group) -> assertThat(group.isMember("streamsLiveness")).isTrue())
				.satisfies((group) -> assertThat(group.isMember("livenessState")).isTrue())
				.satisfies((group) -> assertThat(group.isMember("streams")).isFalse());
			HealthEndpoint endpoint = context.getBean(HealthEndpoint.class);
			assertThat(endpoint.healthForPath("readiness").getStatus()).isEqualTo(Status.DOWN);
		});
	}

	@Test
	void leavesProbesAloneWhoseMembersTheUserChose() {
		this.runner.withPropertyValues("management.endpoint.health.group.readiness.include=readinessState")
			.run((context) -> {
				HealthEndpointGroups groups = context.getBean(HealthEndpointGroups.class);
				assertThat(groups.get("readiness")).isNotNull()
					.satisfies((group) -> assertThat(group.isMember("streams")).isFalse());
				assertThat(groups.get("liveness")).isNotNull()
					.satisfies((group) -> assertThat(group.isMember("streamsLiveness")).isTrue());
			});
	}

	@Test
	void noProbesNoMembers() {
		this.runner.withPropertyValues("management.endpoint.health.probes.enabled=false")
			.run((context) -> assertThat(context.getBean(HealthEndpointGroups.class).getNames()).isEmpty());
	}

	@Test
	void canBeTurnedOff() {
		this.runner.withPropertyValues("management.health.streams.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(READINESS).doesNotHaveBean(LIVENESS));
	}

	@Test
	void backsOff() {
		HealthIndicator own = () -> Health.up().build();
		this.runner.withBean(READINESS, HealthIndicator.class, () -> own)
			.run((context) -> assertThat(context.getBean(READINESS)).isSameAs(own));
	}

	@Test
	void serialisesWhateverJacksonIncludes() {
		this.runtime.set(FakeRuntime.failed("shop", "broken"));
		JsonMapper mapper = JsonMapper.builder()
			.changeDefaultPropertyInclusion((inclusion) -> inclusion.withValueInclusion(JsonInclude.Include.NON_ABSENT))
			.build();
		this.runner
			.run((context) -> assertThat(mapper.writeValueAsString(context.getBean(HealthEndpoint.class).health()))
				.contains("\"failure\":\"broken\"")
				.doesNotContain("empty", "present"));
	}

	private void waiting(State state, Reason reason, String detail) {
		this.runtime.set(FakeRuntime.with(FakeRuntime.running("shop"), state, new Waiting(reason, detail)));
	}

	private static Health health(AssertableApplicationContext context, String bean) {
		return context.getBean(bean, HealthIndicator.class).health();
	}

	private static void assertStatus(AssertableApplicationContext context, Status readiness, Status liveness) {
		assertThat(health(context, READINESS).getStatus()).isEqualTo(readiness);
		assertThat(health(context, LIVENESS).getStatus()).isEqualTo(liveness);
	}

	@Configuration(proxyBeanMethods = false)
	static class OneTopology {

		@Bean
		Topology orders(StreamsBuilder builder) {
			return builder.build();
		}

	}

}
