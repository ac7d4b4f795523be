package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import io.millrace.streams.KeyValue;
import io.millrace.streams.StoreQueryParameters;
import io.millrace.streams.monitor.StoreDescription;
import io.millrace.streams.spring.boot.autoconfigure.StreamsApplication;
import io.millrace.streams.spring.boot.autoconfigure.endpoint.EntriesDescriptor.EntryDescriptor;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.QueryableStoreType;
import io.millrace.streams.state.QueryableStoreTypes;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import io.millrace.streams.state.ValueAndTimestamp;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * A query of the parts of a store that are on this instance.
 *
 * @param store the store
 * @param isolation what to show of it, or {@code null} for what the application is set to
 * @param parser reads keys
 * @param simplify turns keys and values into what JSON is made of
 */
record StoreQuery(StoreDescription store, @Nullable IsolationLevel isolation, KeyParser parser,
		UnaryOperator<Object> simplify) {

	static final int DEFAULT_LIMIT = 100;

	static final int MAXIMUM_LIMIT = 1000;

	private static final String KEY_VALUE = "key-value";

	private static final String TIMESTAMPED_KEY_VALUE = "timestamped-key-value";

	/**
	 * Look up one key.
	 * @param application the application
	 * @param key the key as it was given
	 * @return the entry, or {@code null} if this instance holds no such key
	 */
	@Nullable EntryDescriptor get(StreamsApplication application, String key) {
		Object parsed = parse(key);
		Object value = view(application).get(parsed);
		return (value != null) ? entry(parsed, value) : null;
	}

	/**
	 * List entries.
	 * @param application the application
	 * @param from the first key, or {@code null}
	 * @param to the last key, or {@code null}
	 * @param limit how many entries at most
	 * @return the entries
	 */
	EntriesDescriptor range(StreamsApplication application, @Nullable String from, @Nullable String to,
			@Nullable Integer limit) {
		int most = limit(limit);
		Object first = (from != null) ? parse(from) : null;
		Object last = (to != null) ? parse(to) : null;
		ReadOnlyKeyValueStore<Object, Object> view = view(application);
		List<EntryDescriptor> entries = new ArrayList<>();
		try (KeyValueIterator<Object, Object> found = (first == null && last == null) ? view.all()
				: view.range(first, last)) {
			while (found.hasNext() && entries.size() < most) {
				KeyValue<Object, Object> next = found.next();
				entries.add(entry(next.key, next.value));
			}
			return new EntriesDescriptor(this.store.name(), entries, found.hasNext());
		}
	}

	/**
	 * Check a limit.
	 * @param limit how many entries at most, or {@code null}
	 * @return the limit that counts
	 */
	static int limit(@Nullable Integer limit) {
		int most = (limit != null) ? limit : DEFAULT_LIMIT;
		if (most < 1 || most > MAXIMUM_LIMIT) {
			throw new BadQueryException("'limit' is " + most + ", but must be from 1 to " + MAXIMUM_LIMIT);
		}
		return most;
	}

	private Object parse(String key) {
		return this.parser.parse(this.store.name(), this.store.keySerde(), key);
	}

	private ReadOnlyKeyValueStore<Object, Object> view(StreamsApplication application) {
		return switch (this.store.kind()) {
			case KEY_VALUE -> view(application, QueryableStoreTypes.keyValueStore());
			case TIMESTAMPED_KEY_VALUE -> view(application, timestamped());
			default -> throw new BadQueryException("Store '" + this.store.name() + "' is of the kind "
					+ this.store.kind() + ", which can't be queried here");
		};
	}

	private ReadOnlyKeyValueStore<Object, Object> view(StreamsApplication application,
			QueryableStoreType<ReadOnlyKeyValueStore<Object, Object>> type) {
		ReadOnlyKeyValueStore<Object, Object> view = application
			.store(StoreQueryParameters.fromNameAndType(this.store.name(), type));
		return (this.isolation != null) ? view.readOnly(this.isolation) : view;
	}

	@SuppressWarnings({ "unchecked", "rawtypes" })
	private static QueryableStoreType<ReadOnlyKeyValueStore<Object, Object>> timestamped() {
		return (QueryableStoreType) QueryableStoreTypes.timestampedKeyValueStore();
	}

	private EntryDescriptor entry(Object key, Object value) {
		Object simpleKey = this.simplify.apply(key);
		if (value instanceof ValueAndTimestamp<?> timestamped) {
			return new EntryDescriptor(simpleKey, this.simplify.apply(timestamped.value()), timestamped.timestamp());
		}
		return new EntryDescriptor(simpleKey, this.simplify.apply(value), null);
	}

}
