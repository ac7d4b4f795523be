package io.millrace.streams.internal.runtime;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.millrace.streams.errors.InvalidStateStoreException;
import io.millrace.streams.internal.store.OwnerThread;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What queries want a processing thread to look up among its uncommitted writes. Queries
 * put questions in and wait; {@link ThreadLoop} answers between two batches of records
 * and around each poll. While the thread polls and has nothing uncommitted, queries are
 * told so at once, and read the engines themselves. Thread-safe.
 */
final class QuestionQueue implements OwnerThread {

	private static final Logger logger = LoggerFactory.getLogger(QuestionQueue.class);

	/**
	 * How long a query waits at most for a thread that is busy.
	 */
	static final Duration PATIENCE = Duration.ofSeconds(5);

	/**
	 * For how long after a question more are expected.
	 */
	private static final long LATELY_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final long PUT = -1;

	private final String name;

	private final Duration patience;

	private final Deque<Question<?>> waiting = new ArrayDeque<>();

	/** Whether {@link #waiting} may have any; spares the loop the lock. */
	private volatile boolean any;

	private volatile @Nullable Thread thread;

	private boolean nothingUncommitted;

	private long poll;

	private boolean closed;

	private boolean asked;

	private long askedAt;

	/**
	 * Makes a queue.
	 * @param name the name of the thread
	 * @param patience how long a query waits at most
	 */
	QuestionQueue(String name, Duration patience) {
		this.name = name;
		this.patience = patience;
	}

	@Override
	public <T extends @Nullable Object> T ask(String store, Supplier<T> question, Supplier<T> committed) {
		if (Thread.currentThread() == this.thread) {
			return question.get();
		}
		Question<T> put = new Question<>(store, question);
		long poll = put(put, false);
		if (poll != PUT) {
			T answer = committed.get();
			if (isStillIn(poll)) {
				return answer;
			}
			// The thread went on, and what was read in several steps may be half new.
			Question.close(answer);
			put(put, true);
		}
		try {
			return put.await(this.patience, this.name);
		}
		finally {
			forget(put);
		}
	}

	/**
	 * Has the thread answer a question that isn't about a store.
	 * @param what what it is about
	 * @param question answered by the thread
	 * @param wait how long to wait for it
	 * @return the answer
	 * @throws TimeoutException if the thread hasn't answered in time, or has ended
	 */
	<T> T ask(String what, Supplier<T> question, Duration wait) {
		if (Thread.currentThread() == this.thread) {
			return question.get();
		}
		Question<T> put = new Question<>(what, question);
		try {
			put(put, true);
			return put.await(wait, this.name);
		}
		catch (InvalidStateStoreException ex) {
			throw new TimeoutException("Thread " + this.name + " hasn't answered in time.", ex);
		}
		finally {
			forget(put);
		}
	}

	/**
	 * Puts a question.
	 * @param anyway whether to do so even if nothing is uncommitted
	 * @return the number of the poll in which nothing is uncommitted, so that nobody has
	 * to be asked, or {@link #PUT}
	 */
	private synchronized long put(Question<?> question, boolean anyway) {
		if (this.closed) {
			throw OwnerThread.gone(question.store());
		}
		if (this.nothingUncommitted && !anyway) {
			return this.poll;
		}
		this.waiting.add(question);
		this.any = true;
		this.asked = true;
		this.askedAt = System.nanoTime();
		return PUT;
	}

	private synchronized boolean isStillIn(long number) {
		return this.nothingUncommitted && this.poll == number;
	}

	private synchronized void forget(Question<?> question) {
		this.waiting.remove(question);
	}

	/**
	 * Has the calling thread be the one that answers.
	 */
	void answerHere() {
		this.thread = Thread.currentThread();
	}

	/**
	 * Answers the questions that wait. Called where no record is half processed.
	 */
	void answer() {
		if (!this.any) {
			return;
		}
		for (int left = count(); left > 0; left--) {
			Question<?> next = next();
			if (next == null) {
				return;
			}
			next.answer();
		}
	}

	private synchronized int count() {
		return this.waiting.size();
	}

	private synchronized @Nullable Question<?> next() {
		Question<?> next = this.waiting.poll();
		this.any = !this.waiting.isEmpty();
		return next;
	}

	/**
	 * The thread is going to poll, which takes some time. Answers what waits before.
	 * @param nothing whether nothing is uncommitted, and nothing will be written before
	 * {@link #afterPoll}
	 */
	void beforePoll(boolean nothing) {
		synchronized (this) {
			this.nothingUncommitted = nothing;
			this.poll++;
		}
		answer();
	}

	/**
	 * The thread has polled, and may write again.
	 */
	synchronized void afterPoll() {
		this.nothingUncommitted = false;
	}

	/**
	 * Whether a question was put a short time ago, so that another may come.
	 * @param nanos the time now, as of {@code System.nanoTime()}
	 */
	synchronized boolean askedLately(long nanos) {
		return this.asked && nanos - this.askedAt < LATELY_NANOS;
	}

	/**
	 * The thread ends: whoever waits, or asks from now on, is told that the store is
	 * gone.
	 */
	void close() {
		synchronized (this) {
			this.closed = true;
			this.nothingUncommitted = false;
		}
		Question<?> next = next();
		while (next != null) {
			next.fail(OwnerThread.gone(next.store()));
			next = next();
		}
	}

	/**
	 * One question, put by one thread and answered by another, unless the first doesn't
	 * wait for it any more.
	 *
	 * @param <T> the type of the answer
	 */
	private static final class Question<T extends @Nullable Object> {

		private final String store;

		private final Supplier<T> question;

		private boolean done;

		private boolean abandoned;

		private @Nullable T answer;

		private @Nullable RuntimeException failure;

		Question(String store, Supplier<T> question) {
			this.store = store;
			this.question = question;
		}

		String store() {
			return this.store;
		}

		void answer() {
			if (abandoned()) {
				return;
			}
			T found;
			try {
				found = this.question.get();
			}
			catch (RuntimeException ex) {
				fail(ex);
				return;
			}
			catch (Throwable ex) {
				fail(new InvalidStateStoreException("Store " + this.store + " couldn't be queried.", ex));
				throw ex;
			}
			if (!deliver(found)) {
				close(found);
			}
		}

		private synchronized boolean abandoned() {
			return this.abandoned;
		}

		private synchronized boolean deliver(T found) {
			if (this.abandoned) {
				return false;
			}
			this.answer = found;
			this.done = true;
			notifyAll();
			return true;
		}

		/**
		 * Closes an answer that nobody gets.
		 */
		private static void close(@Nullable Object answer) {
			if (answer instanceof AutoCloseable closeable) {
				try {
					closeable.close();
				}
				catch (Exception ex) {
					logger.debug("An answer couldn't be closed", ex);
				}
			}
		}

		synchronized void fail(RuntimeException reason) {
			this.failure = reason;
			this.done = true;
			notifyAll();
		}

		@SuppressWarnings("NullAway")
		synchronized T await(Duration patience, String thread) {
			long deadline = System.nanoTime() + patience.toNanos();
			try {
				while (!this.done) {
					long left = deadline - System.nanoTime();
					if (left <= 0) {
						this.abandoned = true;
						throw new InvalidStateStoreException("Store " + this.store
								+ " can't be queried for what isn't committed: thread " + thread
								+ ", which has it, was busy for " + patience.toMillis()
								+ " ms, perhaps with a record or a commit that takes long. Try again later, or ask "
								+ "for committed data.");
					}
					TimeUnit.NANOSECONDS.timedWait(this, left);
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				if (!this.done) {
					this.abandoned = true;
					throw new InvalidStateStoreException("The query of store " + this.store
							+ " was interrupted while it waited for thread " + thread + ".", ex);
				}
			}
			if (this.failure != null) {
				throw this.failure;
			}
			return this.answer;
		}

	}

}
