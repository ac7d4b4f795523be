package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

import io.millrace.streams.KeyValue;
import io.millrace.streams.StoreQueryParameters;
import io.millrace.streams.kstream.Window;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.monitor.StoreDescription;
import io.millrace.streams.spring.boot.autoconfigure.StreamsApplication;
import io.millrace.streams.spring.boot.autoconfigure.endpoint.WindowsDescriptor.WindowDescriptor;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.QueryableStoreType;
import io.millrace.streams.state.QueryableStoreTypes;
import io.millrace.streams.state.ReadOnlySessionStore;
import io.millrace.streams.state.ReadOnlyWindowStore;
import io.millrace.streams.state.ValueAndTimestamp;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * A query of the parts of a window or session store that are on this instance.
 *
 * @param store the store
 * @param isolation what to show of it, or {@code null} for what the application is set to
 * @param parser reads keys
 * @param simplify turns keys and values into what JSON is made of
 */
record WindowQuery(StoreDescription store, @Nullable IsolationLevel isolation, KeyParser parser,
		UnaryOperator<Object> simplify) {

	private static final String WINDOW = "window";

	private static final String TIMESTAMPED_WINDOW = "timestamped-window";

	private static final String SESSION = "session";

	private static final Set<String> KINDS = Set.of(WINDOW, TIMESTAMPED_WINDOW, SESSION);

	/**
	 * Whether a store is one of windows or sessions.
	 * @param store the store
	 * @return true if this class can query it
	 */
	static boolean fits(StoreDescription store) {
		return KINDS.contains(store.kind());
	}

	/**
	 * List windows that start within a time, or sessions that overlap it.
	 * @param application the application
	 * @param key the key as it was given, or {@code null} for all
	 * @param from the earliest time, as an instant or in milliseconds, or {@code null}
	 * @param to the latest time, or {@code null}
	 * @param limit how many windows at most
	 * @return the windows
	 */
	WindowsDescriptor list(StreamsApplication application, @Nullable String key, @Nullable String from,
			@Nullable String to, @Nullable Integer limit) {
		int most = StoreQuery.limit(limit);
		Object parsed = (key != null) ? this.parser.parse(this.store.name(), this.store.keySerde(), key) : null;
		long first = (from != null) ? time("from", from) : 0;
		long last = (to != null) ? time("to", to) : Long.MAX_VALUE;
		List<WindowDescriptor> windows = new ArrayList<>();
		try (KeyValueIterator<Windowed<Object>, Object> found = find(application, parsed, first, last)) {
			while (found.hasNext() && windows.size() < most) {
				windows.add(describe(found.next()));
			}
			return new WindowsDescriptor(this.store.name(), windows, found.hasNext());
		}
	}

	private KeyValueIterator<Windowed<Object>, Object> find(StreamsApplication application, @Nullable Object key,
			long from, long to) {
		if (this.store.kind().equals(SESSION)) {
			ReadOnlySessionStore<Object, Object> sessions = view(application, QueryableStoreTypes.sessionStore());
			ReadOnlySessionStore<Object, Object> view = (this.isolation != null) ? sessions.readOnly(this.isolation)
					: sessions;
			return (key != null) ? view.findSessions(key, from, to) : view.findSessions(null, null, from, to);
		}
		ReadOnlyWindowStore<Object, Object> windows = view(application,
				this.store.kind().equals(WINDOW) ? QueryableStoreTypes.windowStore() : timestamped());
		ReadOnlyWindowStore<Object, Object> view = (this.isolation != null) ? windows.readOnly(this.isolation)
				: windows;
		Instant first = Instant.ofEpochMilli(from);
		Instant last = Instant.ofEpochMilli(to);
		return (key != null) ? view.fetch(key, key, first, last) : view.fetchAll(first, last);
	}

	private <T> T view(StreamsApplication application, QueryableStoreType<T> type) {
		return application.store(StoreQueryParameters.fromNameAndType(this.store.name(), type));
	}

	@SuppressWarnings({ "unchecked", "rawtypes" })
	private static QueryableStoreType<ReadOnlyWindowStore<Object, Object>> timestamped() {
		return (QueryableStoreType) QueryableStoreTypes.timestampedWindowStore();
	}

	private WindowDescriptor describe(KeyValue<Windowed<Object>, Object> entry) {
		Object key = this.simplify.apply(entry.key.key());
		Window window = entry.key.window();
		String start = window.startTime().toString();
		String end = window.endTime().toString();
		if (entry.value instanceof ValueAndTimestamp<?> timestamped) {
			return new WindowDescriptor(key, start, end, this.simplify.apply(timestamped.value()),
					timestamped.timestamp());
		}
		return new WindowDescriptor(key, start, end, this.simplify.apply(entry.value), null);
	}

	private static long time(String parameter, String text) {
		try {
			return text.matches("\\d+") ? Long.parseLong(text) : Instant.parse(text).toEpochMilli();
		}
		catch (DateTimeException | NumberFormatException | ArithmeticException ex) {
			throw new BadQueryException("'" + parameter + "' is '" + text + "', but must be a time such as"
					+ " 2026-01-31T12:00:00Z, or milliseconds since 1970");
		}
	}

}
