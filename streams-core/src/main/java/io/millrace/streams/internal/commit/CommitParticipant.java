package io.millrace.streams.internal.commit;

import java.util.Map;
import java.util.function.Predicate;

import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

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
	 * Whether the user has a say in what becomes of results that can't be sent.
	 */
	default boolean watchesSends() {
		return false;
	}

	/**
	 * Asks the user about results that couldn't be sent since the last commit.
	 * @param ofRecord whether an exception says something about the record, rather than
	 * about the producer
	 * @return what to treat in place of the producer's exception; null if there's nothing
	 * to ask about
	 */
	default @Nullable RuntimeException judgeSendFailures(Predicate<Exception> ofRecord) {
		return null;
	}

	/**
	 * Undoes everything since the last commit.
	 * @return where to read on
	 */
	Map<TopicPartition, Long> abort();

}
