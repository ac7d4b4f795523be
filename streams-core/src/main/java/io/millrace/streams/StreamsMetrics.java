package io.millrace.streams;

import java.util.Map;

import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Sensor;

/**
 * The place where a processor or store of the user adds metrics of its own. Thread-safe.
 */
public interface StreamsMetrics {

	/**
	 * All metrics as of now.
	 * @return a read-only view
	 */
	Map<MetricName, ? extends Metric> metrics();

	/**
	 * Adds a sensor with average and maximum latency, rate and total count. Record
	 * latencies in nanoseconds.
	 * @param scopeName what the tagged entity is, {@code processor} for instance
	 * @param entityName the entity, the processor's name for instance
	 * @param operationName the operation measured
	 * @param recordingLevel from which recording level on the sensor records
	 * @param tags further tags, key and value in turn
	 * @return the sensor
	 */
	Sensor addLatencyRateTotalSensor(String scopeName, String entityName, String operationName,
			Sensor.RecordingLevel recordingLevel, String... tags);

	/**
	 * Adds a sensor with rate and total count.
	 * @param scopeName what the tagged entity is, {@code processor} for instance
	 * @param entityName the entity, the processor's name for instance
	 * @param operationName the operation counted
	 * @param recordingLevel from which recording level on the sensor records
	 * @param tags further tags, key and value in turn
	 * @return the sensor
	 */
	Sensor addRateTotalSensor(String scopeName, String entityName, String operationName,
			Sensor.RecordingLevel recordingLevel, String... tags);

	/**
	 * Adds a sensor without any metric; the caller adds those to it.
	 * @param name the sensor's name
	 * @param recordingLevel from which recording level on the sensor records
	 * @return the sensor
	 */
	Sensor addSensor(String name, Sensor.RecordingLevel recordingLevel);

	/**
	 * Adds a sensor without any metric, which passes what it records on.
	 * @param name the sensor's name
	 * @param recordingLevel from which recording level on the sensor records
	 * @param parents the sensors that record the same
	 * @return the sensor
	 */
	Sensor addSensor(String name, Sensor.RecordingLevel recordingLevel, Sensor... parents);

	/**
	 * Removes a sensor and its metrics.
	 * @param sensor the sensor
	 */
	void removeSensor(Sensor sensor);

}
