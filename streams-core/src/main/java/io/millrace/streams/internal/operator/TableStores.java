package io.millrace.streams.internal.operator;

import java.util.Objects;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.internal.store.ByteRows;
import io.millrace.streams.internal.store.HoldingStore;
import io.millrace.streams.internal.store.SessionAccess;
import io.millrace.streams.internal.store.TimestampedKeyValueAccess;
import io.millrace.streams.internal.store.VersionedAccess;
import io.millrace.streams.internal.store.WindowAccess;
import io.millrace.streams.state.SessionStore;
import io.millrace.streams.state.TimestampedWindowStore;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Finds the stores of table operators.
 */
final class TableStores {

	private TableStores() {
	}

	/**
	 * Finds the store of an operator.
	 * @param context the task
	 * @param operator the operator's name
	 * @param store the store's name
	 * @return the store
	 * @throws StreamsException if it is missing or has no timestamps
	 */
	static TimestampedKeyValueAccess find(OperatorContext context, String operator, String store) {
		Object found = context.store(store);
		if (found instanceof TimestampedKeyValueAccess access) {
			return access;
		}
		if (found instanceof VersionedAccess access) {
			return access.rows();
		}
		throw new StreamsException((found != null)
				? "Store " + store + " of operator " + operator + " keeps no timestamps, which a table needs; it is a "
						+ found.getClass().getName() + "."
				: "Store " + store + " of operator " + operator + " is missing in task " + context.taskId() + ".");
	}

	/**
	 * Finds the store of an operator that lays rows out as bytes, with timestamps.
	 * @param context the task
	 * @param operator the operator's name
	 * @param store the store's name
	 * @return the store
	 * @throws StreamsException if it is missing or has no timestamps
	 */
	static ByteRows findBytes(OperatorContext context, String operator, String store) {
		if (find(context, operator, store) instanceof ByteRows rows) {
			return rows;
		}
		throw new StreamsException("Store " + store + " of operator " + operator + " is no plain key-value store.");
	}

	/**
	 * Finds the store of a window operator.
	 * @param context the task
	 * @param operator the operator's name
	 * @param store the store's name
	 * @return the store
	 * @throws StreamsException if it is missing or no window store with timestamps
	 */
	static WindowAccess findWindows(OperatorContext context, String operator, String store) {
		Object found = context.store(store);
		if (found instanceof WindowAccess access) {
			return access;
		}
		throw new StreamsException((found != null)
				? "Store " + store + " of operator " + operator + " is no window store with timestamps; it is a "
						+ found.getClass().getName() + "."
				: "Store " + store + " of operator " + operator + " is missing in task " + context.taskId() + ".");
	}

	/**
	 * Finds the store of a session operator.
	 * @param context the task
	 * @param operator the operator's name
	 * @param store the store's name
	 * @return the store
	 * @throws StreamsException if it is missing or no session store
	 */
	static SessionAccess findSessions(OperatorContext context, String operator, String store) {
		Object found = context.store(store);
		if (found instanceof SessionAccess access) {
			return access;
		}
		throw new StreamsException((found != null)
				? "Store " + store + " of operator " + operator + " is no session store; it is a "
						+ found.getClass().getName() + "."
				: "Store " + store + " of operator " + operator + " is missing in task " + context.taskId() + ".");
	}

	/**
	 * Reads of a store of {@link #findWindows} that go over several windows.
	 * @param store the store
	 * @return the same store
	 */
	@SuppressWarnings("unchecked")
	static TimestampedWindowStore<Object, Object> ranges(WindowAccess store) {
		return (TimestampedWindowStore<Object, Object>) store;
	}

	/**
	 * Reads of a store of {@link #findSessions} that go over several keys.
	 * @param store the store
	 * @return the same store
	 */
	@SuppressWarnings("unchecked")
	static SessionStore<Object, Object> ranges(SessionAccess store) {
		return (SessionStore<Object, Object>) store;
	}

	/**
	 * Writes the row of an operator's table that was looked up last, and forwards the
	 * change; one that is older than what the row is now as such, and none that is older
	 * than the table's history.
	 * @return whether it was written
	 */
	static boolean update(Operator operator, TimestampedKeyValueAccess rows, Object key, @Nullable Object now,
			@Nullable Object before, long timestamp, Headers headers) {
		long next = rows.write(now, timestamp);
		if (next == TimestampedKeyValueAccess.LATEST) {
			forward(operator, rows, key, now, before, timestamp, headers);
		}
		else if (next != TimestampedKeyValueAccess.NOT_WRITTEN) {
			operator.forwardLateChange(key, now, before, timestamp, headers);
		}
		return next != TimestampedKeyValueAccess.NOT_WRITTEN;
	}

	/**
	 * Forwards the change of a row that is written.
	 */
	static void forward(Operator operator, HoldingStore rows, Object key, @Nullable Object now, @Nullable Object before,
			long timestamp, Headers headers) {
		rows.forwarding(key, before);
		try {
			operator.forwardChange(key, now, before, timestamp, headers);
		}
		finally {
			rows.forwarded();
		}
	}

	static @Nullable TimestampedKeyValueAccess findIfNamed(OperatorContext context, String operator,
			@Nullable String store) {
		return (store != null) ? find(context, operator, store) : null;
	}

	static TimestampedKeyValueAccess ready(@Nullable TimestampedKeyValueAccess store) {
		return Objects.requireNonNull(store, "The operator takes records before it is readied");
	}

}
