package io.millrace.streams.internal.store;

import java.util.Optional;
import java.util.function.Supplier;

import io.millrace.streams.query.KeyQuery;
import io.millrace.streams.query.Query;
import io.millrace.streams.query.RangeQuery;
import io.millrace.streams.query.ResultOrder;
import io.millrace.streams.query.TimestampedKeyQuery;
import io.millrace.streams.query.TimestampedRangeQuery;
import io.millrace.streams.state.KeyValueIterator;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * What views of a key-value store read. Made by {@link KeyValueTaskStore#content}.
 */
abstract class KeyValueContent extends ViewContent {

	final KeyValueTaskStore store;

	KeyValueContent(KeyValueTaskStore store, IsolationLevel isolation, ViewAccess access) {
		super(store, isolation, access);
		this.store = store;
	}

	/**
	 * Looks a key up.
	 * @return its value, or null if it has none
	 */
	abstract @Nullable StoredValue get(Object key);

	/**
	 * Looks a key up for its value alone.
	 * @return the value itself, or null if it has none
	 */
	@Nullable Object valueOf(Object key) {
		StoredValue found = get(key);
		return (found != null) ? value(found.stored()) : null;
	}

	/**
	 * Walks the entries of a range as they are now.
	 */
	abstract StoredCursor scan(KeyRange range, boolean reverse);

	/**
	 * About how many entries there are.
	 */
	abstract long approximateEntries();

	/**
	 * The same store under an isolation level.
	 */
	final KeyValueContent under(IsolationLevel level) {
		return (level == isolation()) ? this : this.store.content(level, this.access);
	}

	@Override
	final KeyValueContent with(IsolationLevel level, ViewAccess access) {
		return this.store.content(level, access);
	}

	@Override
	final @Nullable Supplier<? extends @Nullable Object> read(Query<?> query) {
		if (!this.store.queryable()) {
			return null;
		}
		if (query instanceof KeyQuery<?, ?> one) {
			return () -> new PlainKeyValueView<>(this).get(one.getKey());
		}
		if (query instanceof RangeQuery<?, ?> range) {
			return () -> range(new PlainKeyValueView<>(this), range.getLowerBound(), range.getUpperBound(),
					range.resultOrder());
		}
		if (!this.store.serdes().timestamped()) {
			return null;
		}
		if (query instanceof TimestampedKeyQuery<?, ?> one) {
			return () -> new TimestampedKeyValueView<>(this).get(one.key());
		}
		if (query instanceof TimestampedRangeQuery<?, ?> range) {
			return () -> range(new TimestampedKeyValueView<>(this), range.lowerBound(), range.upperBound(),
					range.resultOrder());
		}
		return null;
	}

	private static <R extends @Nullable Object> KeyValueIterator<Object, R> range(KeyValueView<Object, R> view,
			Optional<?> lower, Optional<?> upper, ResultOrder order) {
		Object from = lower.orElse(null);
		Object to = upper.orElse(null);
		return (order == ResultOrder.DESCENDING) ? view.reverseRange(from, to) : view.range(from, to);
	}

}
