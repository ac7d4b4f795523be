package io.millrace.streams.processor;

import java.util.Map;

import io.millrace.streams.query.Position;
import io.millrace.streams.query.PositionBound;
import io.millrace.streams.query.Query;
import io.millrace.streams.query.QueryConfig;
import io.millrace.streams.query.QueryResult;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * State of one task. Used by the task's thread only; other threads read through a query.
 */
public interface StateStore {

	/**
	 * The store's name, unique in its topology.
	 * @return the name
	 */
	String name();

	/**
	 * Readies the store; called once, before any other method but {@link #name()}.
	 * @param stateStoreContext the task that owns the store
	 * @param root the outermost store, where stores wrap one another
	 */
	void init(StateStoreContext stateStoreContext, StateStore root);

	/**
	 * Writes out what is buffered. Does nothing unless overridden.
	 */
	default void flush() {
	}

	/**
	 * Told that the writes up to certain changelog offsets are committed. Calls
	 * {@link #flush()} unless overridden.
	 * @param changelogOffsets the offsets by changelog partition
	 */
	default void commit(Map<TopicPartition, Long> changelogOffsets) {
		flush();
	}

	/**
	 * The changelog offset that the content corresponds to, for a store that keeps it.
	 * @param partition the partition of the changelog
	 * @return the offset, or null if it isn't known
	 */
	default @Nullable Long committedOffset(TopicPartition partition) {
		return null;
	}

	/**
	 * Closes the store. Does nothing the second time.
	 */
	void close();

	/**
	 * Whether the content outlives the process.
	 * @return true for a store on disk
	 */
	boolean persistent();

	/**
	 * Whether the store keeps changelog offsets with its content.
	 * @return false unless overridden
	 */
	default boolean managesOffsets() {
		return false;
	}

	/**
	 * Whether the store is ready and not closed.
	 * @return true between {@link #init} and {@link #close()}
	 */
	boolean isOpen();

	/**
	 * About how much memory the writes since the last commit take.
	 * @return bytes, 0 unless overridden
	 */
	default long approximateNumUncommittedBytes() {
		return 0;
	}

	/**
	 * Answers a query. {@link io.millrace.streams.KafkaStreams#query} calls this from any
	 * thread while the store's own thread writes, so a store of one's own that overrides
	 * it has to be safe for that, and to see to the bound and the isolation level itself.
	 * What is thrown becomes the result {@code STORE_EXCEPTION}. Unless overridden, no
	 * query is known.
	 * @param query what is asked for
	 * @param positionBound how far the store has to reflect its input to answer
	 * @param config how to answer
	 * @param <R> the type of the answer
	 * @return the answer, or the reason for which there's none
	 */
	default <R extends @Nullable Object> QueryResult<R> query(Query<R> query, PositionBound positionBound,
			QueryConfig config) {
		return QueryResult.forUnknownQueryType(query, this);
	}

	/**
	 * How far the store reflects its input.
	 * @return the position, as of now
	 * @throws UnsupportedOperationException unless the store can tell; Millrace's own can
	 */
	default Position getPosition() {
		throw new UnsupportedOperationException("Store " + name() + " doesn't know its position.");
	}

}
