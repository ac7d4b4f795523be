package io.millrace.streams.internal.operator;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.millrace.streams.KeyValue;
import io.millrace.streams.internal.store.HoldingStore;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.Window;
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
public final class SessionAggregationOperator extends WindowOperator {

	private final String storeName;

	private final SessionWindows windows;

	private final Aggregation aggregation;

	private final List<KeyValue<Windowed<Object>, Object>> joined = new ArrayList<>();

	/** By an end that the sessions have or had. */
	private final ClosingIndex closing = new ClosingIndex();

	/** Sessions that are among the final results already. */
	private final Set<Object> given = new HashSet<>();

	private @Nullable SessionStore<Object, Object> store;

	private @Nullable FinalResults finals;

	/**
	 * Makes the operator.
	 * @param storeName the store of the aggregates
	 * @param windows the gap and the grace period
	 * @param aggregation adds a value to an aggregate and puts aggregates together
	 * @param options what else can be chosen
	 */
	public SessionAggregationOperator(String storeName, SessionWindows windows, Aggregation aggregation,
			WindowOptions options) {
		super(options, windows.gracePeriodMs());
		this.storeName = storeName;
		this.windows = windows;
		this.aggregation = aggregation;
	}

	@Override
	public void init(OperatorContext context) {
		super.init(context);
		this.store = TableStores.findSessions(context, name(), this.storeName);
		this.finals = new FinalResults(context,
				(session, value, timestamp, headers) -> forwardUpdate(session, value, null, headers));
	}

	@Override
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		if (key == null) {
			Drops.count(context(), name(), Drops.NULL_KEY);
			return;
		}
		observe(timestamp);
		this.joined.clear();
		find(key, timestamp);
		long start = timestamp;
		long end = timestamp;
		for (KeyValue<Windowed<Object>, Object> session : this.joined) {
			start = Math.min(start, session.key.window().start());
			end = Math.max(end, session.key.window().end());
		}
		if (closed(end)) {
			late(key, value, timestamp, headers, new SessionWindow(start, end), closing(end));
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
				KeyValue<Windowed<Object>, Object> session = sessions.next();
				// What is closed has been given, and stays as it was.
				if (!closed(session.key.window().end())) {
					this.joined.add(session);
				}
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
				if (!finalsOnly()) {
					forwardUpdate(part.key, null, part.value, headers);
				}
			}
		}
		Object now = this.aggregation.add(key, value, aggregate);
		if (now == null && before == null) {
			return;
		}
		sessions().put(session, now);
		if (!finalsOnly()) {
			forwardUpdate(session, now, before, headers);
		}
		else if (this.joined.isEmpty()) {
			// Sessions that it joins are expected already, at an end not after this one.
			expect(key, session.window().end());
		}
	}

	private void expect(Object key, long end) {
		this.closing.expect(identity(key), key, end);
	}

	private void forwardUpdate(Windowed<Object> session, @Nullable Object now, @Nullable Object before,
			Headers headers) {
		long end = session.window().end();
		if (sessions() instanceof HoldingStore rows) {
			TableStores.forward(this, rows, session, now, before, end, headers);
		}
		else {
			forwardChange(session, now, before, end, headers);
		}
	}

	private boolean closed(long end) {
		return clock().closed(closing(end));
	}

	private long closing(long end) {
		return later(end, this.windows.inactivityGap() + 1);
	}

	@Override
	long reach() {
		return this.windows.inactivityGap() + 1;
	}

	@Override
	void prepareFinals() {
		this.closing.begin(clock());
		if (this.closing.incomplete()) {
			try (KeyValueIterator<Windowed<Object>, Object> found = sessions().findSessions(null, null, 0,
					Long.MAX_VALUE)) {
				while (found.hasNext()) {
					Windowed<Object> session = found.next().key;
					if (!closed(session.window().end())) {
						expect(Objects.requireNonNull(session.key()), session.window().end());
					}
				}
			}
			this.closing.completed();
		}
	}

	@Override
	void giveFinals(long before) {
		FinalResults results = Objects.requireNonNull(this.finals);
		results.begin();
		this.given.clear();
		long span = this.windows.inactivityGap() + 1;
		Object key = this.closing.take(clock(), span);
		while (key != null) {
			findClosed(key, this.closing.time(), results);
			key = this.closing.take(clock(), span);
		}
		results.give(true);
	}

	/**
	 * Finds the session that holds a time: it is closed, or has grown and is to be waited
	 * for.
	 */
	private void findClosed(Object key, long time, FinalResults results) {
		try (KeyValueIterator<Windowed<Object>, Object> found = sessions().findSessions(key, time, time)) {
			while (found.hasNext()) {
				KeyValue<Windowed<Object>, Object> session = found.next();
				long end = session.key.window().end();
				if (!closed(end)) {
					expect(key, end);
				}
				else if (this.given.add(identity(key, session.key.window()))) {
					results.add(session.key, session.value, end);
				}
			}
		}
	}

	private Object identity(Object key, Window session) {
		return List.of(identity(key), session.start(), session.end());
	}

	private Object identity(Object key) {
		if (sessions() instanceof HoldingStore rows) {
			return rows.identity(key);
		}
		return (key instanceof byte[] bytes) ? ByteBuffer.wrap(bytes) : key;
	}

	@Override
	public void onAbort() {
		this.closing.forget();
	}

	private SessionStore<Object, Object> sessions() {
		return Objects.requireNonNull(this.store, "The operator takes records before it is readied");
	}

	private static long later(long time, long millis) {
		return WindowTimes.later(time, millis);
	}

}
