package io.millrace.streams.benchmarks.measure;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/**
 * The pace of {@link Pace#bounded}: once too many records are without a result it stops,
 * for as long as that takes.
 */
final class BoundedPace implements Pace {

	/** More than a sender can do in the millisecond that it pauses. */
	private static final long AT_ONCE = 2000;

	private final LongSupplier seen;

	private final long most;

	/** What was the first record of each timestamp that has no result yet. */
	private final Deque<First> open = new ArrayDeque<>();

	BoundedPace(LongSupplier seen, long most) {
		this.seen = seen;
		this.most = most;
	}

	@Override
	public long due(long now, long sent) {
		long through = this.seen.getAsLong();
		while (!this.open.isEmpty() && this.open.peekFirst().timestamp() <= through) {
			this.open.removeFirst();
		}
		long without = this.open.isEmpty() ? 0 : sent - this.open.peekFirst().number();
		return (without < this.most) ? sent + AT_ONCE : sent;
	}

	@Override
	public long timestamp(long number, long now) {
		if (this.open.isEmpty() || this.open.peekLast().timestamp() != now) {
			this.open.addLast(new First(now, number));
		}
		return now;
	}

	private record First(long timestamp, long number) {
	}

}
