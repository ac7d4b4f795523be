package io.millrace.streams.internal.runtime;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

import io.millrace.streams.ClientInstanceIds;
import io.millrace.streams.state.HostInfo;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;

/**
 * What {@link io.millrace.streams.KafkaStreams} tells of an instance beside its status:
 * its clients, how far its stores are, and other instances. Some of it is asked of a
 * broker by the caller's thread. Thread-safe.
 */
public final class InstanceFacts {

	private final StreamsRuntime runtime;

	/**
	 * Makes it.
	 * @param runtime the instance
	 */
	public InstanceFacts(StreamsRuntime runtime) {
		this.runtime = runtime;
	}

	/**
	 * The metrics of all clients.
	 * @return a snapshot of the names, with live values
	 */
	public Map<MetricName, Metric> clientMetrics() {
		Map<MetricName, Metric> all = new HashMap<>();
		for (StreamThread thread : this.runtime.threads()) {
			if (!thread.snapshot().state().ended()) {
				all.putAll(thread.parts().clientMetrics());
			}
		}
		GlobalThread global = this.runtime.globalThread();
		if (global != null && !global.threadState().ended()) {
			all.putAll(global.clientMetrics());
		}
		return all;
	}

	/**
	 * The ids that brokers gave the clients for their metrics.
	 * @param timeout how long to wait for them
	 * @return the ids
	 */
	public ClientInstanceIds instanceIds(Duration timeout) {
		return InstanceIds.ask(this.runtime.runningAdmin(), this.runtime.threads(), timeout);
	}

	/**
	 * How far stores are behind their changelogs.
	 * @return positions by store and partition
	 */
	public Map<String, Map<Integer, StoreLags.Position>> storeLags() {
		StoreLags lags = new StoreLags(this.runtime.topology());
		this.runtime.threads().forEach((thread) -> thread.snapshot().tasks().forEach(lags::add));
		return lags.ask(this.runtime.runningAdmin());
	}

	/**
	 * The input partitions of each instance that has told an endpoint.
	 * @return partitions by endpoint, as the group told last
	 */
	public Map<HostInfo, Set<TopicPartition>> partitionsByHost() {
		for (StreamThread thread : this.runtime.threads()) {
			if (!thread.snapshot().state().ended()) {
				Map<HostInfo, Set<TopicPartition>> known = thread.parts().membership().partitionsByHost();
				if (!known.isEmpty()) {
					return known;
				}
			}
		}
		return Map.of();
	}

}
