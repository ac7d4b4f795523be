package io.millrace.streams.internal.runtime;

import io.millrace.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the thread of global stores reports to: decides for {@link StreamsRuntime} what
 * its failure means for the instance.
 */
final class GlobalThreadOwner implements GlobalThread.Owner {

	private static final Logger logger = LoggerFactory.getLogger(StreamsRuntime.class);

	private final StreamsRuntime runtime;

	private final ClientLifecycle lifecycle;

	GlobalThreadOwner(StreamsRuntime runtime, ClientLifecycle lifecycle) {
		this.runtime = runtime;
		this.lifecycle = lifecycle;
	}

	@Override
	public void changed(GlobalThread thread, ThreadState state) {
		this.lifecycle.changed(thread.getName(), state);
	}

	@Override
	public void failed(GlobalThread thread, Throwable failure) {
		StreamThreadExceptionResponse response = this.runtime.decide(thread.getName(), failure);
		if (response != StreamThreadExceptionResponse.SHUTDOWN_CLIENT) {
			logger.warn("The thread of global stores can't be replaced, nor ask the group to shut down ({});"
					+ " this instance shuts down", response);
		}
		this.lifecycle.fail();
		this.runtime.stopThreads();
	}

	@Override
	public void ended(GlobalThread thread, ThreadState state) {
		this.runtime.closeSharedIfUnused();
		this.lifecycle.changed(thread.getName(), state);
	}

}
