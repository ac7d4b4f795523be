package io.millrace.streams.internal.operator;

import java.util.Objects;
import java.util.function.Supplier;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.internal.store.ByteRows;
import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.internal.store.KeyWindows;
import io.millrace.streams.internal.store.WindowRows;
import io.millrace.streams.kstream.ValueJoinerWithKey;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * One side of a join of two streams. A record is kept in the store of its side and joined
 * with those within its window in the store of the other. One that has no match is kept
 * beside, if its side is an outer one, until it finds a match or its window is closed:
 * then the result without a match is given, at the first record with key and value once
 * the time of the join is past the window, whichever side and key it has. All records
 * move that time.
 * <p>
 * Such a result is final. A record that is a match for it after all is late: it is
 * dropped as a whole and counted, and not kept. So a record that is kept has been joined
 * with all within its window that are kept, which is how a record whose window is closed
 * is known to have had a match.
 */
public final class StreamStreamJoinOperator extends Operator {

	private final StreamStreamJoin join;

	private final boolean left;

	private final long before;

	private final long after;

	private final boolean outer;

	private final ValueJoinerWithKey<@Nullable Object, @Nullable Object, @Nullable Object, @Nullable Object> joiner;

	private @Nullable OperatorContext context;

	private @Nullable WindowClock clock;

	private @Nullable JoinedLate late;

	private @Nullable KeyWindows own;

	/** The same store as its users write it. */
	private @Nullable WindowStore<Object, Object> written;

	private @Nullable KeyWindows other;

	private final WindowRows matches = new WindowRows();

	private @Nullable UnjoinedRecords unjoined;

	private final WithoutMatch withoutMatch = new WithoutMatch();

	/**
	 * Makes the operator.
	 * @param join what both sides have in common
	 * @param left whether this is the left side
	 */
	@SuppressWarnings("unchecked")
	public StreamStreamJoinOperator(StreamStreamJoin join, boolean left) {
		this.join = join;
		this.left = left;
		this.before = join.before(left);
		this.after = join.after(left);
		this.outer = join.outer(left);
		this.joiner = (ValueJoinerWithKey<@Nullable Object, @Nullable Object, @Nullable Object, @Nullable Object>) join
			.joiner();
	}

	@Override
	@SuppressWarnings("unchecked")
	public void init(OperatorContext context) {
		this.context = context;
		this.clock = context.windowClock(ClockName.of(this.join.name(), this.join.leftStore(), this.join.rightStore()),
				this.join.windows().gracePeriodMs());
		this.late = new JoinedLate(this.join, this.left, context, this.clock);
		this.own = windows(context, this.join.store(this.left));
		this.other = windows(context, this.join.store(!this.left));
		this.written = (WindowStore<Object, Object>) this.own;
		String store = this.join.unjoinedStore();
		this.unjoined = (store != null) ? unjoined(context, store) : null;
	}

	private KeyWindows windows(OperatorContext context, String store) {
		if (context.store(store) instanceof KeyWindows found) {
			return found;
		}
		throw missing(context, store);
	}

	private UnjoinedRecords unjoined(OperatorContext context, String store) {
		if (context.store(store) instanceof ByteRows found) {
			return new UnjoinedRecords(found, context.applicationId() + "-" + store + "-changelog",
					serde(this.join.keySerde(), context::defaultKeySerde),
					serde(this.join.leftSerde(), context::defaultValueSerde),
					serde(this.join.rightSerde(), context::defaultValueSerde));
		}
		throw missing(context, store);
	}

	@SuppressWarnings("unchecked")
	private static Serde<Object> serde(@Nullable Serde<?> declared, Supplier<Serde<?>> otherwise) {
		return (Serde<Object>) ((declared != null) ? declared : otherwise.get());
	}

	private StreamsException missing(OperatorContext context, String store) {
		return new StreamsException("Store " + store + " of join " + name() + " is missing in task " + context.taskId()
				+ ", or of another kind.");
	}

	@Override
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		WindowClock time = Objects.requireNonNull(this.clock, "The operator takes records before it is readied");
		time.observe(timestamp);
		if (value == null) {
			Drops.count(this.context, name(), (key == null) ? DropReason.NULL_KEY : DropReason.NULL_VALUE);
		}
		else if (key != null) {
			if (this.unjoined != null && time.due()) {
				giveResultsWithoutMatch(this.unjoined, time);
			}
			join(key, value, timestamp, headers, time);
		}
		else if (this.outer) {
			forward(null, joined(null, value, null), timestamp, headers);
		}
		else {
			Drops.count(this.context, name(), DropReason.NULL_KEY);
		}
	}

	private void join(Object key, Object value, long timestamp, Headers headers, WindowClock time) {
		JoinedLate lateRecords = Objects.requireNonNull(this.late);
		long contradicted = contradictedFinalResult(key, timestamp, time);
		if (contradicted >= 0) {
			lateRecords.dropped(name(), key, value, timestamp, headers, !this.left, contradicted);
			return;
		}
		boolean alone = true;
		if (latest(timestamp, this.after) >= 0) {
			collect(key, earliest(timestamp, this.before), latest(timestamp, this.after));
			for (int i = 0; i < this.matches.count(); i++) {
				long matchTime = this.matches.start(i);
				alone = false;
				if (this.unjoined != null && this.join.outer(!this.left)) {
					this.unjoined.remove(!this.left, key, matchTime);
				}
				forward(key, joined(key, value, this.matches.value(i)), Math.max(timestamp, matchTime), headers);
			}
			this.matches.clear();
		}
		if (alone && this.outer && matchesFormer(key, timestamp, time)) {
			lateRecords.dropped(name(), key, value, timestamp, headers, this.left, timestamp);
			return;
		}
		lateRecords.written(kept(this.own), key, value, timestamp, headers);
		Objects.requireNonNull(this.written).put(key, value, timestamp);
		if (alone && this.outer) {
			keepUnjoined(key, value, timestamp, headers, time);
		}
	}

	/**
	 * Whether a record that comes after its window has a match that has expired, with
	 * which it can't be joined any more. That it has none must not be said either.
	 */
	private boolean matchesFormer(Object key, long timestamp, WindowClock time) {
		// What lies farthest before expires a millisecond before the window is closed.
		return time.closed(this.join.end(this.left, timestamp) - 1) && latest(timestamp, this.after) >= 0
				&& kept(this.other).known(key, earliest(timestamp, this.before), latest(timestamp, this.after));
	}

	private void collect(Object key, long from, long to) {
		kept(this.other).collect(key, from, to, this.matches);
	}

	private void keepUnjoined(Object key, Object value, long timestamp, Headers headers, WindowClock time) {
		long end = this.join.end(this.left, timestamp);
		if (time.closed(end)) {
			forward(key, joined(key, value, null), timestamp, headers);
		}
		else {
			Objects.requireNonNull(this.unjoined).add(this.left, key, value, timestamp);
			time.expect(end);
		}
	}

	/**
	 * Finds a record that this one matches, and whose result has been given without a
	 * match.
	 * @return the time of that record; -1 if there is none
	 */
	private long contradictedFinalResult(Object key, long timestamp, WindowClock time) {
		long from = earliest(timestamp, this.before);
		if (!this.join.outer(!this.left) || !time.closed(this.join.end(!this.left, from))) {
			return -1;
		}
		collect(key, from, latest(timestamp, this.after));
		for (int i = 0; i < this.matches.count(); i++) {
			long matchTime = this.matches.start(i);
			if (!time.closed(this.join.end(!this.left, matchTime))) {
				return -1;
			}
			if (!hadMatch(key, matchTime)) {
				return matchTime;
			}
		}
		return -1;
	}

	private boolean hadMatch(Object key, long otherTime) {
		if (latest(otherTime, this.before) < 0) {
			return false;
		}
		// What lies before a record of one side lies after one of the other. It may have
		// expired since.
		return kept(this.own).known(key, earliest(otherTime, this.after), latest(otherTime, this.before));
	}

	private void giveResultsWithoutMatch(UnjoinedRecords records, WindowClock time) {
		long expected = time.expected();
		// Not all of that may be a window's; what is expected may be lower than need be.
		long from = (expected != WindowClock.UNKNOWN && expected != Long.MAX_VALUE)
				? expected - 1 - this.join.longestWait() : 0;
		// From here on, no window is closed.
		long to = WindowTimes.earlier(time.closedUntil(), this.join.shortestWait());
		time.expectNothing();
		if (to > from) {
			try (UnjoinedRecords.Walk walk = records.walk(from, to)) {
				while (walk.next()) {
					long end = this.join.end(walk.left(), walk.timestamp());
					if (time.closed(end)) {
						giveResultsWithoutMatch(walk);
					}
					else {
						time.expect(end);
					}
				}
			}
		}
		long next = records.firstTime(Math.max(from, to));
		if (next >= 0) {
			time.expect(WindowTimes.later(next, this.join.shortestWait() + 1));
		}
	}

	private void giveResultsWithoutMatch(UnjoinedRecords.Walk walk) {
		OperatorContext task = Objects.requireNonNull(this.context);
		WithoutMatch result = this.withoutMatch;
		result.key = walk.key();
		result.timestamp = walk.timestamp();
		result.ofLeft = walk.left();
		walk.remove();
		for (Object value : walk.values()) {
			result.value = value;
			task.onBehalfOf(null, -1, result.timestamp, result);
		}
		result.key = null;
		result.value = null;
	}

	@SuppressWarnings("NullAway")
	private @Nullable Object joined(@Nullable Object key, Object value, @Nullable Object match) {
		return this.left ? this.joiner.apply(key, value, match) : this.joiner.apply(key, match, value);
	}

	private static KeyWindows kept(@Nullable KeyWindows store) {
		return Objects.requireNonNull(store, "The operator takes records before it is readied");
	}

	private static long earliest(long timestamp, long before) {
		return Math.max(0, timestamp - before);
	}

	private static long latest(long timestamp, long after) {
		long latest = timestamp + after;
		return (after > 0 && latest < timestamp) ? Long.MAX_VALUE : latest;
	}

	/**
	 * Gives one result without a match. The record that moved time on has nothing to do
	 * with it, nor have its headers.
	 */
	private final class WithoutMatch implements Runnable {

		private final RecordHeaders headers = new RecordHeaders();

		private @Nullable Object key;

		private @Nullable Object value;

		private long timestamp;

		private boolean ofLeft;

		@Override
		@SuppressWarnings("NullAway")
		public void run() {
			forward(this.key,
					this.ofLeft ? StreamStreamJoinOperator.this.joiner.apply(this.key, this.value, null)
							: StreamStreamJoinOperator.this.joiner.apply(this.key, null, this.value),
					this.timestamp, this.headers);
		}

	}

}
