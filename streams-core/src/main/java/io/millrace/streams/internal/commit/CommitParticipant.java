package io.millrace.streams.internal.commit;

import java.util.Map;
import java.util.function.Predicate;

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
	 * Whether the user has a say in what becomes of results that can't be sent.
	 */
	default boolean watchesSends() {
		return false;
	}

	/**
	 * When the first result failed to be sent since the last commit.
	 * @param ofRecord whether an exception says something about the record, rather than
	 * about the producer
	 * @return a number that is higher for what failed later, in whichever task;
	 * {@code Long.MAX_VALUE} if nothing failed
	 */
	default long firstSendFailure(Predicate<Exception> ofRecord) {
		return Long.MAX_VALUE;
	}

	/**
	 * Asks the user about that result.
	 * @param ofRecord as before
	 * @return what to treat in place of the producer's exception
	 */
	default RuntimeException judgeSendFailure(Predicate<Exception> ofRecord) {
		throw new IllegalStateException("Nothing failed.");
	}

	/**
	 * Undoes everything since the last commit.
	 * @return where to read on
	 */
	Map<TopicPartition, Long> abort();

}
