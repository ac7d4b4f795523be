package io.millrace.streams;

import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * One processing thread, as of when it was asked for.
 */
public interface ThreadMetadata {

	/**
	 * What the thread is doing.
	 * @return the name of its state
	 */
	String threadState();

	/**
	 * The thread's name.
	 * @return the name
	 */
	String threadName();

	/**
	 * The tasks that the thread processes.
	 * @return an unmodifiable set
	 */
	Set<TaskMetadata> activeTasks();

	/**
	 * The tasks of which the thread keeps a copy up to date.
	 * @return an unmodifiable set
	 */
	Set<TaskMetadata> standbyTasks();

	/**
	 * The client id of the thread's consumer.
	 * @return the client id
	 */
	String consumerClientId();

	/**
	 * The client id of the consumer that restores state.
	 * @return the client id
	 */
	String restoreConsumerClientId();

	/**
	 * The client ids of the thread's producers.
	 * @return an unmodifiable set
	 */
	Set<String> producerClientIds();

	/**
	 * The client id of the admin client.
	 * @return the client id
	 */
	String adminClientId();

	@Override
	boolean equals(@Nullable Object other);

	@Override
	int hashCode();

}
