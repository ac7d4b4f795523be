package io.millrace.streams.store.rocksdb;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import io.millrace.streams.processor.TaskId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
class BackgroundLoadTests {

	private final BackgroundLoad load = new BackgroundLoad(new TaskId(0, 1));

	private final List<Integer> written = Collections.synchronizedList(new ArrayList<>());

	@Test
	void batchesAreWrittenInOrder() {
		for (int i = 0; i < 100; i++) {
			int batch = i;
			this.load.submit(() -> this.written.add(batch));
		}
		this.load.await();
		assertThat(this.written).hasSize(100).isSorted();
	}

	@Test
	void theSubmitterDoesNotWaitForTheBatch() {
		CountDownLatch submitted = new CountDownLatch(1);
		this.load.submit(() -> {
			awaitUninterrupted(submitted);
			this.written.add(1);
		});
		assertThat(this.written).isEmpty();
		submitted.countDown();
		this.load.await();
		assertThat(this.written).containsExactly(1);
	}

	@Test
	void aBatchThatFailedFailsAllAfterIt() {
		RuntimeException failure = new IllegalStateException("no room");
		this.load.submit(() -> {
			throw failure;
		});
		assertThatThrownBy(this.load::await).isSameAs(failure);
		assertThatThrownBy(() -> this.load.submit(() -> this.written.add(1))).isSameAs(failure);
		assertThatThrownBy(this.load::await).isSameAs(failure);
		assertThat(this.written).isEmpty();
	}

	@Test
	void anInterruptedThreadStillWaitsAndStaysInterrupted() {
		CountDownLatch interrupted = new CountDownLatch(1);
		this.load.submit(() -> {
			awaitUninterrupted(interrupted);
			this.written.add(1);
		});
		Thread.currentThread().interrupt();
		interrupted.countDown();
		this.load.await();
		assertThat(Thread.interrupted()).isTrue();
		assertThat(this.written).containsExactly(1);
	}

	@Test
	void itsThreadGoesAndComesBack() {
		Thread[] threads = new Thread[2];
		this.load.submit(() -> threads[0] = Thread.currentThread());
		this.load.await();
		this.load.close();
		this.load.submit(() -> threads[1] = Thread.currentThread());
		this.load.await();
		this.load.close();
		assertThat(threads[1]).isNotSameAs(threads[0]);
		assertThat(threads[0]).satisfies((thread) -> {
			thread.join();
			assertThat(thread.isAlive()).isFalse();
			assertThat(thread.isDaemon()).isTrue();
		});
	}

	private static void awaitUninterrupted(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
