package io.millrace.streams.internal.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.millrace.streams.errors.InvalidStateStoreException;
import io.millrace.streams.errors.ProcessorStateException;
import io.millrace.streams.errors.StateStoreMigratedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * The test's thread is the processing thread, and others ask.
 */
class QuestionQueueTests {

	private final ExecutorService callers = Executors.newCachedThreadPool();

	private final QuestionQueue queue = new QuestionQueue("thread-1", Duration.ofSeconds(20));

	@BeforeEach
	void answerHere() {
		this.queue.answerHere();
	}

	@AfterEach
	void stopCallers() {
		this.callers.shutdownNow();
	}

	/**
	 * Has another thread ask, and waits until its question is there.
	 */
	private <T> Future<T> asked(Callable<T> query) {
		AtomicReference<Thread> caller = new AtomicReference<>();
		Future<T> future = this.callers.submit(() -> {
			caller.set(Thread.currentThread());
			return query.call();
		});
		await().until(() -> future.isDone()
				|| (caller.get() != null && caller.get().getState() == Thread.State.TIMED_WAITING));
		return future;
	}

	private static <T> T get(Future<T> future) throws Exception {
		return future.get(20, TimeUnit.SECONDS);
	}

	private static Throwable failure(Future<?> future) {
		AtomicReference<Throwable> failure = new AtomicReference<>();
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> get(future))
			.satisfies((ex) -> failure.set(ex.getCause()));
		return failure.get();
	}

	@Test
	void questionsAreAnsweredByTheThread() throws Exception {
		Future<Thread> answer = asked(() -> this.queue.ask("counts", Thread::currentThread, () -> null));
		assertThat(answer.isDone()).isFalse();
		this.queue.answer();
		assertThat(get(answer)).isSameAs(Thread.currentThread());
	}

	@Test
	void theThreadItselfIsAnsweredAtOnce() {
		assertThat(this.queue.<String>ask("counts", () -> "uncommitted", () -> "committed")).isEqualTo("uncommitted");
		this.queue.beforePoll(true);
		assertThat(this.queue.<String>ask("counts", () -> "uncommitted", () -> "committed")).isEqualTo("uncommitted");
	}

	@Test
	void nobodyWaitsForAPollIfNothingIsUncommitted() throws Exception {
		this.queue.beforePoll(true);
		assertThat(get(asked(() -> this.queue.ask("counts", () -> "uncommitted", () -> "committed"))))
			.isEqualTo("committed");
		assertThat(this.queue.askedLately(System.nanoTime())).isFalse();
		this.queue.afterPoll();
		Future<String> later = asked(() -> this.queue.ask("counts", () -> "uncommitted", () -> "committed"));
		this.queue.beforePoll(true);
		assertThat(get(later)).isEqualTo("uncommitted");
	}

	@Test
	void whatTheThreadWentOnInTheMiddleOfIsAskedAgain() throws Exception {
		this.queue.beforePoll(true);
		AtomicInteger closed = new AtomicInteger();
		CountDownLatch reading = new CountDownLatch(1);
		CountDownLatch read = new CountDownLatch(1);
		Future<AutoCloseable> answer = this.callers
			.submit(() -> this.queue.<AutoCloseable>ask("counts", () -> null, () -> {
				reading.countDown();
				awaitQuietly(read);
				return closed::incrementAndGet;
			}));
		assertThat(reading.await(20, TimeUnit.SECONDS)).isTrue();
		this.queue.afterPoll();
		this.queue.beforePoll(true);
		read.countDown();
		await().until(() -> this.queue.askedLately(System.nanoTime()));
		assertThat(closed).hasValue(1);
		this.queue.afterPoll();
		this.queue.answer();
		assertThat(get(answer)).isNull();
	}

	private static void awaitQuietly(CountDownLatch latch) {
		try {
			assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Test
	void pollsAreShortAfterAQuestion() throws Exception {
		assertThat(this.queue.askedLately(System.nanoTime())).isFalse();
		this.queue.beforePoll(false);
		Future<String> answer = asked(() -> this.queue.ask("counts", () -> "uncommitted", () -> "committed"));
		assertThat(answer.isDone()).isFalse();
		this.queue.afterPoll();
		this.queue.answer();
		assertThat(get(answer)).isEqualTo("uncommitted");
		assertThat(this.queue.askedLately(System.nanoTime())).isTrue();
		assertThat(this.queue.askedLately(System.nanoTime() + TimeUnit.SECONDS.toNanos(2))).isFalse();
	}

	@Test
	void nullIsAnAnswer() throws Exception {
		Future<Object> answer = asked(() -> this.queue.ask("counts", () -> null, () -> "committed"));
		this.queue.answer();
		assertThat(get(answer)).isNull();
	}

	@Test
	void failuresAreTheCallersAndNotTheThreads() throws Exception {
		ProcessorStateException failure = new ProcessorStateException("can't be read");
		Future<Object> failing = asked(() -> this.queue.ask("counts", () -> {
			throw failure;
		}, () -> null));
		Future<String> other = asked(() -> this.queue.ask("counts", () -> "answer", () -> null));
		this.queue.answer();
		assertThat(failure(failing)).isSameAs(failure);
		assertThat(get(other)).isEqualTo("answer");
	}

	@Test
	void errorsOfTheMachineAreBothTheirs() {
		Future<Object> failing = asked(() -> this.queue.ask("counts", () -> {
			throw new OutOfMemoryError("for the test");
		}, () -> null));
		assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(this.queue::answer);
		assertThat(failure(failing)).isInstanceOf(InvalidStateStoreException.class)
			.hasCauseInstanceOf(OutOfMemoryError.class);
	}

	@Test
	void nobodyWaitsForever() {
		QuestionQueue impatient = new QuestionQueue("thread-1", Duration.ofMillis(20));
		AtomicBoolean ran = new AtomicBoolean();
		Future<Object> answer = this.callers.submit(() -> impatient.ask("counts", () -> ran.getAndSet(true), () -> 1));
		assertThat(failure(answer)).isExactlyInstanceOf(InvalidStateStoreException.class)
			.hasMessageContaining("Store counts")
			.hasMessageContaining("thread-1")
			.hasMessageContaining("20 ms")
			.hasMessageContaining("ask for committed data");
		impatient.answer();
		assertThat(ran).isFalse();
	}

	@Test
	void answerThatComesTooLateIsClosed() {
		QuestionQueue impatient = new QuestionQueue("thread-1", Duration.ofMillis(500));
		AtomicReference<Future<?>> asking = new AtomicReference<>();
		AtomicInteger closed = new AtomicInteger();
		Future<AutoCloseable> answer = this.callers.submit(() -> impatient.<AutoCloseable>ask("counts", () -> {
			await().until(() -> asking.get().isDone());
			return closed::incrementAndGet;
		}, () -> null));
		asking.set(answer);
		await().until(() -> impatient.askedLately(System.nanoTime()));
		impatient.answer();
		assertThat(failure(answer)).isInstanceOf(InvalidStateStoreException.class);
		assertThat(closed).hasValue(1);
	}

	@Test
	void whoeverWaitsIsToldWhenTheThreadEnds() {
		Future<Object> waiting = asked(() -> this.queue.ask("counts", () -> 1, () -> 2));
		this.queue.close();
		assertThat(failure(waiting)).isInstanceOf(StateStoreMigratedException.class)
			.hasMessageContaining("Store counts");
		Future<Object> later = asked(() -> this.queue.ask("counts", () -> 1, () -> 2));
		assertThat(failure(later)).isInstanceOf(StateStoreMigratedException.class);
	}

	@Test
	void interruptEndsTheWaiting() throws Exception {
		AtomicReference<Throwable> failure = new AtomicReference<>();
		AtomicBoolean interrupted = new AtomicBoolean();
		Thread caller = new Thread(() -> {
			try {
				this.queue.ask("counts", () -> 1, () -> 2);
			}
			catch (InvalidStateStoreException ex) {
				failure.set(ex);
				interrupted.set(Thread.currentThread().isInterrupted());
			}
		});
		caller.start();
		await().until(() -> caller.getState() == Thread.State.TIMED_WAITING);
		caller.interrupt();
		caller.join(20_000);
		assertThat(failure.get()).hasMessageContaining("store counts").hasMessageContaining("interrupted");
		assertThat(interrupted).isTrue();
	}

	@Test
	void everyCallerGetsItsOwnAnswer() throws Exception {
		List<Future<Integer>> answers = new ArrayList<>();
		int[] written = new int[1];
		AtomicInteger torn = new AtomicInteger();
		for (int i = 0; i < 8; i++) {
			int number = i;
			answers.add(this.callers.submit(() -> {
				for (int j = 0; j < 500; j++) {
					int expected = number * 1000 + j;
					// Reads what belongs to the thread alone, without any lock.
					int found = this.queue.ask("counts", () -> {
						if (written[0] % 2 != 0) {
							torn.incrementAndGet();
						}
						return expected;
					}, () -> expected);
					assertThat(found).isEqualTo(expected);
				}
				return number;
			}));
		}
		await().pollInSameThread().pollInterval(Duration.ofNanos(1)).pollDelay(Duration.ZERO).until(() -> {
			this.queue.afterPoll();
			written[0]++;
			written[0]++;
			this.queue.answer();
			this.queue.beforePoll(written[0] % 4 == 0);
			return answers.stream().allMatch(Future::isDone);
		});
		for (Future<Integer> answer : answers) {
			get(answer);
		}
		assertThat(torn).hasValue(0);
	}

}
