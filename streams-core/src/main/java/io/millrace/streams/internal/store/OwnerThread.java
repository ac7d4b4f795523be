package io.millrace.streams.internal.store;

import java.util.function.Supplier;

import io.millrace.streams.errors.StateStoreMigratedException;
import org.jspecify.annotations.Nullable;

/**
 * The thread that runs a task, as views of the task's stores see it. What was written
 * since the last commit belongs to that thread alone, so a view that shows it has the
 * thread look it up. Thread-safe.
 */
public interface OwnerThread {

	/** Whoever asks is the thread. */
	OwnerThread CALLER = new OwnerThread() {

		@Override
		public <T extends @Nullable Object> T ask(String store, Supplier<T> question, Supplier<T> committed) {
			return question.get();
		}

	};

	/**
	 * Has the thread answer a question between two batches of records, or answers it at
	 * once if the caller is that thread.
	 * @param store the name of the store that the question is about
	 * @param question run by the thread, in one go; must not wait or call user code. If
	 * the answer is {@link AutoCloseable} and nobody waits for it any more, it is closed
	 * @param committed run by the caller instead if nothing at all is uncommitted; if
	 * that changes meanwhile, its answer is closed too, and the question is asked
	 * @param <T> the type of the answer
	 * @return the answer
	 * @throws io.millrace.streams.errors.InvalidStateStoreException if the thread has
	 * ended, is busy for too long or the caller was interrupted; whatever the question
	 * throws is thrown too
	 */
	<T extends @Nullable Object> T ask(String store, Supplier<T> question, Supplier<T> committed);

	/**
	 * Says that a store isn't here any more.
	 * @param store the store's name
	 * @return the exception, to be thrown
	 */
	static StateStoreMigratedException gone(String store) {
		return new StateStoreMigratedException(
				"Store " + store + " was closed, or moved to another instance. Ask for the store again.");
	}

}
