package io.millrace.streams.spring.boot.autoconfigure;

import io.millrace.streams.KafkaStreams;
import io.millrace.streams.StreamsConfig;
import io.millrace.streams.Topology;

import org.springframework.beans.factory.ObjectProvider;

/**
 * Hands starts and stops on to the factory, the customizers and the listeners among the
 * beans.
 */
class ApplicationHooks implements StreamsApplication.Hooks {

	private final KafkaStreamsFactory factory;

	private final ObjectProvider<KafkaStreamsCustomizer> customizers;

	private final ObjectProvider<StreamsApplicationListener> listeners;

	ApplicationHooks(KafkaStreamsFactory factory, ObjectProvider<KafkaStreamsCustomizer> customizers,
			ObjectProvider<StreamsApplicationListener> listeners) {
		this.factory = factory;
		this.customizers = customizers;
		this.listeners = listeners;
	}

	@Override
	public KafkaStreams create(Topology topology, StreamsConfig config) {
		return this.factory.create(topology, config);
	}

	@Override
	public void beforeStart(StreamsApplication application, KafkaStreams streams) {
		this.customizers.orderedStream().forEach((customizer) -> customizer.customize(application.name(), streams));
	}

	@Override
	public void started(StreamsApplication application) {
		this.listeners.orderedStream().forEach((listener) -> listener.started(application));
	}

	@Override
	public void stopped(StreamsApplication application) {
		this.listeners.orderedStream().forEach((listener) -> listener.stopped(application));
	}

}
