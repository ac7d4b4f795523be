package io.millrace.streams.internal.store;

import java.util.function.Supplier;

import io.millrace.streams.query.Query;
import io.millrace.streams.query.WindowKeyQuery;
import io.millrace.streams.query.WindowRangeQuery;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * What views of a window or session store read, whose layout finds windows in it. Made by
 * {@link SegmentTaskStore#content}.
 */
abstract class SegmentContent extends ViewContent implements SegmentSource {

	final SegmentTaskStore store;

	SegmentContent(SegmentTaskStore store, IsolationLevel isolation, ViewAccess access) {
		super(store, isolation, access);
		this.store = store;
	}

	/**
	 * Looks up a key and window that hasn't expired.
	 * @return its value, or null if it has none
	 */
	abstract @Nullable StoredValue find(Object key, long start, long end);

	@Override
	public final SegmentLayout layout() {
		return this.store.layout();
	}

	/**
	 * The same store under an isolation level.
	 */
	final SegmentContent under(IsolationLevel level) {
		return (level == isolation()) ? this : this.store.content(level, this.access);
	}

	@Override
	final SegmentContent with(IsolationLevel level, ViewAccess access) {
		return this.store.content(level, access);
	}

	@Override
	final @Nullable Supplier<? extends @Nullable Object> read(Query<?> query) {
		if (layout().sessions()) {
			return (query instanceof WindowRangeQuery<?, ?> range && range.getKey().isPresent())
					? () -> new SessionView<>(this).fetch(range.getKey().get()) : null;
		}
		WindowReads<Object, ?> windows = this.store.timestamped() ? new TimestampedWindowView<>(this)
				: new PlainWindowView<>(this);
		if (query instanceof WindowKeyQuery<?, ?> one) {
			return () -> windows.fetch(one.getKey(), one.getTimeFrom().orElseThrow(), one.getTimeTo().orElseThrow());
		}
		if (query instanceof WindowRangeQuery<?, ?> range && range.getKey().isEmpty()) {
			return () -> windows.fetchAll(range.getTimeFrom().orElseThrow(), range.getTimeTo().orElseThrow());
		}
		return null;
	}

}
