package io.millrace.streams.internal.task;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.processor.Cancellable;
import io.millrace.streams.processor.Punctuator;

/**
 * The callbacks of a task that wait for one clock, stream time or wall clock. A callback
 * is due once its time is reached; however far the clock jumped it's called once, and
 * stays on its grid of intervals. Owned by {@link StreamTask}.
 */
final class Punctuations {

	private static final long NEVER = Long.MAX_VALUE;

	private final PriorityQueue<Entry> entries = new PriorityQueue<>(
			Comparator.comparingLong((Entry entry) -> entry.due).thenComparingLong((entry) -> entry.sequence));

	/** What was called since the last commit. */
	private final List<Entry> called = new ArrayList<>();

	private long sequence;

	private long nextDue = NEVER;

	/**
	 * Adds a callback.
	 * @param operator on whose behalf
	 * @param due the first time
	 * @param interval milliseconds between two calls
	 * @param callback what to call
	 * @return the means to cancel it
	 */
	Cancellable add(Operator operator, long due, long interval, Punctuator callback) {
		Entry entry = new Entry(operator, due, interval, callback, this.sequence++);
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
				runner.run(entry.operator, entry.callback, now);
				called = true;
			}
			entry = this.entries.peek();
		}
		this.nextDue = (entry != null) ? entry.due : NEVER;
		return called;
	}

	/**
	 * What was called isn't called again for that: it's committed, or its effects are
	 * given up.
	 */
	void keep() {
		for (int i = 0; i < this.called.size(); i++) {
			this.called.get(i).called = false;
		}
		this.called.clear();
	}

	/**
	 * What was called is undone, and due again.
	 */
	void repeat() {
		for (Entry entry : this.called) {
			this.entries.remove(entry);
			entry.due = entry.firstDue;
			this.entries.add(entry);
			this.nextDue = Math.min(this.nextDue, entry.due);
		}
		keep();
	}

	/**
	 * Calls one callback that is due.
	 */
	interface Runner {

		void run(Operator operator, Punctuator callback, long now);

	}

	private static final class Entry implements Cancellable {

		private final Operator operator;

		private final long interval;

		private final Punctuator callback;

		private final long sequence;

		private long due;

		/** When it was due at first of the times that it was called at. */
		private long firstDue;

		private boolean called;

		private boolean cancelled;

		private Entry(Operator operator, long due, long interval, Punctuator callback, long sequence) {
			this.operator = operator;
			this.due = due;
			this.interval = interval;
			this.callback = callback;
			this.sequence = sequence;
		}

		@Override
		public void cancel() {
			this.cancelled = true;
		}

	}

}
