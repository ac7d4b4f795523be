package io.millrace.streams.internal.operator;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * Which keys have windows that wait to be closed, by a time of the window, in memory. It
 * only says where to look: what there is of a window is in the store. So entries may be
 * too many, and are made anew from the store when all since a commit is undone. Owned by
 * an aggregation that gives final results.
 */
final class ClosingIndex {

	/** By that time, the keys by what they are told apart by. */
	private final TreeMap<Long, Map<Object, Object>> waiting = new TreeMap<>();

	/** What was taken for work that may be undone yet. */
	private final List<Taken> taken = new ArrayList<>();

	private boolean complete;

	private long time;

	/**
	 * Adds a window.
	 * @param identity what the key is told apart by
	 * @param key the key
	 * @param windowTime the time of the window
	 */
	void expect(Object identity, Object key, long windowTime) {
		this.waiting.computeIfAbsent(windowTime, (start) -> new LinkedHashMap<>()).putIfAbsent(identity, key);
	}

	/**
	 * Whether it has to be filled from the store.
	 */
	boolean incomplete() {
		return !this.complete;
	}

	void completed() {
		this.complete = true;
	}

	/**
	 * Everything since the last commit is undone.
	 */
	void forget() {
		this.waiting.clear();
		this.taken.clear();
		this.complete = false;
	}

	/**
	 * Called before time moves on, which one record may do several times. If it went
	 * back, since the record failed, what was taken for the record is put back.
	 * @param clock the time so far
	 */
	void begin(WindowClock clock) {
		if (this.taken.isEmpty()) {
			return;
		}
		for (Taken one : this.taken) {
			if (one.at > clock.now()) {
				expect(one.identity, one.key, one.windowTime);
			}
		}
		this.taken.removeIf((one) -> one.at > clock.now() || one.at <= clock.settled());
	}

	/**
	 * Takes a window out that is closed.
	 * @param clock says which are
	 * @param span from the time of a window to its end
	 * @return the key of the earliest, whose time is {@link #time()}; null if none is
	 */
	@Nullable Object take(WindowClock clock, long span) {
		Map.Entry<Long, Map<Object, Object>> first = this.waiting.firstEntry();
		if (first == null || !clock.closed(end(first.getKey(), span))) {
			return null;
		}
		this.time = first.getKey();
		Iterator<Map.Entry<Object, Object>> keys = first.getValue().entrySet().iterator();
		Map.Entry<Object, Object> next = keys.next();
		Object key = next.getValue();
		this.taken.add(new Taken(next.getKey(), key, this.time, clock.now()));
		keys.remove();
		if (first.getValue().isEmpty()) {
			this.waiting.remove(this.time);
		}
		return key;
	}

	/**
	 * The time of the window that was taken out last.
	 */
	long time() {
		return this.time;
	}

	static long end(long time, long span) {
		long end = time + span;
		return (end < time) ? Long.MAX_VALUE : end;
	}

	private record Taken(Object identity, Object key, long windowTime, long at) {
	}

}
