package io.millrace.streams.internal.store;

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

}
