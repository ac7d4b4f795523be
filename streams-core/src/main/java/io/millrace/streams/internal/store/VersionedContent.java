package io.millrace.streams.internal.store;

import io.millrace.streams.internal.store.VersionedTaskStore.FoundVersion;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * What views of a versioned store read. Made by {@link VersionedTaskStore#content}.
 */
abstract class VersionedContent extends ViewContent {

	final VersionedTaskStore store;

	VersionedContent(VersionedTaskStore store, IsolationLevel isolation, ViewAccess access) {
		super(store, isolation, access);
		this.store = store;
	}

	/**
	 * Finds the version that is valid at a time and has a value.
	 * @return the version, or null if there is none or it is beyond the history
	 */
	abstract @Nullable FoundVersion find(byte[] key, long timestamp);

	/**
	 * The same store under an isolation level.
	 */
	final VersionedContent under(IsolationLevel level) {
		return (level == isolation()) ? this : this.store.content(level, this.access);
	}

}
