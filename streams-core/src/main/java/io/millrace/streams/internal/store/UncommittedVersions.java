package io.millrace.streams.internal.store;

import io.millrace.streams.internal.store.VersionedTaskStore.FoundVersion;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * A versioned store with the writes since the last commit. The owner's thread finds
 * versions in it, since that takes several steps that belong together.
 */
final class UncommittedVersions extends VersionedContent {

	private final CommittedVersions committed;

	UncommittedVersions(VersionedTaskStore store, ViewAccess access) {
		super(store, IsolationLevel.READ_UNCOMMITTED, access);
		this.committed = new CommittedVersions(store, access);
	}

	@Override
	@Nullable FoundVersion find(byte[] key, long timestamp) {
		return this.access.<@Nullable FoundVersion>ask(name(), () -> this.store.find(key, timestamp),
				() -> this.committed.find(key, timestamp));
	}

	@Override
	VersionWalk walk(byte[] key, boolean descending) {
		return this.access.ask(name(), () -> this.store.walk(key, descending),
				() -> this.committed.walk(key, descending));
	}

}
