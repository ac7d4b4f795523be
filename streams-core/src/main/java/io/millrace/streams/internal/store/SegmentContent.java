package io.millrace.streams.internal.store;

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

}
