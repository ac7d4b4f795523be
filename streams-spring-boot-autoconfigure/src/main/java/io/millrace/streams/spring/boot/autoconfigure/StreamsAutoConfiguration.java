package io.millrace.streams.spring.boot.autoconfigure;

import java.time.Duration;

import io.millrace.streams.KafkaStreams;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.Topology;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Scope;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration that runs each {@link Topology} bean as a streams application.
 */
@AutoConfiguration(afterName = { "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration",
		"org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration" })
@ConditionalOnClass(Topology.class)
@ConditionalOnBooleanProperty(name = "streams.enabled", matchIfMissing = true)
@EnableConfigurationProperties(StreamsProperties.class)
@Import({ ConnectionConfiguration.FromConnectionDetails.class, ConnectionConfiguration.FromProperties.class,
		RocksDbConfiguration.class })
public final class StreamsAutoConfiguration {

	private static final String STOP_TIMEOUT = "spring.lifecycle.timeout-per-shutdown-phase";

	@Bean
	@ConditionalOnMissingBean
	TopologyBeans streamsTopologyBeans(ConfigurableListableBeanFactory beanFactory) {
		return new TopologyBeans(beanFactory);
	}

	@Bean
	@ConditionalOnMissingBean
	ApplicationConfigurations streamsApplicationConfigurations(StreamsProperties properties,
			ConnectionSettings connectionSettings, ObjectProvider<StreamsConfigCustomizer> customizers,
			Environment environment) {
		return new ApplicationConfigurations(properties, connectionSettings, customizers.orderedStream().toList(),
				environment.getProperty("spring.application.name"));
	}

	@Bean
	@Scope(BeanDefinition.SCOPE_PROTOTYPE)
	@ConditionalOnMissingBean
	StreamsBuilder streamsBuilder(TopologyBeans topologies, ApplicationConfigurations configurations,
			ObjectProvider<StreamsBuilderCustomizer> customizers) {
		String topology = topologies.inCreation();
		ApplicationConfiguration configuration = (topology != null)
				? configurations.forTopology(topology, topologies.names().size() == 1) : configurations.common();
		StreamsBuilder builder = new StreamsBuilder(configuration.toStreamsConfig());
		customizers.orderedStream().forEach((customizer) -> customizer.customize(builder));
		return builder;
	}

	@Bean
	@ConditionalOnMissingBean
	KafkaStreamsFactory streamsKafkaStreamsFactory() {
		return KafkaStreams::new;
	}

	@Bean
	@ConditionalOnMissingBean
	StreamsApplications streamsApplications(TopologyBeans topologies, ApplicationConfigurations configurations,
			KafkaStreamsFactory factory, ObjectProvider<KafkaStreamsCustomizer> customizers,
			ObjectProvider<StreamsApplicationListener> listeners, Environment environment) {
		Duration stopTimeout = environment.getProperty(STOP_TIMEOUT, Duration.class, Duration.ofSeconds(30));
		return new StreamsApplications(topologies, configurations,
				new ApplicationHooks(factory, customizers, listeners), stopTimeout);
	}

	@Bean
	static LazyInitializationExcludeFilter streamsLazyInitializationExcludeFilter() {
		return LazyInitializationExcludeFilter.forBeanTypes(StreamsApplications.class);
	}

}
