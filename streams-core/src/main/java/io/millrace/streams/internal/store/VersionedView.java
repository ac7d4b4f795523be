package io.millrace.streams.internal.store;

import io.millrace.streams.internal.store.VersionedTaskStore.FoundVersion;
import io.millrace.streams.state.VersionedKeyValueStore;
import io.millrace.streams.state.VersionedRecord;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * A versioned store as queries from any thread see it. Made by
 * {@link VersionedTaskStore#view}.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class VersionedView<K, V> extends TaskOwnedStore implements VersionedKeyValueStore<K, V> {

	private final VersionedContent content;

	VersionedView(VersionedContent content) {
		super(content);
		this.content = content;
	}

	@Override
	public @Nullable VersionedRecord<V> get(K key) {
		return read(key, Long.MAX_VALUE);
	}

	@Override
	public @Nullable VersionedRecord<V> get(K key, long asOfTimestamp) {
		return read(key, asOfTimestamp);
	}

	private @Nullable VersionedRecord<V> read(K key, long timestamp) {
		FoundVersion found = this.content.find(this.content.keyBytes(requireKey(key)), timestamp);
		return (found != null) ? found.record(this.content.value(found.stored())) : null;
	}

	@Override
	public VersionedKeyValueStore<K, V> readOnly(IsolationLevel isolationLevel) {
		return new VersionedView<>(this.content.under(isolationLevel));
	}

	@Override
	public long put(K key, @Nullable V value, long timestamp) {
		throw this.content.readOnly();
	}

	@Override
	public @Nullable VersionedRecord<V> delete(K key, long timestamp) {
		throw this.content.readOnly();
	}

}
