package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import io.millrace.streams.spring.boot.autoconfigure.StreamsApplications;
import io.millrace.streams.spring.boot.autoconfigure.StreamsAutoConfiguration;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Auto-configuration of the endpoint {@code streams}.
 */
@AutoConfiguration(after = StreamsAutoConfiguration.class,
		afterName = "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration")
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(StreamsEndpoint.class)
@ConditionalOnBean(StreamsApplications.class)
@EnableConfigurationProperties(StreamsEndpointProperties.class)
public final class StreamsEndpointAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	StreamsEndpoint streamsEndpoint(StreamsApplications applications, StreamsEndpointProperties properties,
			ObjectProvider<JsonConversion> json) {
		return new StreamsEndpoint(applications, properties, json.getIfAvailable());
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(JsonMapper.class)
	static class Json {

		@Bean
		@ConditionalOnMissingBean
		JsonConversion streamsEndpointJsonConversion(ObjectProvider<JsonMapper> mapper) {
			return new JsonConversion(mapper.getIfAvailable(() -> JsonMapper.builder().findAndAddModules().build()));
		}

	}

}
