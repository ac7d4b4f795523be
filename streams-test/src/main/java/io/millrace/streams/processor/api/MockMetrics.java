package io.millrace.streams.processor.api;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.millrace.streams.StreamsMetrics;
import io.millrace.streams.processor.TaskId;
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
 * The metrics of a {@link MockProcessorContext}: what the processor adds, and how much
 * its stores dropped. Sensors of every level record.
 */
final class MockMetrics implements StreamsMetrics {

	private static final String TASK_GROUP = "stream-task-metrics";

	private final Metrics registry = new Metrics(new MetricConfig().recordLevel(Sensor.RecordingLevel.TRACE));

	private final Sensor dropped = this.registry.sensor("dropped-records");

	MockMetrics(TaskId taskId) {
		Map<String, String> task = Map.of("thread-id", Thread.currentThread().getName(), "task-id", taskId.toString());
		this.dropped.add(this.registry.metricName("dropped-records-rate", TASK_GROUP, task),
				new Rate(TimeUnit.SECONDS));
		this.dropped.add(this.registry.metricName("dropped-records-total", TASK_GROUP, task), new CumulativeCount());
	}

	void dropped() {
		this.dropped.record();
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
		sensor.add(this.registry.metricName(operationName + "-latency-avg", group(scopeName), named), new Avg());
		sensor.add(this.registry.metricName(operationName + "-latency-max", group(scopeName), named), new Max());
		return sensor;
	}

	@Override
	public Sensor addRateTotalSensor(String scopeName, String entityName, String operationName,
			Sensor.RecordingLevel recordingLevel, String... tags) {
		Sensor sensor = this.registry.sensor(scopeName + "." + entityName + "." + operationName, recordingLevel);
		Map<String, String> named = tags(scopeName, entityName, tags);
		sensor.add(this.registry.metricName(operationName + "-rate", group(scopeName), named),
				new Rate(TimeUnit.SECONDS));
		sensor.add(this.registry.metricName(operationName + "-total", group(scopeName), named), new CumulativeCount());
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

}
