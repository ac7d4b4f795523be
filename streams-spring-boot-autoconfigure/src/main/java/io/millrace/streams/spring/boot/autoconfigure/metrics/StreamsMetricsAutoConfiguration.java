package io.millrace.streams.spring.boot.autoconfigure.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.streams.spring.boot.autoconfigure.StreamsApplications;
import io.millrace.streams.spring.boot.autoconfigure.StreamsAutoConfiguration;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the meters of streams applications.
 */
@AutoConfiguration(after = StreamsAutoConfiguration.class,
		afterName = { "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
				"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration" })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({ MeterRegistry.class, StreamsApplications.class })
public final class StreamsMetricsAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	StreamsMeters streamsMeters(MeterRegistry registry) {
		return new StreamsMeters(registry);
	}

}
