package io.millrace.streams.internal.operator;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.internal.store.SessionAccess;
import io.millrace.streams.internal.store.WindowRows;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.Window;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.internals.SessionWindow;
import io.millrace.streams.state.KeyValueIterator;
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

	/** The sessions that a record joins, the earliest first. */
	private final WindowRows joined = new WindowRows();

	/** The sessions in which a time lies that may be closed. */
	private final WindowRows closed = new WindowRows();

	/** By an end that the sessions have or had. */
	private final ClosingIndex closing = new ClosingIndex();

	/** Sessions that are among the final results already. */
	private final Set<Object> given = new HashSet<>();

	private @Nullable SessionAccess store;

	private boolean oldValueMatters;

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
		for (Operator child : children()) {
			this.oldValueMatters |= !(child instanceof TableToStreamOperator);
		}
		this.finals = new FinalResults(context,
				(session, value, timestamp, headers) -> forwardUpdate(session, value, null, headers));
	}

	@Override
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		if (key == null) {
			Drops.count(context(), name(), DropReason.NULL_KEY);
			return;
		}
		observe(timestamp);
		find(key, timestamp);
		long start = timestamp;
		long end = timestamp;
		for (int i = 0; i < this.joined.count(); i++) {
			start = Math.min(start, this.joined.start(i));
			end = Math.max(end, this.joined.end(i));
		}
		if (!closed(end)) {
			write(key, value, start, end, timestamp, headers);
		}
		else if (tellsOfLateRecords()) {
			late(key, value, timestamp, headers, new SessionWindow(start, end), closing(end));
		}
		else {
			Drops.count(context(), name(), DropReason.LATE);
		}
		this.joined.clear();
	}

	/**
	 * Finds the sessions that the record joins.
	 */
	private void find(Object key, long timestamp) {
		long gap = this.windows.inactivityGap();
		sessions().collect(key, Math.max(0, timestamp - gap), later(timestamp, gap), this.joined);
		int open = 0;
		for (int i = 0; i < this.joined.count(); i++) {
			// What is closed has been given, and stays as it was.
			if (!closed(this.joined.end(i))) {
				this.joined.move(i, open++);
			}
		}
		this.joined.truncate(open);
	}

	@SuppressWarnings("NullAway")
	private void write(Object key, @Nullable Object value, long start, long end, long timestamp, Headers headers) {
		Object aggregate = this.aggregation.empty();
		for (int i = 0; i < this.joined.count(); i++) {
			aggregate = this.aggregation.merge(key, aggregate, this.joined.value(i));
		}
		Object before = null;
		if (start == timestamp && end == timestamp) {
			before = (this.joined.count() == 0) ? null : sessions().find(key, timestamp, timestamp);
		}
		else {
			for (int i = 0; i < this.joined.count(); i++) {
				Windowed<Object> part = sessions().write(key, this.joined.start(i), this.joined.end(i), null);
				if (!finalsOnly()) {
					// Who merged it may have changed it, so this is one of its own.
					forwardUpdate(part, null, this.oldValueMatters ? this.joined.value(i) : null, headers);
				}
			}
		}
		Object now = this.aggregation.add(key, value, aggregate);
		if (now == null && before == null) {
			return;
		}
		Windowed<Object> session = sessions().write(key, start, end, now);
		if (!finalsOnly()) {
			forwardUpdate(session, now, before, headers);
		}
		else if (this.joined.count() == 0) {
			// Sessions that it joins are expected already, at an end not after this one.
			expect(key, end);
		}
	}

	private void expect(Object key, long end) {
		this.closing.expect(identity(key), key, end);
	}

	private void forwardUpdate(Windowed<Object> session, @Nullable Object now, @Nullable Object before,
			Headers headers) {
		long end = session.window().end();
		TableStores.forward(this, sessions(), session, now, before, end, headers);
	}

	private boolean closed(long end) {
		return clock().closed(closing(end));
	}

	private long closing(long end) {
		return later(end, this.windows.inactivityGap() + 1);
	}

	@Override
	String storeName() {
		return this.storeName;
	}

	@Override
	long reach() {
		return this.windows.inactivityGap() + 1;
	}

	@Override
	void prepareFinals() {
		this.closing.begin(clock());
		if (this.closing.incomplete()) {
			try (KeyValueIterator<Windowed<Object>, Object> found = TableStores.ranges(sessions())
				.findSessions(null, null, 0, Long.MAX_VALUE)) {
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
		sessions().collect(key, time, time, this.closed);
		for (int i = 0; i < this.closed.count(); i++) {
			long end = this.closed.end(i);
			if (!closed(end)) {
				expect(key, end);
			}
			else {
				Windowed<Object> session = new Windowed<>(key, new SessionWindow(this.closed.start(i), end));
				if (this.given.add(identity(key, session.window()))) {
					results.take(session, this.closed.value(i), end);
				}
			}
		}
	}

	private Object identity(Object key, Window session) {
		return List.of(identity(key), session.start(), session.end());
	}

	private Object identity(Object key) {
		return sessions().identity(key);
	}

	@Override
	public void onAbort() {
		this.closing.forget();
	}

	private SessionAccess sessions() {
		return Objects.requireNonNull(this.store, "The operator takes records before it is readied");
	}

	private static long later(long time, long millis) {
		return WindowTimes.later(time, millis);
	}

}
