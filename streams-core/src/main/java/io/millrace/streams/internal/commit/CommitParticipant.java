package io.millrace.streams.internal.commit;

import java.util.Map;

import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * A task, as far as a commit has to do with it. Called by the thread that owns the task.
 */
public interface CommitParticipant {

	/**
	 * Whether anything happened since the last commit.
	 */
	boolean commitNeeded();

	/** Step 1. */
	void flushOperators();

	/** Step 2. */
	void writeChangelogs();

	/**
	 * For step 3 or 4.
	 * @return the offsets to commit
	 */
	Map<TopicPartition, OffsetAndMetadata> offsetsToCommit();

	/** Step 5. */
	void publish();

	/**
	 * Undoes everything since the last commit.
	 * @return where to read on
	 */
	Map<TopicPartition, Long> abort();

}
