package io.millrace.streams.internal.task;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.processor.Cancellable;
import io.millrace.streams.processor.Punctuator;
import org.jspecify.annotations.Nullable;

/**
 * The callbacks of a task that wait for one clock, stream time or wall clock. A callback
 * is due once its time is reached; however far the clock jumped it's called once, and
 * stays on its grid of intervals. Calls that are undone are done again, but those that
 * are passed over, and those alone, aren't. Owned by {@link StreamTask}.
 */
final class Punctuations {

	private static final long NEVER = Long.MAX_VALUE;

	private final PriorityQueue<Entry> entries = new PriorityQueue<>(
			Comparator.comparingLong((Entry entry) -> entry.due).thenComparingLong((entry) -> entry.sequence));

	/** What was called since the last commit. */
	private final List<Entry> called = new ArrayList<>();

	/** Whether the clock goes through the same times again when work is done again. */
	private final boolean repeatsTimes;

	private final Runnable commit;

	private @Nullable Entry running;

	private long runningAt;

	private long sequence;

	private long nextDue = NEVER;

	/**
	 * Makes it, without callbacks.
	 * @param repeatsTimes whether the clock goes through the same times again when work
	 * is done again, as stream time does
	 * @param commit asks for a commit
	 */
	Punctuations(boolean repeatsTimes, Runnable commit) {
		this.repeatsTimes = repeatsTimes;
		this.commit = commit;
	}

	/**
	 * Adds a callback.
	 * @param operator on whose behalf
	 * @param due the first time
	 * @param interval milliseconds between two calls
	 * @param callback what to call
	 * @return the means to cancel it
	 */
	Cancellable add(Operator operator, long due, long interval, Punctuator callback) {
		Entry entry = new Entry(operator, due, interval, callback, this.sequence++, this.repeatsTimes);
		this.entries.add(entry);
		this.nextDue = Math.min(this.nextDue, due);
		return entry;
	}

	boolean due(long now) {
		return now >= this.nextDue;
	}

	/**
	 * Calls what is due.
	 * @param now the clock
	 * @param runner calls one callback
	 * @return whether any was called
	 */
	boolean run(long now, Runner runner) {
		boolean called = false;
		Entry entry = this.entries.peek();
		while (entry != null && (entry.cancelled || entry.due <= now)) {
			this.entries.poll();
			if (!entry.cancelled) {
				if (!entry.called) {
					entry.called = true;
					entry.firstDue = entry.due;
					this.called.add(entry);
				}
				// Before the call, so that the schedule goes on after a failure.
				entry.due += ((now - entry.due) / entry.interval + 1) * entry.interval;
				this.entries.add(entry);
				called |= call(entry, now, runner);
			}
			entry = this.entries.peek();
		}
		this.nextDue = (entry != null) ? entry.due : NEVER;
		return called;
	}

	private boolean call(Entry entry, long now, Runner runner) {
		entry.calls++;
		if (entry.passedOverAt.contains(now)) {
			entry.passedOver++;
			return false;
		}
		this.running = entry;
		this.runningAt = now;
		try {
			runner.run(entry.operator, entry.callback, now);
		}
		finally {
			this.running = null;
		}
		if (entry.alone) {
			this.commit.run();
		}
		return true;
	}

	/**
	 * What is called now, null if nothing is.
	 */
	@Nullable Call running() {
		return (this.running != null) ? new Call(this.running, this.runningAt) : null;
	}

	/**
	 * What was called is committed.
	 */
	void keep() {
		for (int i = 0; i < this.called.size(); i++) {
			Entry entry = this.called.get(i);
			entry.forgetCalls();
			entry.alone = false;
			if (!entry.passedOverAt.isEmpty()) {
				entry.passedOverAt.clear();
			}
		}
		this.called.clear();
	}

	/**
	 * What was called is undone, and due again unless it is passed over.
	 */
	void repeat() {
		for (Entry entry : this.called) {
			if (entry.passedOver < entry.calls) {
				this.entries.remove(entry);
				entry.due = entry.firstDue;
				this.entries.add(entry);
				this.nextDue = Math.min(this.nextDue, entry.due);
			}
			entry.forgetCalls();
		}
		this.called.clear();
	}

	/**
	 * Calls one callback that is due.
	 */
	interface Runner {

		void run(Operator operator, Punctuator callback, long now);

	}

	/**
	 * One call of a callback.
	 *
	 * @param entry the callback
	 * @param at the time it was called with
	 */
	record Call(Entry entry, long at) {

		/**
		 * It was done since the last commit and will be undone, and isn't to be done
		 * again. The next call of the same callback, in place of others that are undone
		 * perhaps, is committed by itself: it may fail like this one.
		 */
		void passOver() {
			this.entry.passedOver++;
			this.entry.alone = true;
			if (this.entry.repeatsTimes) {
				this.entry.passedOverAt.add(this.at);
			}
		}

	}

	static final class Entry implements Cancellable {

		private final Operator operator;

		private final long interval;

		private final Punctuator callback;

		private final long sequence;

		private final boolean repeatsTimes;

		private long due;

		/** When it was due at first of the times that it was called at. */
		private long firstDue;

		private boolean called;

		/** How often since the last commit. */
		private int calls;

		/** How many of those calls aren't to be done again. */
		private int passedOver;

		/** The times of calls that aren't done when the clock comes there again. */
		private final Set<Long> passedOverAt = new HashSet<>();

		/** Whether a call is to be committed at once. */
		private boolean alone;

		private boolean cancelled;

		private Entry(Operator operator, long due, long interval, Punctuator callback, long sequence,
				boolean repeatsTimes) {
			this.operator = operator;
			this.due = due;
			this.interval = interval;
			this.callback = callback;
			this.sequence = sequence;
			this.repeatsTimes = repeatsTimes;
		}

		private void forgetCalls() {
			this.called = false;
			this.calls = 0;
			this.passedOver = 0;
		}

		@Override
		public void cancel() {
			this.cancelled = true;
		}

	}

}
