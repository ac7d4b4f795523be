package io.millrace.streams;

import java.util.concurrent.atomic.AtomicInteger;

import io.millrace.streams.internal.commit.CommitStep;
import io.millrace.streams.internal.runtime.RuntimeProbe;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.jspecify.annotations.Nullable;

/**
 * Watches commits, and has some fail or wait.
 */
final class CommitProbe implements RuntimeProbe {

	final AtomicInteger published = new AtomicInteger();

	private final AtomicInteger commits = new AtomicInteger();

	volatile int failEach;

	volatile boolean failing;

	volatile boolean failed;

	/** Where commits wait; null if they don't. */
	volatile @Nullable Gate gate;

	@Override
	public void after(CommitStep step) {
		if (step == CommitStep.PUBLISH) {
			this.published.incrementAndGet();
		}
	}

	@Override
	public void before(CommitStep step) {
		Gate waiting = this.gate;
		if (step == CommitStep.COMMIT && waiting != null) {
			waiting.pass();
		}
		if (step == CommitStep.COMMIT
				&& (this.failing || (this.failEach > 0 && this.commits.incrementAndGet() % this.failEach == 0))) {
			this.failing = false;
			this.failed = true;
			throw new TransactionAbortableException("injected");
		}
	}

}
