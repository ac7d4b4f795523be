package io.millrace.streams.internal.store;

import java.time.Instant;
import java.util.function.Supplier;

import io.millrace.streams.internal.store.VersionedTaskStore.FoundVersion;
import io.millrace.streams.query.MultiVersionedKeyQuery;
import io.millrace.streams.query.Query;
import io.millrace.streams.query.ResultOrder;
import io.millrace.streams.query.VersionedKeyQuery;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * What views of a versioned store read. Made by {@link VersionedTaskStore#content}.
 */
abstract class VersionedContent extends ViewContent {

	final VersionedTaskStore store;

	VersionedContent(VersionedTaskStore store, IsolationLevel isolation, ViewAccess access) {
		super(store, isolation, access);
		this.store = store;
	}

	/**
	 * Finds the version that is valid at a time and has a value.
	 * @return the version, or null if there is none or it is beyond the history
	 */
	abstract @Nullable FoundVersion find(byte[] key, long timestamp);

	/**
	 * The same store under an isolation level.
	 */
	final VersionedContent under(IsolationLevel level) {
		return (level == isolation()) ? this : this.store.content(level, this.access);
	}

	@Override
	final VersionedContent with(IsolationLevel level, ViewAccess access) {
		return this.store.content(level, access);
	}

	/**
	 * Begins a walk through the versions of a key as they are now.
	 */
	abstract VersionWalk walk(byte[] key, boolean descending);

	@Override
	final @Nullable Supplier<? extends @Nullable Object> read(Query<?> query) {
		if (query instanceof VersionedKeyQuery<?, ?> one) {
			long time = one.asOfTimestamp().map(Instant::toEpochMilli).orElse(Long.MAX_VALUE);
			return () -> new VersionedView<>(this).get(one.key(), time);
		}
		if (query instanceof MultiVersionedKeyQuery<?, ?> all) {
			long from = all.fromTime().map(Instant::toEpochMilli).orElse(0L);
			long to = all.toTime().map(Instant::toEpochMilli).orElse(Long.MAX_VALUE);
			return () -> versions(all, from, to);
		}
		return null;
	}

	private VersionIterator<Object> versions(MultiVersionedKeyQuery<?, ?> query, long from, long to) {
		if (from > to) {
			throw new IllegalArgumentException("A query for versions from " + from + " to " + to
					+ " ends before it begins; the former time has to be the earlier one.");
		}
		return new VersionIterator<>(this, walk(keyBytes(query.key()), query.resultOrder() != ResultOrder.ASCENDING),
				from, to);
	}

}
