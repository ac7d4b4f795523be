package io.millrace.streams.internal.task;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.millrace.streams.StreamsMetrics;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.Avg;
import org.apache.kafka.common.metrics.stats.CumulativeCount;
import org.apache.kafka.common.metrics.stats.Max;
import org.apache.kafka.common.metrics.stats.Rate;

/**
 * Sensors that user code makes for itself through its context; they live as long as the
 * task. What Millrace measures of itself doesn't pass here. Made by {@link TaskContext},
 * and by what stands in for it in tests of single processors.
 */
public final class TaskMetrics implements StreamsMetrics, AutoCloseable {

	private final Metrics registry;

	/**
	 * Makes a registry without sensors.
	 * @param level up to which level sensors record
	 */
	public TaskMetrics(Sensor.RecordingLevel level) {
		this.registry = new Metrics(new MetricConfig().recordLevel(level));
	}

	@Override
	public Map<MetricName, ? extends Metric> metrics() {
		return this.registry.metrics();
	}

	@Override
	public Sensor addLatencyRateTotalSensor(String scopeName, String entityName, String operationName,
			Sensor.RecordingLevel recordingLevel, String... tags) {
		Sensor sensor = addRateTotalSensor(scopeName, entityName, operationName, recordingLevel, tags);
		Map<String, String> named = tags(scopeName, entityName, tags);
		String group = group(scopeName);
		sensor.add(this.registry.metricName(operationName + "-latency-avg", group, named), new Avg());
		sensor.add(this.registry.metricName(operationName + "-latency-max", group, named), new Max());
		return sensor;
	}

	@Override
	public Sensor addRateTotalSensor(String scopeName, String entityName, String operationName,
			Sensor.RecordingLevel recordingLevel, String... tags) {
		Sensor sensor = this.registry.sensor(scopeName + "." + entityName + "." + operationName, recordingLevel);
		Map<String, String> named = tags(scopeName, entityName, tags);
		String group = group(scopeName);
		sensor.add(this.registry.metricName(operationName + "-rate", group, named), new Rate(TimeUnit.SECONDS));
		sensor.add(this.registry.metricName(operationName + "-total", group, named), new CumulativeCount());
		return sensor;
	}

	@Override
	public Sensor addSensor(String name, Sensor.RecordingLevel recordingLevel) {
		return this.registry.sensor(name, recordingLevel);
	}

	@Override
	public Sensor addSensor(String name, Sensor.RecordingLevel recordingLevel, Sensor... parents) {
		return this.registry.sensor(name, recordingLevel, parents);
	}

	@Override
	public void removeSensor(Sensor sensor) {
		this.registry.removeSensor(sensor.name());
	}

	private static String group(String scopeName) {
		return "stream-" + scopeName + "-metrics";
	}

	private static Map<String, String> tags(String scopeName, String entityName, String... tags) {
		Map<String, String> named = new LinkedHashMap<>();
		named.put(scopeName + "-id", entityName);
		for (int i = 0; i + 1 < tags.length; i += 2) {
			named.put(tags[i], tags[i + 1]);
		}
		return named;
	}

	@Override
	public void close() {
		this.registry.close();
	}

}
