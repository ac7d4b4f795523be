package io.millrace.streams.internal.task;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

import io.millrace.streams.internal.operator.ClockName;
import io.millrace.streams.internal.operator.WindowClock;
import io.millrace.streams.processor.TaskId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one home of stream time within a task: how far it has got, by which window
 * operators decide what is closed and late. Both are kept with the committed offsets, so
 * that they survive restarts and move with the partition.
 */
final class StreamTime {

	/**
	 * No record has been seen yet.
	 */
	static final long UNKNOWN = -1;

	private static final Logger logger = LoggerFactory.getLogger(StreamTime.class);

	private final List<Clock> clocks = new ArrayList<>();

	private final List<CommitMetadata> restored = new ArrayList<>();

	private long now = UNKNOWN;

	long now() {
		return this.now;
	}

	/**
	 * Sees a record about to be processed.
	 */
	void observe(long timestamp) {
		if (timestamp > this.now) {
			this.now = timestamp;
		}
	}

	/**
	 * Goes back, after an abort.
	 */
	void reset(long now) {
		this.now = now;
		for (Clock clock : this.clocks) {
			clock.now = clock.committed;
			clock.marked = clock.committed;
			clock.expected = WindowClock.UNKNOWN;
			clock.silent = false;
		}
	}

	/**
	 * The clock of a window operator, the same one at each call.
	 * @param name its name
	 * @param graceMillis how long after its end a window still takes records
	 * @param ofStore the latest time in its stores, from which it goes on if none was
	 * committed: less than where it was perhaps, but never more
	 */
	WindowClock clock(ClockName name, long graceMillis, LongSupplier ofStore) {
		for (Clock clock : this.clocks) {
			if (clock.name.sameClock(name)) {
				return clock;
			}
		}
		long start = restoredTime(name.key());
		start = (start != UNKNOWN) ? start : restoredTime(name.formerKey());
		start = (start != UNKNOWN) ? start : ofStore.getAsLong();
		Clock clock = new Clock(name, graceMillis, start);
		this.clocks.add(clock);
		return clock;
	}

	private long restoredTime(String key) {
		long time = UNKNOWN;
		for (CommitMetadata metadata : this.restored) {
			time = Math.max(time, metadata.clocks().time(key));
		}
		return time;
	}

	/**
	 * All clocks are there. Says so if they are too many to be committed for sure.
	 */
	void started(TaskId task) {
		if (this.clocks.size() > CommitMetadata.CLOCKS_THAT_FIT) {
			logger.warn("Task {} has {} windowed operators, of which {} surely fit what a broker takes as metadata of"
					+ " an offset (offset.metadata.max.bytes). The time of those that are furthest behind may be left"
					+ " out; after a restart it is then the latest in their stores, and a window that had closed may"
					+ " take records again. Divide the topology: a repartition topic splits a subtopology.", task,
					this.clocks.size(), CommitMetadata.CLOCKS_THAT_FIT);
		}
	}

	/**
	 * The record is through: what window operators have seen stays.
	 */
	void mark() {
		for (int i = 0; i < this.clocks.size(); i++) {
			Clock clock = this.clocks.get(i);
			clock.marked = clock.now;
			clock.startedAnew = false;
		}
	}

	/**
	 * The record failed: window operators haven't seen it.
	 */
	void rollback() {
		for (int i = 0; i < this.clocks.size(); i++) {
			Clock clock = this.clocks.get(i);
			clock.now = clock.marked;
			if (clock.startedAnew) {
				clock.expected = WindowClock.UNKNOWN;
				clock.startedAnew = false;
			}
		}
	}

	/**
	 * Whether window operators have seen something that isn't committed.
	 */
	boolean movedSinceCommit() {
		for (Clock clock : this.clocks) {
			if (clock.now != clock.committed) {
				return true;
			}
		}
		return false;
	}

	/**
	 * What window operators have seen is committed.
	 */
	void committed() {
		for (Clock clock : this.clocks) {
			clock.committed = clock.now;
		}
	}

	/**
	 * What to commit with the offset of a partition.
	 * @param partitionTime the highest timestamp processed of the partition
	 */
	String metadata(long partitionTime) {
		Map<String, Long> times = new HashMap<>();
		for (Clock clock : this.clocks) {
			if (clock.now != UNKNOWN) {
				times.merge(clock.name.key(), clock.now, Math::max);
			}
		}
		return CommitMetadata.encode(partitionTime, times);
	}

	/**
	 * Takes over what was committed with the offset of a partition. Not every commit is
	 * of all partitions, so the latest time counts.
	 */
	void restore(CommitMetadata metadata) {
		this.restored.add(metadata);
	}

	private static final class Clock implements WindowClock {

		private final ClockName name;

		private final long grace;

		private long now;

		private long marked;

		private long committed;

		/** The lowest end that is expected, or lower than that. */
		private long expected = UNKNOWN;

		/** Whether the record being processed had it found out anew. */
		private boolean startedAnew;

		private boolean silent;

		private Clock(ClockName name, long grace, long restored) {
			this.name = name;
			this.grace = grace;
			this.now = restored;
			this.marked = restored;
			this.committed = restored;
		}

		@Override
		public void observe(long timestamp) {
			if (timestamp > this.now) {
				this.now = timestamp;
			}
		}

		@Override
		public long now() {
			return this.now;
		}

		@Override
		public long settled() {
			return this.marked;
		}

		@Override
		public void silent(boolean stopped) {
			this.silent = stopped;
		}

		@Override
		public boolean silent() {
			return this.silent;
		}

		@Override
		public long closedUntil() {
			// Not ends plus the grace period, which may be beyond all time.
			return this.now - this.grace;
		}

		@Override
		public boolean closed(long end) {
			return end <= closedUntil();
		}

		@Override
		public void expect(long end) {
			if (end < this.expected) {
				this.expected = end;
			}
		}

		@Override
		public long expected() {
			return this.expected;
		}

		@Override
		public boolean due() {
			// What isn't known is lower than any end.
			return closed(this.expected);
		}

		@Override
		public void expectNothing() {
			this.expected = Long.MAX_VALUE;
			this.startedAnew = true;
		}

	}

}
