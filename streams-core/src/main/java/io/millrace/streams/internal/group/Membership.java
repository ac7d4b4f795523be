package io.millrace.streams.internal.group;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.millrace.streams.state.HostInfo;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/**
 * One member of the streams group, owned by one thread of the runtime. All methods are
 * for that thread only, unless they say otherwise.
 */
public interface Membership {

	/**
	 * Joins the group in the background; {@link #poll} drives it from then on.
	 * @param listener told of tasks
	 */
	void join(MembershipListener listener);

	/**
	 * Polls the consumer. What the listener threw meanwhile is kept for
	 * {@link #throwListenerFailure}, so an exception thrown here is the client's and no
	 * records are lost with it.
	 * @param timeout how long to wait for records
	 * @return the records
	 */
	ConsumerRecords<byte[], byte[]> poll(Duration timeout);

	/**
	 * Throws what the listener threw since the last call, if it did.
	 */
	void throwListenerFailure();

	/**
	 * What the group's coordinator said with its last answer.
	 * @return the conditions; empty when all is well
	 */
	List<GroupStatus> statuses();

	/**
	 * Whether no heartbeat has got through to the group's coordinator for so long that it
	 * has to be taken for unavailable.
	 */
	boolean unheard();

	/**
	 * How many heartbeats the group's coordinator has answered. For any thread.
	 * @return the number, or -1 before the first heartbeat
	 */
	long heartbeatAnswers();

	/**
	 * The interval of heartbeats. For any thread.
	 * @return milliseconds, or 0 before the first answer
	 */
	int heartbeatIntervalMillis();

	/**
	 * The consumer behind it: to pause, seek and commit with. Never to poll, subscribe or
	 * close.
	 * @return the consumer
	 */
	Consumer<byte[], byte[]> consumer();

	/**
	 * Asks all members of the group to shut down; sent with the next heartbeat. For any
	 * thread.
	 */
	void requestApplicationShutdown();

	/**
	 * The input partitions of each instance that has told an endpoint, this one among
	 * them, as the group told last. For any thread.
	 * @return partitions by endpoint
	 */
	Map<HostInfo, Set<TopicPartition>> partitionsByHost();

	/**
	 * Closes the consumer.
	 * @param timeout how long to wait at most
	 * @param remain whether to leave it to the group to miss this member, rather than to
	 * tell it
	 */
	void leave(Duration timeout, boolean remain);

}
