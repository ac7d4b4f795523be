package io.millrace.streams.internal.operator;

import java.util.List;
import java.util.Objects;

import io.millrace.streams.KeyValue;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.internal.store.KeyWindows;
import io.millrace.streams.kstream.ValueJoinerWithKey;
import io.millrace.streams.state.WindowStore;
import io.millrace.streams.state.WindowStoreIterator;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Joins a stream with itself by one store: each record is joined as the left one with
 * those that came before, and then as the right one with those and itself. The results
 * and their order are those of {@link StreamStreamJoinOperator} on both sides. Since a
 * record matches itself, an outer join has no results without a match, but for records
 * without a key.
 */
public final class SelfJoinOperator extends Operator {

	private final StreamStreamJoin join;

	private final ValueJoinerWithKey<@Nullable Object, @Nullable Object, @Nullable Object, @Nullable Object> joiner;

	private @Nullable OperatorContext context;

	private @Nullable WindowStore<Object, Object> store;

	/** The clock, if anybody is told of late records; nothing else asks for the time. */
	private @Nullable WindowClock clock;

	private List<JoinedLate> late = List.of();

	/**
	 * Makes the operator.
	 * @param join the join, of which the left store is used
	 */
	@SuppressWarnings("unchecked")
	public SelfJoinOperator(StreamStreamJoin join) {
		this.join = join;
		this.joiner = (ValueJoinerWithKey<@Nullable Object, @Nullable Object, @Nullable Object, @Nullable Object>) join
			.joiner();
	}

	/**
	 * Whether one store does for a join of a stream with itself: not if records may have
	 * results without a match, and don't match themselves.
	 * @param join the join
	 * @return true if so
	 */
	public static boolean fits(StreamStreamJoin join) {
		boolean outer = join.leftOuter() || join.rightOuter();
		return !outer || matchesItself(join);
	}

	private static boolean matchesItself(StreamStreamJoin join) {
		return join.windows().beforeMs >= 0 && join.windows().afterMs >= 0;
	}

	@Override
	@SuppressWarnings("unchecked")
	public void init(OperatorContext context) {
		this.context = context;
		if (!(context.store(this.join.leftStore()) instanceof WindowStore<?, ?> found && found instanceof KeyWindows)) {
			throw new StreamsException("Store " + this.join.leftStore() + " of join " + name() + " is missing in task "
					+ context.taskId() + ", or of another kind.");
		}
		this.store = (WindowStore<Object, Object>) found;
		if (this.join.tellsOfLateRecords()) {
			WindowClock time = context.windowClock(ClockName.of(this.join.name(), this.join.leftStore()),
					this.join.windows().gracePeriodMs());
			this.clock = time;
			this.late = List.of(new JoinedLate(this.join, true, context, time),
					new JoinedLate(this.join, false, context, time));
		}
	}

	@Override
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		if (this.clock != null) {
			this.clock.observe(timestamp);
		}
		if (value == null) {
			Drops.count(this.context, name(), (key == null) ? DropReason.NULL_KEY : DropReason.NULL_VALUE);
		}
		else if (key != null) {
			joinEarlier(key, value, timestamp, headers, true);
			for (JoinedLate side : this.late) {
				side.written((KeyWindows) store(), key, value, timestamp, headers);
			}
			store().put(key, value, timestamp);
			joinEarlier(key, value, timestamp, headers, false);
		}
		else if (this.join.leftOuter()) {
			forward(null, joined(null, value, null), timestamp, headers);
			if (this.join.rightOuter()) {
				forward(null, joined(null, null, value), timestamp, headers);
			}
		}
		else {
			Drops.count(this.context, name(), DropReason.NULL_KEY);
		}
	}

	private void joinEarlier(Object key, Object value, long timestamp, Headers headers, boolean left) {
		long latest = WindowTimes.later(timestamp, this.join.after(left));
		if (latest < 0) {
			return;
		}
		long earliest = Math.max(0, timestamp - this.join.before(left));
		try (WindowStoreIterator<Object> matches = store().fetch(key, earliest, latest)) {
			while (matches.hasNext()) {
				KeyValue<Long, Object> match = matches.next();
				long matchTime = match.key;
				forward(key, left ? joined(key, value, match.value) : joined(key, match.value, value),
						Math.max(timestamp, matchTime), headers);
			}
		}
	}

	@SuppressWarnings("NullAway")
	private @Nullable Object joined(@Nullable Object key, @Nullable Object left, @Nullable Object right) {
		return this.joiner.apply(key, left, right);
	}

	private WindowStore<Object, Object> store() {
		return Objects.requireNonNull(this.store, "The operator takes records before it is readied");
	}

}
