package io.millrace.streams.internal.group;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.state.HostInfo;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.internals.AsyncKafkaConsumer;
import org.apache.kafka.clients.consumer.internals.StreamsRebalanceData;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Joins the streams group with Kafka's own client and turns its callbacks into calls of a
 * {@link MembershipListener}. A thin shell: what an event means is decided elsewhere.
 */
public final class StreamsGroupMember implements Membership {

	private static final int HEARTBEAT_SLACK_MILLIS = 1500;

	private final StreamsRebalanceData rebalanceData;

	private final AsyncKafkaConsumer<byte[], byte[]> consumer;

	private final Set<String> topics;

	private @Nullable RebalanceCallbacks callbacks;

	private @Nullable Metric lastHeartbeat;

	private volatile @Nullable Metric heartbeatTotal;

	/**
	 * Makes the consumer; joins nothing yet.
	 * @param settings the consumer's settings, group id included
	 * @param processId the same for all members of this process
	 * @param endpoint where others reach this process, if anywhere
	 * @param subtopologies all subtopologies of the application
	 * @param topicSettings how internal topics are to be created
	 */
	public StreamsGroupMember(Map<String, Object> settings, UUID processId, Optional<HostInfo> endpoint,
			List<CompiledTopology.Subtopology> subtopologies, InternalTopicSettings topicSettings) {
		this.rebalanceData = GroupTopology.rebalanceData(processId, endpoint, subtopologies, topicSettings);
		this.topics = GroupTopology.topicsToRead(subtopologies);
		this.consumer = new AsyncKafkaConsumer<>(new ConsumerConfig(completed(settings)), new ByteArrayDeserializer(),
				new ByteArrayDeserializer(), Optional.of(this.rebalanceData));
	}

	private static Map<String, Object> completed(Map<String, Object> settings) {
		Map<String, Object> all = new HashMap<>(settings);
		all.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
		all.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
		all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
		// Otherwise the client itself creates repartition topics, with one partition.
		all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
		// Where to begin is decided by the runtime, which tells of records that are gone.
		all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
		// A broker that can't tell whether a transaction still holds an offset back would
		// let records be processed twice.
		all.put("internal.throw.on.fetch.stable.offset.unsupported", true);
		all.remove(ConsumerConfig.GROUP_PROTOCOL_CONFIG);
		return all;
	}

	@Override
	public void join(MembershipListener listener) {
		RebalanceCallbacks told = new RebalanceCallbacks(listener, this.rebalanceData);
		this.callbacks = told;
		this.consumer.subscribe(this.topics, told);
	}

	@Override
	public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
		return this.consumer.poll(timeout);
	}

	@Override
	public void throwListenerFailure() {
		if (this.callbacks != null) {
			this.callbacks.throwFailure();
		}
	}

	@Override
	public List<GroupStatus> statuses() {
		return this.rebalanceData.statuses()
			.stream()
			.map((status) -> new GroupStatus(status.statusCode(),
					(status.statusDetail() != null) ? status.statusDetail() : ""))
			.toList();
	}

	@Override
	public boolean unheard() {
		Metric metric = this.lastHeartbeat;
		if (metric == null) {
			metric = find(this.consumer.metrics(), "last-heartbeat-seconds-ago");
			this.lastHeartbeat = metric;
		}
		int interval = this.rebalanceData.heartbeatIntervalMs();
		// Before the first heartbeat neither the interval nor its age is known.
		return metric != null && interval > 0 && metric.metricValue() instanceof Number seconds
				&& seconds.doubleValue() * 1000 > 2.0 * interval + HEARTBEAT_SLACK_MILLIS;
	}

	@Override
	public long heartbeatAnswers() {
		Metric metric = this.heartbeatTotal;
		if (metric == null) {
			metric = find(this.consumer.metrics(), "heartbeat-total");
			this.heartbeatTotal = metric;
		}
		return (metric != null && metric.metricValue() instanceof Number total) ? total.longValue() : -1;
	}

	@Override
	public int heartbeatIntervalMillis() {
		return Math.max(0, this.rebalanceData.heartbeatIntervalMs());
	}

	private static @Nullable Metric find(Map<MetricName, ? extends Metric> metrics, String name) {
		for (Map.Entry<MetricName, ? extends Metric> metric : metrics.entrySet()) {
			if (metric.getKey().name().equals(name)) {
				return metric.getValue();
			}
		}
		return null;
	}

	@Override
	public Consumer<byte[], byte[]> consumer() {
		return this.consumer;
	}

	@Override
	public void requestApplicationShutdown() {
		this.rebalanceData.requestShutdown();
	}

	@Override
	public Map<HostInfo, Set<TopicPartition>> partitionsByHost() {
		Map<HostInfo, Set<TopicPartition>> all = new HashMap<>();
		this.rebalanceData.partitionsByHost()
			.forEach((host, partitions) -> all.put(new HostInfo(host.host(), host.port()),
					Set.copyOf(partitions.activePartitions())));
		return all;
	}

	@Override
	public void leave(Duration timeout, boolean remain) {
		this.consumer.close(CloseOptions.timeout(timeout)
			.withGroupMembershipOperation(remain ? CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP
					: CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
		throwListenerFailure();
	}

}
