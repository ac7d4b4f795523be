package io.millrace.streams.internal.operator;

import java.util.Objects;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.internal.store.TimestampedKeyValueAccess;
import io.millrace.streams.internal.store.WindowAccess;
import io.millrace.streams.state.SessionStore;
import io.millrace.streams.state.TimestampedWindowStore;
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
		throw new StreamsException((found != null)
				? "Store " + store + " of operator " + operator + " keeps no timestamps, which a table needs; it is a "
						+ found.getClass().getName() + "."
				: "Store " + store + " of operator " + operator + " is missing in task " + context.taskId() + ".");
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
	@SuppressWarnings("unchecked")
	static SessionStore<Object, Object> findSessions(OperatorContext context, String operator, String store) {
		Object found = context.store(store);
		if (found instanceof SessionStore<?, ?> sessions) {
			return (SessionStore<Object, Object>) sessions;
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

	static @Nullable TimestampedKeyValueAccess findIfNamed(OperatorContext context, String operator,
			@Nullable String store) {
		return (store != null) ? find(context, operator, store) : null;
	}

	static TimestampedKeyValueAccess ready(@Nullable TimestampedKeyValueAccess store) {
		return Objects.requireNonNull(store, "The operator takes records before it is readied");
	}

}
