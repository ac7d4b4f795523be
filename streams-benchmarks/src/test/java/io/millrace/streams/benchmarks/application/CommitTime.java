package io.millrace.streams.benchmarks.application;

import java.lang.management.ManagementFactory;
import java.util.Set;

import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * How long threads of this JVM have waited so far in the calls that make up a commit, as
 * Kafka's own producers measure it and show it by JMX: flushing, sending the offsets and
 * committing. Says nothing for commits without a producer's part.
 */
final class CommitTime {

	private static final String[] TIMES = { "flush-time-ns-total", "txn-send-offsets-time-ns-total",
			"txn-commit-time-ns-total" };

	private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

	private final ObjectName producers;

	CommitTime() {
		try {
			this.producers = new ObjectName("kafka.producer:type=producer-metrics,client-id=*");
		}
		catch (MalformedObjectNameException ex) {
			throw new IllegalStateException(ex);
		}
	}

	long nanos() {
		Set<ObjectName> names = this.server.queryNames(this.producers, null);
		double sum = 0;
		for (ObjectName name : names) {
			for (String time : TIMES) {
				sum += value(name, time);
			}
		}
		return (long) sum;
	}

	private double value(ObjectName name, String attribute) {
		try {
			return (this.server.getAttribute(name, attribute) instanceof Number number) ? number.doubleValue() : 0;
		}
		catch (JMException ex) {
			// The producer was closed meanwhile.
			return 0;
		}
	}

}
