package io.millrace.streams.internal.restore;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

import io.millrace.streams.internal.task.Changelog;
import org.jspecify.annotations.Nullable;

/**
 * The restoration of one changelog as a state machine: where to start, where to stop and
 * how far it is. It knows neither clients nor tasks; {@link Restoration} tells it what
 * the broker says. The end is the latest offset asked read-uncommitted, and it's reached
 * by the position of a read-committed consumer: only then are all transactions that were
 * open at the beginning decided.
 */
final class ChangelogProgress {

	/** A local state ends before the marker of the commit that it was written for. */
	private static final int MARKER = 1;

	private final OptionalLong localOffset;

	private final @Nullable Instant lastWritten;

	private final OptionalLong limit;

	private State state = State.UNLOCATED;

	private long start = -1;

	private long position = -1;

	private long target = -1;

	private long restored;

	private long startedAt;

	/**
	 * Starts.
	 * @param changelog how far the local state is, and since when
	 * @param limit the offset to stop before; empty to go to the end
	 */
	ChangelogProgress(Changelog changelog, OptionalLong limit) {
		this.localOffset = changelog.offset();
		this.lastWritten = changelog.lastWritten();
		this.limit = limit;
	}

	/**
	 * The broker told where the changelog begins and ends.
	 * @param earliest the first offset
	 * @param latest the offset behind the last record, committed or not
	 * @param deletesKept for how long the topic keeps a record that deletes a key; null
	 * if that isn't known
	 * @param now milliseconds since the epoch
	 * @return what to do
	 */
	Decision located(long earliest, long latest, @Nullable Duration deletesKept, long now) {
		if (this.localOffset.isPresent()
				&& (this.localOffset.getAsLong() > latest || this.localOffset.getAsLong() < earliest)) {
			// The topic was made anew, or records that are missing here were deleted.
			return Decision.START_OVER;
		}
		if (deletesMayBeMissing(latest, deletesKept, now)) {
			return Decision.START_OVER_STALE;
		}
		this.start = this.localOffset.orElse(earliest);
		this.position = this.start;
		this.target = Math.min(latest, this.limit.orElse(latest));
		this.startedAt = now;
		if (this.position >= this.target) {
			this.state = State.DONE;
			return Decision.DONE;
		}
		this.state = State.READING;
		return Decision.READ;
	}

	/**
	 * Whether keys may have been deleted after the local state was written to, by records
	 * that are gone from the changelog. They would come back to life.
	 */
	private boolean deletesMayBeMissing(long latest, @Nullable Duration deletesKept, long now) {
		return this.localOffset.isPresent() && this.lastWritten != null && deletesKept != null
				&& latest > this.localOffset.getAsLong() + MARKER
				&& Duration.between(this.lastWritten, Instant.ofEpochMilli(now)).compareTo(deletesKept) > 0;
	}

	/**
	 * Records were applied.
	 * @param records how many
	 * @param position the consumer's position behind them
	 * @return whether the end is reached
	 */
	boolean advanced(int records, long position) {
		if (this.state == State.READING) {
			this.restored += records;
			this.position = Math.min(position, this.target);
			if (this.position >= this.target) {
				this.state = State.DONE;
			}
		}
		return this.state == State.DONE;
	}

	State state() {
		return this.state;
	}

	long position() {
		return this.position;
	}

	long target() {
		return this.target;
	}

	long restored() {
		return this.restored;
	}

	/**
	 * Offsets still to go.
	 * @return the count, -1 if not known yet
	 */
	long remaining() {
		return (this.state == State.UNLOCATED) ? -1 : Math.max(0, this.target - this.position);
	}

	/**
	 * How long the rest takes at the pace so far.
	 * @param now milliseconds
	 * @return milliseconds, -1 if not known yet
	 */
	long estimatedMillis(long now) {
		if (this.state == State.DONE) {
			return 0;
		}
		long done = this.position - this.start;
		if (this.state == State.UNLOCATED || done <= 0) {
			return -1;
		}
		return (long) ((double) remaining() * Math.max(1, now - this.startedAt) / done);
	}

	/** Where it stands. */
	enum State {

		/** The broker wasn't asked yet, or hasn't answered. */
		UNLOCATED,
		/** Records are being read. */
		READING,
		/** The state is complete. */
		DONE

	}

	/** What follows from where the changelog begins and ends. */
	enum Decision {

		/** Read from {@link ChangelogProgress#position()}. */
		READ,
		/** There is nothing to read. */
		DONE,
		/** The local state doesn't fit the changelog: drop it. */
		START_OVER,
		/** The local state is so old that the changelog may not tell all: drop it. */
		START_OVER_STALE

	}

}
