package io.millrace.streams.internal.store;

import java.util.List;
import java.util.function.BooleanSupplier;

import io.millrace.streams.processor.StateStore;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * A store of the user's own class. Millrace can neither undo its writes nor restore it,
 * so it takes no part in commits but to be flushed. Made by {@link TaskStores}.
 */
final class CustomTaskStore implements TaskStore {

	private final StateStore store;

	CustomTaskStore(StateStore store) {
		this.store = store;
	}

	@Override
	public String name() {
		return this.store.name();
	}

	@Override
	public StateStore facade() {
		return this.store;
	}

	/**
	 * The store itself: what it lets other threads see, and when, is up to it.
	 */
	@Override
	public StateStore view(IsolationLevel isolation, BooleanSupplier open, @Nullable OwnerThread owner) {
		return this.store;
	}

	@Override
	public void mark() {
	}

	@Override
	public void rollback() {
	}

	@Override
	public void writeChangelog(ChangelogWriter writer) {
	}

	@Override
	public void publish(EngineBatch batch) {
		this.store.flush();
	}

	@Override
	public void discard() {
	}

	@Override
	public long uncommittedBytes() {
		return this.store.approximateNumUncommittedBytes();
	}

	@Override
	public long committedEntries() {
		return 0;
	}

	@Override
	public void restore(List<ConsumerRecord<byte[], byte[]>> records, EngineBatch batch) {
	}

	@Override
	public void close() {
		this.store.close();
	}

}
