package io.millrace.streams.internal.store;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;

import io.millrace.streams.KeyValue;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.WindowStoreIterator;
import org.jspecify.annotations.Nullable;

/**
 * Goes through iterators one after the other: those of the partitions of a store, which
 * composite stores read as one.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
class ChainedIterator<K, V extends @Nullable Object> implements KeyValueIterator<K, V> {

	private final List<? extends KeyValueIterator<K, V>> iterators;

	private int index;

	ChainedIterator(List<? extends KeyValueIterator<K, V>> iterators) {
		this.iterators = iterators;
	}

	/**
	 * Chains what stores give.
	 * @param stores the stores
	 * @param read asks a store
	 */
	static <S, K, V extends @Nullable Object> KeyValueIterator<K, V> of(List<S> stores,
			Function<S, ? extends KeyValueIterator<K, V>> read) {
		return new ChainedIterator<>(open(stores, read));
	}

	/**
	 * Chains what window stores give for one key.
	 */
	static <S, V extends @Nullable Object> WindowStoreIterator<V> ofWindows(List<S> stores,
			Function<S, WindowStoreIterator<V>> read) {
		return new Windows<>(open(stores, read));
	}

	private static <S, I extends KeyValueIterator<?, ?>> List<I> open(List<S> stores, Function<S, I> read) {
		List<I> iterators = new ArrayList<>();
		try {
			for (S store : stores) {
				iterators.add(read.apply(store));
			}
		}
		catch (RuntimeException ex) {
			iterators.forEach(KeyValueIterator::close);
			throw ex;
		}
		return iterators;
	}

	@Override
	public boolean hasNext() {
		while (this.index < this.iterators.size() && !this.iterators.get(this.index).hasNext()) {
			this.index++;
		}
		return this.index < this.iterators.size();
	}

	private KeyValueIterator<K, V> current() {
		if (!hasNext()) {
			throw new NoSuchElementException("There is no further entry.");
		}
		return this.iterators.get(this.index);
	}

	@Override
	public KeyValue<K, V> next() {
		return current().next();
	}

	@Override
	public K peekNextKey() {
		return current().peekNextKey();
	}

	@Override
	public void close() {
		this.iterators.forEach(KeyValueIterator::close);
	}

	private static final class Windows<V extends @Nullable Object> extends ChainedIterator<Long, V>
			implements WindowStoreIterator<V> {

		private Windows(List<WindowStoreIterator<V>> iterators) {
			super(iterators);
		}

	}

}
