package io.millrace.streams;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Stops threads that come by until it is opened, which its end does also, so that no
 * thread is left behind by a test that fails.
 */
final class Gate implements AutoCloseable {

	private static final long SECONDS = 60;

	private final CountDownLatch reached = new CountDownLatch(1);

	private final CountDownLatch opened = new CountDownLatch(1);

	/**
	 * Waits until the gate is open.
	 */
	void pass() {
		this.reached.countDown();
		try {
			assertThat(this.opened.await(SECONDS, TimeUnit.SECONDS)).as("gate is opened").isTrue();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Waits until somebody waits.
	 */
	void awaitReached() throws InterruptedException {
		assertThat(this.reached.await(SECONDS, TimeUnit.SECONDS)).as("gate is reached").isTrue();
	}

	void open() {
		this.opened.countDown();
	}

	@Override
	public void close() {
		open();
	}

}
