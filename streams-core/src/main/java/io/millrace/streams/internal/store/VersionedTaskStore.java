package io.millrace.streams.internal.store;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

import io.millrace.streams.processor.StateStore;
import io.millrace.streams.state.VersionedRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A versioned key-value store of a task: an {@link Overlay} of versions written since the
 * last commit before the task's {@link StateEngine}, and a {@link StoreMemory} of stream
 * time, from which its history reaches back. A commit removes the versions of the keys it
 * writes that no history needs any more, and keys that are gone for longer than the
 * history. Made by {@link TaskStores}.
 */
final class VersionedTaskStore extends BuiltInTaskStore {

	/** How many keys that are gone a commit forgets at most, so that none takes long. */
	private static final int FORGOTTEN_AT_ONCE = 1000;

	private final long retention;

	private final DropCounter drops;

	private final StoreMemory memory;

	private final VersionedFacade<?, ?> facade = new VersionedFacade<>(this);

	private final VersionSearch search;

	private long missedBy;

	VersionedTaskStore(String name, boolean logged, StoreSerdes serdes, long retention, StateEngine engine,
			DropCounter drops) {
		this(name, logged, serdes, retention, engine, drops, true);
	}

	private VersionedTaskStore(String name, boolean logged, StoreSerdes serdes, long retention, StateEngine engine,
			DropCounter drops, boolean writer) {
		// Versions are found by scans.
		super(name, logged, serdes, engine, new CacheBudget(0), false);
		this.retention = retention;
		this.memory = new StoreMemory(engine, name);
		this.drops = drops;
		this.search = new VersionSearch(this, writer);
	}

	/**
	 * Writes a version.
	 * @param value the value; null for none from that time on
	 * @return whether it isn't older than the history
	 */
	boolean write(byte[] key, @Nullable Object value, long timestamp) {
		checkOpen();
		if (beyondHistory(timestamp)) {
			this.drops.dropped(this.name, DropReason.EXPIRED_VERSION);
			return false;
		}
		byte[] version = VersionLayout.version(key, timestamp);
		int hash = Overlay.hash(Arrays.hashCode(version));
		OverlayEntry entry = this.overlay.find(hash, version);
		this.overlay.write((entry != null) ? entry : this.overlay.unwritten(hash, null, version),
				this.serdes.stored(value), timestamp);
		this.memory.advanceStreamTime(timestamp);
		return true;
	}

	boolean beyondHistory(long timestamp) {
		return timestamp < this.memory.streamTime() - this.retention;
	}

	/**
	 * How far before the history a time lies that is beyond it.
	 */
	long beforeHistory(long timestamp) {
		return this.memory.streamTime() - this.retention - timestamp;
	}

	/**
	 * The time of the version that follows one.
	 * @return milliseconds since the epoch, -1 if there is none
	 */
	long next(byte[] key, long timestamp) {
		return this.search.next(key, timestamp);
	}

	/**
	 * Looks up the version that is valid at a time and has a value.
	 * @return the value as {@link StoreSerdes#stored} makes it, or null if there is none
	 * or it is beyond the history
	 */
	@Nullable Object look(byte[] key, long timestamp) {
		checkOpen();
		boolean found = timestamp >= 0 && this.search.at(key, timestamp);
		// The latest version is there however old it is.
		boolean known = !beyondHistory(timestamp) || (found && next(key, this.search.timestamp()) < 0);
		this.missedBy = known ? 0 : beforeHistory(timestamp);
		return (found && known) ? this.search.stored() : null;
	}

	/**
	 * The time from which the version is valid that {@link #look} found last.
	 */
	long lookedAt() {
		return this.search.timestamp();
	}

	/**
	 * How far before the history the time lies that {@link #look} was told last, if
	 * nothing is known of it any more; else 0.
	 */
	long missedBy() {
		return this.missedBy;
	}

	/**
	 * Finds the version that is valid at a time and has a value.
	 * @return the version, or null if there is none or it is beyond the history
	 */
	@Nullable FoundVersion find(byte[] key, long timestamp) {
		Object stored = look(key, timestamp);
		if (stored == null) {
			return null;
		}
		long from = lookedAt();
		return new FoundVersion(stored, from, (timestamp < Long.MAX_VALUE) ? next(key, from) : -1);
	}

	/**
	 * Begins a walk through the versions of a key as they are now.
	 */
	VersionWalk walk(byte[] key, boolean descending) {
		checkOpen();
		long horizon = this.memory.streamTime() - this.retention;
		byte[] from = VersionLayout.version(key, 0);
		byte[] to = VersionLayout.behind(key, Long.MAX_VALUE);
		return new VersionWalk(this.serdes, this.overlay.snapshot(from, to),
				this.engine.scan(this.name, from, to, descending), descending, horizon);
	}

	/**
	 * A store of what the engine has, for queries; nothing may be written to it.
	 */
	VersionedTaskStore withoutWrites() {
		return new VersionedTaskStore(this.name, false, this.serdes, this.retention, this.engine, this.drops, false);
	}

	byte[] keyBytes(Object key) {
		return this.serdes.keyBytes(key);
	}

	@Nullable Object value(Object stored) {
		return this.serdes.value(stored);
	}

	@Override
	public StateStore facade() {
		return this.facade;
	}

	@Override
	VersionedContent content(IsolationLevel isolation, ViewAccess access) {
		return (isolation == IsolationLevel.READ_COMMITTED) ? new CommittedVersions(this, access)
				: new UncommittedVersions(this, access);
	}

	@Override
	public StateStore view(IsolationLevel isolation, BooleanSupplier open, @Nullable OwnerThread owner) {
		return new VersionedView<>(content(isolation, new ViewAccess(open, owner)));
	}

	@Override
	public void mark() {
		super.mark();
		this.memory.mark();
	}

	@Override
	public void rollback() {
		super.rollback();
		this.memory.rollback();
	}

	@Override
	public void writeChangelog(ChangelogWriter writer) {
		if (!this.logged) {
			return;
		}
		for (int i = 0; i < this.overlay.count(); i++) {
			OverlayEntry entry = this.overlay.entry(i);
			writer.write(VersionLayout.keyOf(entry.keyBytes), serialized(entry), entry.timestamp, null);
		}
	}

	private byte @Nullable [] serialized(OverlayEntry entry) {
		Object value = entry.value;
		return (value != null) ? this.serdes.valueBytes(value) : null;
	}

	@Override
	public void publish(EngineBatch batch) {
		if (this.overlay.count() == 0) {
			return;
		}
		long horizon = this.memory.streamTime() - this.retention;
		forgetVersions(horizon, batch);
		forgetGone(horizon, batch);
		for (int i = 0; i < this.overlay.count(); i++) {
			OverlayEntry entry = this.overlay.entry(i);
			byte[] key = VersionLayout.keyOf(entry.keyBytes);
			// What was replaced before the history begins would come to light if what
			// replaced it is forgotten.
			if (entry.timestamp >= horizon || !this.search.at(key, horizon)
					|| entry.timestamp >= this.search.timestamp()) {
				put(batch, key, serialized(entry), entry.timestamp);
			}
		}
		this.overlay.clear();
		this.memory.publish(batch, false);
	}

	/**
	 * Deletes versions of the keys written that were replaced before the history begins.
	 */
	private void forgetVersions(long horizon, EngineBatch batch) {
		if (horizon <= 0) {
			return;
		}
		Set<Bytes> seen = new HashSet<>();
		for (int i = 0; i < this.overlay.count(); i++) {
			byte[] key = VersionLayout.keyOf(this.overlay.entry(i).keyBytes);
			if (seen.add(Bytes.wrap(key)) && this.search.at(key, horizon)) {
				deleteVersions(key, VersionLayout.version(key, this.search.timestamp()), batch);
			}
		}
	}

	/**
	 * Deletes versions one by one: mostly there are none or few, and an engine keeps a
	 * deleted range in mind for long.
	 */
	private void deleteVersions(byte[] key, byte[] to, EngineBatch batch) {
		try (EngineCursor versions = this.engine.scan(this.name, VersionLayout.version(key, 0), to, false)) {
			while (versions.next()) {
				batch.delete(this.name, versions.key());
			}
		}
	}

	/**
	 * Deletes versions without a value that have no history before them any more.
	 */
	private void forgetGone(long horizon, EngineBatch batch) {
		if (horizon <= 0) {
			return;
		}
		try (EngineCursor gone = this.engine.scan(this.name, VersionLayout.goneFrom(0),
				VersionLayout.goneFrom(horizon + 1), false)) {
			for (int i = 0; i < FORGOTTEN_AT_ONCE && gone.next(); i++) {
				byte[] key = VersionLayout.keyOfGone(gone.key());
				long timestamp = VersionLayout.timeOfGone(gone.key());
				if (this.search.at(key, horizon) && this.search.timestamp() == timestamp
						&& this.search.stored() == null) {
					deleteVersions(key, VersionLayout.behind(key, timestamp), batch);
				}
				batch.delete(this.name, gone.key());
			}
		}
	}

	private void put(EngineBatch batch, byte[] key, byte @Nullable [] value, long timestamp) {
		batch.put(this.name, VersionLayout.version(key, timestamp), VersionLayout.content(value));
		if (value == null) {
			batch.put(this.name, VersionLayout.gone(key, timestamp), OverlayEntry.NO_BYTES);
		}
	}

	@Override
	public void discard() {
		super.discard();
		// What the engine holds may have changed as well.
		this.memory.forget();
	}

	@Override
	public long committedEntries() {
		// Stream time is an entry also.
		return Math.max(0, super.committedEntries() - 1);
	}

	@Override
	public void restore(List<ConsumerRecord<byte[], byte[]>> records, EngineBatch batch) {
		for (ConsumerRecord<byte[], byte[]> record : records) {
			if (record.key() != null) {
				put(batch, record.key(), record.value(), record.timestamp());
				this.memory.advanceStreamTime(record.timestamp());
			}
		}
		this.memory.publish(batch, false);
	}

	/**
	 * A version with a value, and when the next one begins. Never changes, so any thread
	 * may have it.
	 *
	 * @param stored the value as {@link StoreSerdes#stored} makes it
	 * @param timestamp the time from which it is valid
	 * @param validTo the time of the next version, -1 if there is none
	 */
	record FoundVersion(Object stored, long timestamp, long validTo) {

		/**
		 * What users get.
		 * @param value the value, deserialised; null makes null
		 */
		@SuppressWarnings("unchecked")
		<V> @Nullable VersionedRecord<V> record(@Nullable Object value) {
			if (value == null) {
				return null;
			}
			return (this.validTo >= 0) ? new VersionedRecord<>((V) value, this.timestamp, this.validTo)
					: new VersionedRecord<>((V) value, this.timestamp);
		}

	}

}
