package io.millrace.streams.internal.store;

import java.util.NoSuchElementException;

import io.millrace.streams.internal.store.VersionedTaskStore.FoundVersion;
import io.millrace.streams.state.VersionedRecord;
import io.millrace.streams.state.VersionedRecordIterator;
import org.jspecify.annotations.Nullable;

/**
 * Shows users the versions of a {@link VersionWalk} that were valid at some moment within
 * a time, one version ahead of them.
 *
 * @param <V> the type of values
 */
final class VersionIterator<V> implements VersionedRecordIterator<V> {

	private final VersionedContent content;

	private final VersionWalk walk;

	private final long from;

	private final long to;

	private @Nullable FoundVersion next;

	private boolean closed;

	/**
	 * Makes it.
	 * @param from versions that were replaced at this time or before aren't shown
	 * @param to nor are those that became valid after this time
	 */
	VersionIterator(VersionedContent content, VersionWalk walk, long from, long to) {
		this.content = content;
		this.walk = walk;
		this.from = from;
		this.to = to;
		advance();
	}

	private void advance() {
		this.next = null;
		while (this.next == null && this.walk.next() && !beyond()) {
			Object stored = this.walk.stored();
			if (stored != null && shown()) {
				this.next = new FoundVersion(stored, this.walk.timestamp(), this.walk.validTo());
			}
		}
	}

	/**
	 * Whether neither the current version is to be shown nor any that follows in the
	 * walk.
	 */
	private boolean beyond() {
		return this.walk.descending() ? this.walk.validTo() >= 0 && this.walk.validTo() <= this.from
				: this.walk.timestamp() > this.to;
	}

	private boolean shown() {
		if (this.walk.timestamp() > this.to) {
			return false;
		}
		long validTo = this.walk.validTo();
		// The latest version is there however old it is.
		return validTo < 0 || (validTo > this.from && validTo > this.walk.horizon() && this.to >= this.walk.horizon());
	}

	private void checkOpen() {
		if (this.closed) {
			throw new IllegalStateException("The iterator is closed.");
		}
	}

	@Override
	public boolean hasNext() {
		checkOpen();
		return this.next != null;
	}

	@Override
	public VersionedRecord<V> next() {
		checkOpen();
		FoundVersion found = this.next;
		if (found == null) {
			throw new NoSuchElementException("There is no further version.");
		}
		this.content.checkOpen();
		VersionedRecord<V> record = found.record(this.content.value(found.stored()));
		if (record == null) {
			throw new IllegalStateException("The serde of store " + this.content.name() + " made null of a value.");
		}
		advance();
		return record;
	}

	@Override
	public void close() {
		if (!this.closed) {
			this.closed = true;
			this.walk.close();
		}
	}

}
