package io.millrace.streams.spring.boot.autoconfigure;

import java.util.List;
import java.util.Map;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.Topology;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

class ConnectionConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(StreamsAutoConfiguration.class, SslAutoConfiguration.class))
		.withBean(FakeRuntime.class, FakeRuntime::new)
		.withPropertyValues("streams.application-id=shop")
		.withUserConfiguration(OneTopology.class);

	@Test
	void defaultsToThisMachine() {
		this.runner.run((context) -> assertThat(servers(context)).containsExactly("localhost:9092"));
	}

	@Test
	void serversComeFromSpringKafkaProperties() {
		this.runner.withPropertyValues("spring.kafka.bootstrap-servers=a:1,b:2")
			.run((context) -> assertThat(servers(context)).containsExactly("a:1", "b:2"));
	}

	@Test
	void serversOfStreamsWin() {
		this.runner
			.withPropertyValues("spring.kafka.bootstrap-servers=a:1", "spring.kafka.streams.bootstrap-servers=c:3")
			.run((context) -> assertThat(servers(context)).containsExactly("c:3"));
	}

	@Test
	void sameWithSpringKafka() {
		this.runner.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class))
			.withPropertyValues("spring.kafka.bootstrap-servers=a:1", "spring.kafka.streams.bootstrap-servers=c:3",
					"spring.kafka.security.protocol=SASL_SSL", "spring.kafka.properties.sasl.mechanism=SCRAM-SHA-512")
			.run((context) -> {
				assertThat(servers(context)).containsExactly("c:3");
				assertThat(settings(context)).containsEntry("security.protocol", "SASL_SSL")
					.containsEntry("sasl.mechanism", "SCRAM-SHA-512");
			});
	}

	@Test
	void connectionDetailsWin() {
		this.runner.withBean(KafkaConnectionDetails.class, () -> () -> List.of("container:1"))
			.withPropertyValues("spring.kafka.bootstrap-servers=a:1")
			.run((context) -> assertThat(servers(context)).containsExactly("container:1"));
	}

	@Test
	void ownPropertyWinsOverAll() {
		this.runner.withBean(KafkaConnectionDetails.class, () -> () -> List.of("container:1"))
			.withPropertyValues("streams.properties.bootstrap.servers=other:1")
			.run((context) -> assertThat(servers(context)).containsExactly("other:1"));
	}

	@Test
	void settingsUnknownToClientsReachTheirPlugins() {
		this.runner.withPropertyValues("spring.kafka.properties.schema.registry.url=http://localhost:1")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean(StreamsApplications.class).single().config().consumerSettings("c"))
					.containsEntry("schema.registry.url", "http://localhost:1");
			});
	}

	@Test
	void sslBundleReachesAllClients() {
		this.runner
			.withPropertyValues("spring.kafka.ssl.bundle=kafka", "spring.kafka.security.protocol=SSL",
					"spring.ssl.bundle.pem.kafka.options.enabled-protocols=TLSv1.3")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				StreamsApplication application = context.getBean(StreamsApplications.class).single();
				assertBundle(application.config().consumerSettings("c"));
				assertBundle(application.config().restoreConsumerSettings("r"));
				assertBundle(application.config().producerSettings("p", null));
				assertBundle(application.config().adminSettings("a"));
			});
	}

	@Test
	void sslWithoutBundle() {
		this.runner
			.withPropertyValues("spring.kafka.ssl.trust-store-location=file:/tmp/trust.p12",
					"spring.kafka.ssl.trust-store-password=secret", "spring.kafka.ssl.trust-store-type=PKCS12")
			.run((context) -> assertThat(settings(context)).containsEntry("ssl.truststore.location", "/tmp/trust.p12")
				.containsEntry("ssl.truststore.password", "secret")
				.containsEntry("ssl.truststore.type", "PKCS12"));
	}

	@Test
	void storesOfCertificatesMustBeFiles() {
		this.runner.withPropertyValues("spring.kafka.ssl.trust-store-location=http://localhost/trust.p12")
			.run((context) -> assertThat(context.getStartupFailure())
				.hasStackTraceContaining("spring.kafka.ssl.trust-store-location is not a file"));
	}

	@Test
	void withoutSpringBootsKafka() {
		this.runner
			.withClassLoader(new FilteredClassLoader("org.springframework.boot.kafka", "org.springframework.kafka"))
			.withPropertyValues("spring.kafka.bootstrap-servers=a:1")
			.run((context) -> assertThat(servers(context)).containsExactly("a:1"));
	}

	private static void assertBundle(Map<String, Object> settings) {
		assertThat(settings).containsEntry("ssl.engine.factory.class", SslBundleEngineFactory.class)
			.containsEntry("security.protocol", "SSL");
		SslBundleEngineFactory factory = new SslBundleEngineFactory();
		factory.configure(settings);
		assertThat(factory.createClientSslEngine("localhost", 1, "https").getEnabledProtocols())
			.containsExactly("TLSv1.3");
		assertThat(settings.get(SslBundle.class.getName())).isInstanceOf(SslBundle.class);
	}

	private static List<String> servers(AssertableApplicationContext context) {
		return context.getBean(StreamsApplications.class).single().config().getList("bootstrap.servers");
	}

	private static Map<String, Object> settings(AssertableApplicationContext context) {
		return context.getBean(StreamsApplications.class).single().config().originals();
	}

	@Configuration(proxyBeanMethods = false)
	static class OneTopology {

		@Bean
		Topology orders(StreamsBuilder builder) {
			return builder.build();
		}

	}

}
