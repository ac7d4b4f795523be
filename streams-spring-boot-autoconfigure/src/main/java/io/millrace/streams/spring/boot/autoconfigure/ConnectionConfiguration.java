package io.millrace.streams.spring.boot.autoconfigure;

import java.util.Map;
import java.util.Set;

import org.apache.kafka.clients.CommonClientConfigs;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Where the brokers are: from connection details if there are any (Testcontainers, Docker
 * Compose, a service binding, or Spring Boot's own), else from {@code spring.kafka.*}.
 */
final class ConnectionConfiguration {

	private static final String CONNECTION_DETAILS = "org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails";

	private ConnectionConfiguration() {
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(KafkaConnectionDetails.class)
	static class FromConnectionDetails {

		@Bean
		@ConditionalOnMissingBean
		ConnectionSettings streamsConnectionSettings(Environment environment, ObjectProvider<SslBundles> sslBundles,
				ObjectProvider<KafkaConnectionDetails> connectionDetails) {
			ConnectionSettings properties = new KafkaPropertiesConnectionSettings(environment, sslBundles);
			return (settings, names) -> {
				Set<String> passedThrough = properties.apply(settings, names);
				connectionDetails.ifAvailable((details) -> apply(settings, passedThrough, details.getStreams()));
				return passedThrough;
			};
		}

		private static void apply(Map<String, Object> settings, Set<String> passedThrough,
				KafkaConnectionDetails.Configuration details) {
			settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, details.getBootstrapServers());
			if (StringUtils.hasLength(details.getSecurityProtocol())) {
				settings.put(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, details.getSecurityProtocol());
			}
			SslBundle bundle = details.getSslBundle();
			if (bundle != null) {
				passedThrough.add(SslBundleEngineFactory.apply(settings, bundle));
			}
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingClass(CONNECTION_DETAILS)
	static class FromProperties {

		@Bean
		@ConditionalOnMissingBean
		ConnectionSettings streamsConnectionSettings(Environment environment, ObjectProvider<SslBundles> sslBundles) {
			return new KafkaPropertiesConnectionSettings(environment, sslBundles);
		}

	}

}
