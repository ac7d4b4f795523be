package io.millrace.streams.internal.runtime;

import java.util.ServiceLoader;

import io.millrace.streams.internal.commit.CommitStepListener;
import org.apache.kafka.common.TopicPartition;

/**
 * Told of the points at which a process can die or fail, so that tests can make it do so
 * there. A test tool registers one for {@link java.util.ServiceLoader}; it is asked for
 * when an application is made, so that applications are tested as they are. Called by the
 * processing threads.
 */
public interface RuntimeProbe extends CommitStepListener {

	/** Does nothing. */
	RuntimeProbe NONE = new RuntimeProbe() {
	};

	/**
	 * Called after a batch of a changelog was written to the state.
	 * @param changelog the changelog's partition
	 * @param offset the highest offset that is restored
	 */
	default void restored(TopicPartition changelog, long offset) {
	}

	/**
	 * Called before a processing thread is started. What it throws is taken for the
	 * failure to start it.
	 * @param thread the thread's name
	 */
	default void starting(String thread) {
	}

	/**
	 * Looks for a registered probe.
	 * @return the first one on the class path, or one that does nothing
	 */
	static RuntimeProbe find() {
		return ServiceLoader.load(RuntimeProbe.class, RuntimeProbe.class.getClassLoader()).findFirst().orElse(NONE);
	}

}
