package io.millrace.streams.internal.task;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

import io.millrace.streams.internal.store.DropReason;

/**
 * What the tasks of one thread did. Written by that thread, read by any; a write is a
 * plain store with release order, no atomic operation.
 */
public final class TaskCounters {

	private final AtomicLong processed = new AtomicLong();

	private final AtomicLong skipped = new AtomicLong();

	private final AtomicLong deadLettered = new AtomicLong();

	private final Map<DropReason, AtomicLong> dropped = new EnumMap<>(DropReason.class);

	private final AtomicLong sent = new AtomicLong();

	private final AtomicLong changelogged = new AtomicLong();

	private final AtomicLong restored = new AtomicLong();

	public TaskCounters() {
		for (DropReason reason : DropReason.values()) {
			this.dropped.put(reason, new AtomicLong());
		}
	}

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
	 * @param reason why
	 */
	public void dropped(DropReason reason) {
		add(Objects.requireNonNull(this.dropped.get(reason)), 1);
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
		return droppedCounts().values().stream().mapToLong(Long::longValue).sum();
	}

	/**
	 * How many records were dropped, by the reason.
	 * @return the counts by {@link DropReason#tag()}, of all reasons there are
	 */
	public Map<String, Long> droppedCounts() {
		Map<String, Long> counts = new TreeMap<>();
		this.dropped.forEach((reason, count) -> counts.put(reason.tag(), count.getAcquire()));
		return counts;
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
