package io.millrace.streams.internal.restore;

import java.util.OptionalLong;

/**
 * The restoration of one changelog as a state machine: where to start, where to stop and
 * how far it is. It knows neither clients nor tasks; {@link Restoration} tells it what
 * the broker says. The end is the latest offset asked read-uncommitted, and it's reached
 * by the position of a read-committed consumer: only then are all transactions that were
 * open at the beginning decided.
 */
final class ChangelogProgress {

	private final OptionalLong localOffset;

	private final OptionalLong limit;

	private State state = State.UNLOCATED;

	private long start = -1;

	private long position = -1;

	private long target = -1;

	private long restored;

	private long startedAt;

	/**
	 * Starts.
	 * @param localOffset the offset the local state is at; empty if there is none
	 * @param limit the offset to stop before; empty to go to the end
	 */
	ChangelogProgress(OptionalLong localOffset, OptionalLong limit) {
		this.localOffset = localOffset;
		this.limit = limit;
	}

	/**
	 * The broker told where the changelog begins and ends.
	 * @param earliest the first offset
	 * @param latest the offset behind the last record, committed or not
	 * @param now milliseconds
	 * @return what to do
	 */
	Decision located(long earliest, long latest, long now) {
		if (this.localOffset.isPresent()
				&& (this.localOffset.getAsLong() > latest || this.localOffset.getAsLong() < earliest)) {
			// The topic was made anew, or records that are missing here were deleted.
			return Decision.START_OVER;
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
		START_OVER

	}

}
