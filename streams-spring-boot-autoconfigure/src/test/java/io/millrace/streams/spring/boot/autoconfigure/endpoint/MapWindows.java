package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import io.millrace.streams.KeyValue;
import io.millrace.streams.kstream.Window;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.internals.SessionWindow;
import io.millrace.streams.kstream.internals.TimeWindow;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.ReadOnlySessionStore;
import io.millrace.streams.state.ReadOnlyWindowStore;
import io.millrace.streams.state.ValueAndTimestamp;
import org.mockito.invocation.InvocationOnMock;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Makes stores that hold one window or session of each key, with the value 3.
 */
final class MapWindows {

	private MapWindows() {
	}

	@SuppressWarnings("unchecked")
	static Object windows(Map<String, Long> starts) {
		ReadOnlyWindowStore<Object, Object> store = mock(ReadOnlyWindowStore.class);
		given(store.fetch(any(), any(), any(), any()))
			.willAnswer((call) -> found(starts, call.getArgument(0), millis(call, 2), millis(call, 3), false));
		given(store.fetchAll(any(), any()))
			.willAnswer((call) -> found(starts, null, millis(call, 0), millis(call, 1), false));
		return store;
	}

	private static long millis(InvocationOnMock call, int argument) {
		return call.<Instant>getArgument(argument).toEpochMilli();
	}

	@SuppressWarnings("unchecked")
	static Object sessions(Map<String, Long> starts) {
		ReadOnlySessionStore<Object, Object> store = mock(ReadOnlySessionStore.class);
		given(store.findSessions(any(), anyLong(), anyLong()))
			.willAnswer((call) -> found(starts, call.getArgument(0), call.getArgument(1), call.getArgument(2), true));
		given(store.findSessions(any(), any(), anyLong(), anyLong()))
			.willAnswer((call) -> found(starts, null, call.getArgument(2), call.getArgument(3), true));
		return store;
	}

	private static KeyValueIterator<Windowed<Object>, Object> found(Map<String, Long> starts, Object key, long from,
			long to, boolean sessions) {
		List<KeyValue<Windowed<Object>, Object>> entries = new TreeMap<>(starts).entrySet()
			.stream()
			.filter((entry) -> key == null || Objects.equals(key, entry.getKey()))
			.map((entry) -> new Windowed<Object>(entry.getKey(), window(entry.getValue(), sessions)))
			.filter((windowed) -> (sessions ? windowed.window().end() : windowed.window().start()) >= from
					&& windowed.window().start() <= to)
			.map((windowed) -> new KeyValue<Windowed<Object>, Object>(windowed,
					sessions ? (Object) 3L : ValueAndTimestamp.make(3L, 17)))
			.toList();
		return new Entries(entries.iterator());
	}

	private static Window window(long start, boolean sessions) {
		return sessions ? new SessionWindow(start, start + 5000) : new TimeWindow(start, start + 60_000);
	}

	private record Entries(Iterator<KeyValue<Windowed<Object>, Object>> iterator)
			implements
				KeyValueIterator<Windowed<Object>, Object> {

		@Override
		public boolean hasNext() {
			return this.iterator.hasNext();
		}

		@Override
		public KeyValue<Windowed<Object>, Object> next() {
			return this.iterator.next();
		}

		@Override
		public Windowed<Object> peekNextKey() {
			throw new UnsupportedOperationException();
		}

		@Override
		public void close() {
		}

	}

}
