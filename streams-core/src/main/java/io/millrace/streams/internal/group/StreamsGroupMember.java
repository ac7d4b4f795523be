package io.millrace.streams.internal.group;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.processor.TaskId;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.internals.AsyncKafkaConsumer;
import org.apache.kafka.clients.consumer.internals.StreamsRebalanceData;
import org.apache.kafka.clients.consumer.internals.StreamsRebalanceListener;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Joins the streams group with Kafka's own client and turns its callbacks into calls of a
 * {@link MembershipListener}. A thin shell: what an event means is decided elsewhere. The
 * callbacks must not throw, since that ends the membership, so a listener's failure is
 * kept and thrown once the client has returned.
 */
public final class StreamsGroupMember implements Membership {

	private final StreamsRebalanceData rebalanceData;

	private final AsyncKafkaConsumer<byte[], byte[]> consumer;

	private final Set<String> topics;

	private @Nullable Throwable listenerFailure;

	/**
	 * Makes the consumer; joins nothing yet.
	 * @param settings the consumer's settings, group id included
	 * @param processId the same for all members of this process
	 * @param subtopologies all subtopologies of the application
	 * @param topicSettings how internal topics are to be created
	 */
	public StreamsGroupMember(Map<String, Object> settings, UUID processId,
			List<CompiledTopology.Subtopology> subtopologies, InternalTopicSettings topicSettings) {
		this.rebalanceData = GroupTopology.rebalanceData(processId, subtopologies, topicSettings);
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
		// A broker that can't tell whether a transaction still holds an offset back would
		// let records be processed twice.
		all.put("internal.throw.on.fetch.stable.offset.unsupported", true);
		all.remove(ConsumerConfig.GROUP_PROTOCOL_CONFIG);
		return all;
	}

	@Override
	public void join(MembershipListener listener) {
		this.consumer.subscribe(this.topics, new Callbacks(listener));
	}

	@Override
	public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
		ConsumerRecords<byte[], byte[]> records = this.consumer.poll(timeout);
		throwListenerFailure();
		return records;
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
	public Consumer<byte[], byte[]> consumer() {
		return this.consumer;
	}

	@Override
	public void requestApplicationShutdown() {
		this.rebalanceData.requestShutdown();
	}

	@Override
	public void leave(Duration timeout) {
		this.consumer.close(CloseOptions.timeout(timeout)
			.withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
		throwListenerFailure();
	}

	private void throwListenerFailure() {
		Throwable failure = this.listenerFailure;
		this.listenerFailure = null;
		if (failure instanceof RuntimeException unchecked) {
			throw unchecked;
		}
		if (failure instanceof Error error) {
			throw error;
		}
	}

	private final class Callbacks implements StreamsRebalanceListener {

		private final MembershipListener listener;

		private Callbacks(MembershipListener listener) {
			this.listener = listener;
		}

		@Override
		public void onTasksRevoked(Set<StreamsRebalanceData.TaskId> tasks) {
			guarded(() -> this.listener.onRevoked(converted(tasks)));
		}

		@Override
		public void onTasksAssigned(StreamsRebalanceData.Assignment assignment) {
			guarded(() -> this.listener.onAssigned(converted(assignment.activeTasks()), assignment.isGroupReady()));
			// Without it the group never leaves its reconciling state once there's a
			// second
			// member.
			StreamsGroupMember.this.rebalanceData.setReconciledAssignment(assignment);
		}

		@Override
		public void onAllTasksLost() {
			guarded(this.listener::onLost);
			StreamsGroupMember.this.rebalanceData.setReconciledAssignment(StreamsRebalanceData.Assignment.EMPTY);
		}

		private void guarded(Runnable call) {
			try {
				call.run();
			}
			catch (Throwable ex) {
				Throwable earlier = StreamsGroupMember.this.listenerFailure;
				if (earlier == null) {
					StreamsGroupMember.this.listenerFailure = ex;
				}
				else {
					earlier.addSuppressed(ex);
				}
			}
		}

		private static Set<TaskId> converted(Set<StreamsRebalanceData.TaskId> tasks) {
			Set<TaskId> converted = new HashSet<>();
			for (StreamsRebalanceData.TaskId task : tasks) {
				converted.add(new TaskId(Integer.parseInt(task.subtopologyId()), task.partitionId()));
			}
			return converted;
		}

	}

}
