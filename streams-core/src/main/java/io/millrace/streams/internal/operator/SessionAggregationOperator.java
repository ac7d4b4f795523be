package io.millrace.streams.internal.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.millrace.streams.KeyValue;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.internals.SessionWindow;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.SessionStore;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates the records of each key by sessions. A record joins all sessions within the
 * gap around it: their rows are deleted, and one of the session that they become is
 * written. What would be a session that is closed is dropped and counted. A row's
 * timestamp is the end of its session.
 */
public final class SessionAggregationOperator extends Operator {

	private final String storeName;

	private final SessionWindows windows;

	private final Aggregation aggregation;

	private final List<KeyValue<Windowed<Object>, Object>> joined = new ArrayList<>();

	private @Nullable SessionStore<Object, Object> store;

	private @Nullable WindowClock clock;

	private @Nullable OperatorContext context;

	/**
	 * Makes the operator.
	 * @param storeName the store of the aggregates
	 * @param windows the gap and the grace period
	 * @param aggregation adds a value to an aggregate and puts aggregates together
	 */
	public SessionAggregationOperator(String storeName, SessionWindows windows, Aggregation aggregation) {
		this.storeName = storeName;
		this.windows = windows;
		this.aggregation = aggregation;
	}

	@Override
	public void init(OperatorContext context) {
		this.context = context;
		this.store = TableStores.findSessions(context, name(), this.storeName);
		this.clock = context.windowClock(name(), this.windows.gracePeriodMs());
	}

	@Override
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		if (key == null) {
			Drops.count(this.context, name(), Drops.NULL_KEY);
			return;
		}
		WindowClock time = Objects.requireNonNull(this.clock);
		time.observe(timestamp);
		this.joined.clear();
		find(key, timestamp);
		long start = timestamp;
		long end = timestamp;
		for (KeyValue<Windowed<Object>, Object> session : this.joined) {
			start = Math.min(start, session.key.window().start());
			end = Math.max(end, session.key.window().end());
		}
		if (time.closed(later(end, this.windows.inactivityGap() + 1))) {
			Drops.count(this.context, name(), Drops.LATE);
			return;
		}
		write(key, value, new Windowed<>(key, new SessionWindow(start, end)), timestamp, headers);
	}

	/**
	 * Finds the sessions that the record joins, earliest first.
	 */
	private void find(Object key, long timestamp) {
		long gap = this.windows.inactivityGap();
		try (KeyValueIterator<Windowed<Object>, Object> sessions = sessions().findSessions(key,
				Math.max(0, timestamp - gap), later(timestamp, gap))) {
			while (sessions.hasNext()) {
				this.joined.add(sessions.next());
			}
		}
	}

	private void write(Object key, @Nullable Object value, Windowed<Object> session, long timestamp, Headers headers) {
		Object aggregate = this.aggregation.empty();
		for (KeyValue<Windowed<Object>, Object> part : this.joined) {
			aggregate = this.aggregation.merge(key, aggregate, part.value);
		}
		Object before = null;
		if (session.window().start() == timestamp && session.window().end() == timestamp) {
			before = this.joined.isEmpty() ? null : sessions().fetchSession(key, timestamp, timestamp);
		}
		else {
			for (KeyValue<Windowed<Object>, Object> part : this.joined) {
				sessions().remove(part.key);
				forwardChange(part.key, null, part.value, part.key.window().end(), headers);
			}
		}
		Object now = this.aggregation.add(key, value, aggregate);
		if (now == null && before == null) {
			return;
		}
		sessions().put(session, now);
		forwardChange(session, now, before, session.window().end(), headers);
	}

	private SessionStore<Object, Object> sessions() {
		return Objects.requireNonNull(this.store, "The operator takes records before it is readied");
	}

	private static long later(long time, long millis) {
		long later = time + millis;
		return (later < 0) ? Long.MAX_VALUE : later;
	}

}
