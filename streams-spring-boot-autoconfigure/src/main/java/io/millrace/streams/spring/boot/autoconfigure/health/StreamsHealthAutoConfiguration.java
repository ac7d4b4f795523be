package io.millrace.streams.spring.boot.autoconfigure.health;

import java.util.LinkedHashMap;
import java.util.Map;

import io.millrace.streams.spring.boot.autoconfigure.StreamsApplications;
import io.millrace.streams.spring.boot.autoconfigure.StreamsAutoConfiguration;

import org.springframework.boot.actuate.endpoint.web.AdditionalPathsMapper;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroupsPostProcessor;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of the health of streams applications: the indicators
 * {@code streams} and {@code streamsLiveness}, members of the readiness and the liveness
 * group.
 */
@AutoConfiguration(after = StreamsAutoConfiguration.class,
		afterName = "org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration",
		beforeName = "org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration")
@ConditionalOnClass({ HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnBean(StreamsApplications.class)
@ConditionalOnEnabledHealthIndicator("streams")
public final class StreamsHealthAutoConfiguration {

	private static final String READINESS = "streams";

	private static final String LIVENESS = "streamsLiveness";

	@Bean
	@ConditionalOnMissingBean(name = READINESS + "HealthIndicator")
	HealthIndicator streamsHealthIndicator(StreamsApplications applications) {
		return new StreamsHealthIndicator(applications);
	}

	@Bean
	@ConditionalOnMissingBean(name = LIVENESS + "HealthIndicator")
	HealthIndicator streamsLivenessHealthIndicator(StreamsApplications applications) {
		return new StreamsLivenessHealthIndicator(applications);
	}

	/**
	 * Makes the indicators members of the probes' groups, as long as the user doesn't say
	 * which members those have.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ HealthEndpointGroupsPostProcessor.class, AdditionalPathsMapper.class })
	static class Probes {

		/**
		 * Runs last, after the one that makes the probes' groups, and is defined later.
		 */
		@Bean
		@Order(Ordered.LOWEST_PRECEDENCE)
		HealthEndpointGroupsPostProcessor streamsHealthEndpointGroupsPostProcessor(Environment environment) {
			Map<String, String> members = new LinkedHashMap<>();
			add(members, "readiness", READINESS, environment);
			add(members, "liveness", LIVENESS, environment);
			return (groups) -> new ProbeGroups(groups, members);
		}

		private static void add(Map<String, String> members, String group, String member, Environment environment) {
			String include = "management.endpoint.health.group." + group + ".include";
			if (!environment.containsProperty(include) && !environment.containsProperty(include + "[0]")) {
				members.put(group, member);
			}
		}

	}

}
