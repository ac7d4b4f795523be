package io.millrace.streams;

import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * A count as of the moment it was asked for. Handed out by {@link TopologyTestDriver}.
 *
 * @param metricName the name
 * @param count the count
 */
record CountedMetric(MetricName metricName, long count) implements Metric {

	@Override
	public Object metricValue() {
		return (double) this.count;
	}

}
