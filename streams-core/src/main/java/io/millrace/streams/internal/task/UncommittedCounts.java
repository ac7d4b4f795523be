package io.millrace.streams.internal.task;

import java.util.ArrayList;
import java.util.List;

import io.millrace.streams.internal.store.DropReason;

/**
 * What a task has passed over since its last commit. It's counted once that is committed:
 * what is undone comes again. Owned by {@link BadRecords}.
 */
final class UncommittedCounts {

	private final TaskCounters counters;

	/** The reasons, one for each record dropped. */
	private final List<DropReason> dropped = new ArrayList<>();

	/** How many of these aren't of the record being processed. */
	private int through;

	private int skipped;

	private int deadLettered;

	UncommittedCounts(TaskCounters counters) {
		this.counters = counters;
	}

	void skipped() {
		this.skipped++;
	}

	void deadLettered() {
		this.deadLettered++;
	}

	void dropped(DropReason reason) {
		this.dropped.add(reason);
	}

	/**
	 * The record is through.
	 */
	void mark() {
		this.through = this.dropped.size();
	}

	/**
	 * The record failed: whatever was dropped on its way comes again, or doesn't matter.
	 */
	void rollback() {
		while (this.dropped.size() > this.through) {
			this.dropped.remove(this.dropped.size() - 1);
		}
	}

	void committed() {
		for (int i = 0; i < this.skipped; i++) {
			this.counters.skipped();
		}
		for (int i = 0; i < this.deadLettered; i++) {
			this.counters.deadLettered();
		}
		for (int i = 0; i < this.dropped.size(); i++) {
			this.counters.dropped(this.dropped.get(i));
		}
		aborted();
	}

	void aborted() {
		this.skipped = 0;
		this.deadLettered = 0;
		this.dropped.clear();
		this.through = 0;
	}

}
