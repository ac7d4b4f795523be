package io.millrace.streams.internal.store;

import io.millrace.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * A key-value store without timestamps, as processors see it.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class PlainKeyValueFacade<K, V extends @Nullable Object> extends KeyValueFacade<K, V> implements OrderedKeys {

	PlainKeyValueFacade(KeyValueTaskStore store) {
		super(store);
	}

	@Override
	@SuppressWarnings("unchecked")
	@Nullable V read(OverlayEntry entry) {
		return (V) this.store.value(entry);
	}

	@Override
	void write(OverlayEntry entry, @Nullable V value) {
		this.store.write(entry, value, this.store.recordTimestamp());
	}

	@Override
	public byte @Nullable [] firstKey(byte @Nullable [] from) {
		return this.store.firstKey(from);
	}

	@Override
	KeyValueIterator<K, V> iterator(EntryCursor cursor) {
		return CursorIterator.plain(cursor);
	}

}
