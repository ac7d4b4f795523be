package io.millrace.streams.spring.boot.autoconfigure.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.streams.spring.boot.autoconfigure.StreamsApplication;
import io.millrace.streams.spring.boot.autoconfigure.StreamsApplicationListener;

/**
 * Registers an application's meters when it starts and removes them when it stops.
 */
class StreamsMeters implements StreamsApplicationListener {

	private final MeterRegistry registry;

	private final Map<StreamsApplication, ApplicationMeters> meters = new ConcurrentHashMap<>();

	StreamsMeters(MeterRegistry registry) {
		this.registry = registry;
	}

	@Override
	public void started(StreamsApplication application) {
		this.meters.computeIfAbsent(application, (key) -> new ApplicationMeters(this.registry, key));
	}

	@Override
	public void stopped(StreamsApplication application) {
		ApplicationMeters registered = this.meters.remove(application);
		if (registered != null) {
			registered.close();
		}
	}

}
