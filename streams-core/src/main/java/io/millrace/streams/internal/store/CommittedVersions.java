package io.millrace.streams.internal.store;

import io.millrace.streams.internal.store.VersionedTaskStore.FoundVersion;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * What the engine holds of a versioned store.
 */
final class CommittedVersions extends VersionedContent {

	/** A store of nothing but what the engine has. */
	private final VersionedTaskStore committed;

	CommittedVersions(VersionedTaskStore store, ViewAccess access) {
		super(store, IsolationLevel.READ_COMMITTED, access);
		this.committed = store.withoutWrites();
	}

	@Override
	synchronized @Nullable FoundVersion find(byte[] key, long timestamp) {
		checkOpen();
		FoundVersion found;
		do {
			// Commits since the last read have moved stream time on.
			this.committed.discard();
			found = this.committed.find(key, timestamp);
			// A commit between the two looks, for the version and for the next one, may
			// have brought one that is valid at that time.
		}
		while (found != null && found.validTo() >= 0 && found.validTo() <= timestamp);
		// As for other stores: it may have been emptied meanwhile.
		checkOpen();
		return found;
	}

	@Override
	synchronized VersionWalk walk(byte[] key, boolean descending) {
		checkOpen();
		this.committed.discard();
		return this.committed.walk(key, descending);
	}

}
