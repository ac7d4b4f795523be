package io.millrace.streams.internal.operator;

import java.util.HashMap;
import java.util.Map;

import io.millrace.streams.internal.store.TimestampedKeyValueAccess;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.StateStoreContext;
import org.jspecify.annotations.Nullable;

/**
 * A table's store in a map, which counts lookups.
 */
class FakeStore implements StateStore, TimestampedKeyValueAccess {

	private final Map<Object, Entry> entries = new HashMap<>();

	private final String name;

	private @Nullable Object foundKey;

	private long foundTimestamp = -1;

	int lookups;

	FakeStore(String name) {
		this.name = name;
	}

	@Nullable Object get(Object key) {
		Entry entry = this.entries.get(key);
		return (entry != null) ? entry.value : null;
	}

	long timestamp(Object key) {
		return this.entries.get(key).timestamp;
	}

	@Override
	public @Nullable Object find(Object key) {
		this.lookups++;
		this.foundKey = key;
		Entry entry = this.entries.get(key);
		this.foundTimestamp = (entry != null) ? entry.timestamp : -1;
		return (entry != null) ? entry.value : null;
	}

	@Override
	public long foundTimestamp() {
		return this.foundTimestamp;
	}

	@Override
	public void update(@Nullable Object value, long timestamp) {
		if (value != null) {
			this.entries.put(this.foundKey, new Entry(value, timestamp));
		}
		else {
			this.entries.remove(this.foundKey);
		}
	}

	@Override
	public void put(Object key, @Nullable Object value, long timestamp) {
		find(key);
		update(value, timestamp);
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public void init(StateStoreContext context, StateStore root) {
	}

	@Override
	public void close() {
	}

	@Override
	public boolean persistent() {
		return false;
	}

	@Override
	public boolean isOpen() {
		return true;
	}

	private record Entry(Object value, long timestamp) {
	}

}
