package io.millrace.streams.internal.store;

import java.util.List;
import java.util.function.BooleanSupplier;

import io.millrace.streams.processor.StateStore;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * A store as its task drives it. User code sees {@link #facade()}; the task tells it when
 * a record begins and fails, and walks it through the commit: {@link #writeChangelog},
 * then {@link #publish} once the transaction committed, or {@link #discard} if it
 * aborted. Run by the task's thread only.
 */
public interface TaskStore {

	String name();

	/**
	 * What operators and processors get from their context.
	 * @return the store
	 */
	StateStore facade();

	/**
	 * The content, for queries. May be called by any thread.
	 * @param isolation whether it shows what isn't committed yet; what the view's own
	 * {@code readOnly} gives may differ in that
	 * @param open asked at each read; once false, reads throw
	 * {@link io.millrace.streams.errors.StateStoreMigratedException}
	 * @param owner the thread that looks up what isn't committed; null if only what is
	 * committed can be asked for
	 * @return a read-only store for any thread; of a store of the user's own class, that
	 * store
	 */
	StateStore view(IsolationLevel isolation, BooleanSupplier open, @Nullable OwnerThread owner);

	/**
	 * The committed content, for queries.
	 * @param open asked at each read; once false, reads throw
	 * {@link io.millrace.streams.errors.StateStoreMigratedException}
	 * @return a read-only store for any thread; of a store of the user's own class, that
	 * store
	 */
	default StateStore committedView(BooleanSupplier open) {
		return view(IsolationLevel.READ_COMMITTED, open, null);
	}

	/**
	 * Marks the point that {@link #rollback} returns to: all writes so far belong to
	 * records that are through.
	 */
	void mark();

	/**
	 * Undoes all writes since the last {@link #mark}.
	 */
	void rollback();

	/**
	 * Hands the last value of each key written since the last commit to its changelog.
	 * Does nothing for a store that isn't logged.
	 * @param writer the changelog
	 */
	void writeChangelog(ChangelogWriter writer);

	/**
	 * Moves all writes since the last commit to the batch and forgets them. Called after
	 * the transaction committed.
	 * @param batch the batch that the engine writes next
	 */
	void publish(EngineBatch batch);

	/**
	 * Forgets all writes since the last commit.
	 */
	void discard();

	/**
	 * About how much memory the writes since the last commit take.
	 * @return bytes
	 */
	long uncommittedBytes();

	/**
	 * The latest time that windows or sessions were written for.
	 * @return milliseconds since the epoch: the latest start of a window or end of a
	 * session, of those that have expired also; -1 if there is none, or if the store has
	 * no windows
	 */
	default long latestTime() {
		return -1;
	}

	/**
	 * About how many entries are committed.
	 * @return the count; what the store keeps in the engine for itself isn't counted
	 */
	long committedEntries();

	/**
	 * Turns changelog records into changes of the engine.
	 * @param records records of the changelog in the order of their offsets
	 * @param batch where the changes go
	 */
	void restore(List<ConsumerRecord<byte[], byte[]>> records, EngineBatch batch);

	/**
	 * Closes the facade; the engine is closed by the task.
	 */
	void close();

}
