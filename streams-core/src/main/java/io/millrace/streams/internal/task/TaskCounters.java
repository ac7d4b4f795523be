package io.millrace.streams.internal.task;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the tasks of one thread did. Written by that thread, read by any; a write is a
 * plain store with release order, no atomic operation.
 */
public final class TaskCounters {

	private final AtomicLong processed = new AtomicLong();

	private final AtomicLong skipped = new AtomicLong();

	private final AtomicLong deadLettered = new AtomicLong();

	private final AtomicLong dropped = new AtomicLong();

	private final Map<String, AtomicLong> droppedByReason = new ConcurrentHashMap<>();

	private final AtomicLong sent = new AtomicLong();

	private final AtomicLong changelogged = new AtomicLong();

	private final AtomicLong restored = new AtomicLong();

	private static void add(AtomicLong counter, long count) {
		counter.setRelease(counter.getPlain() + count);
	}

	public void processed(long count) {
		add(this.processed, count);
	}

	public void skipped() {
		add(this.skipped, 1);
	}

	public void deadLettered() {
		add(this.deadLettered, 1);
	}

	/**
	 * A record has no place in the stream by its semantics.
	 * @param reason why, one of a small fixed set
	 */
	public void dropped(String reason) {
		add(this.dropped, 1);
		add(this.droppedByReason.computeIfAbsent(reason, (added) -> new AtomicLong()), 1);
	}

	public void sent(long count) {
		add(this.sent, count);
	}

	public void changelogged(long count) {
		add(this.changelogged, count);
	}

	public void restored(long count) {
		add(this.restored, count);
	}

	public long processedCount() {
		return this.processed.getAcquire();
	}

	public long skippedCount() {
		return this.skipped.getAcquire();
	}

	public long deadLetteredCount() {
		return this.deadLettered.getAcquire();
	}

	public long droppedCount() {
		return this.dropped.getAcquire();
	}

	/**
	 * How many records were dropped for one reason.
	 * @param reason the reason
	 * @return the count
	 */
	public long droppedCount(String reason) {
		AtomicLong count = this.droppedByReason.get(reason);
		return (count != null) ? count.getAcquire() : 0;
	}

	public long sentCount() {
		return this.sent.getAcquire();
	}

	public long changeloggedCount() {
		return this.changelogged.getAcquire();
	}

	public long restoredCount() {
		return this.restored.getAcquire();
	}

}
