package io.millrace.streams;

import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Sensor;

public interface StreamsMetrics {

	Map<MetricName, ? extends Metric> metrics();

	Sensor addLatencyRateTotalSensor(String name, String name2, String name3,
			Sensor.RecordingLevel sensorRecordingLevel, String... stateStoreNames);

	Sensor addRateTotalSensor(String name, String name2, String name3, Sensor.RecordingLevel sensorRecordingLevel,
			String... stateStoreNames);

	Sensor addSensor(String name, Sensor.RecordingLevel sensorRecordingLevel);

	Sensor addSensor(String name, Sensor.RecordingLevel sensorRecordingLevel, Sensor... sensor);

	void removeSensor(Sensor sensor);

}
