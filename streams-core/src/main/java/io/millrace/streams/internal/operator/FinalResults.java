package io.millrace.streams.internal.operator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

import io.millrace.streams.internal.store.WindowAccess;
import io.millrace.streams.kstream.Window;
import io.millrace.streams.kstream.Windowed;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The results of windows that a record closes, put in order and given: by the time of the
 * window, then by key if keys have an order. They have no origin: the record that closes
 * a window has nothing to do with it, nor have its headers. Owned by one operator of one
 * task.
 */
final class FinalResults implements WindowAccess.Receiver {

	private static final Comparator<Result> BY_WINDOW = (one, other) -> {
		Window window = one.row().window();
		Window otherWindow = other.row().window();
		int order = Long.compare(window.start(), otherWindow.start());
		order = (order != 0) ? order : Long.compare(window.end(), otherWindow.end());
		return (order != 0) ? order : compareKeys(one.row().key(), other.row().key());
	};

	private static final Comparator<Result> BY_END = (one, other) -> {
		int order = Long.compare(one.row().window().end(), other.row().window().end());
		return (order != 0) ? order : BY_WINDOW.compare(one, other);
	};

	/** Used again; those behind {@link #count} are empty. */
	private final List<Result> results = new ArrayList<>();

	private final OperatorContext context;

	private final Receiver receiver;

	private final RecordHeaders headers = new RecordHeaders();

	private int count;

	/**
	 * Makes an empty collection.
	 * @param context the task
	 * @param receiver takes the results
	 */
	FinalResults(OperatorContext context, Receiver receiver) {
		this.context = context;
		this.receiver = receiver;
	}

	@SuppressWarnings("unchecked")
	private static int compareKeys(@Nullable Object one, @Nullable Object other) {
		return (one instanceof Comparable<?> comparable && other != null && one.getClass() == other.getClass())
				? ((Comparable<Object>) comparable).compareTo(other) : 0;
	}

	/**
	 * Starts anew: what a record that failed left behind isn't given.
	 */
	void begin() {
		while (this.count > 0) {
			this.count--;
			this.results.get(this.count).clear();
		}
	}

	@Override
	public void take(Windowed<Object> key, @Nullable Object value, long timestamp) {
		if (this.count == this.results.size()) {
			this.results.add(new Result());
		}
		this.results.get(this.count++).set(key, value, timestamp);
	}

	/**
	 * Gives the results.
	 * @param byEnd whether the end of a window comes before its start
	 */
	void give(boolean byEnd) {
		if (this.count > 1) {
			this.results.subList(0, this.count).sort(byEnd ? BY_END : BY_WINDOW);
		}
		for (int i = 0; i < this.count; i++) {
			Result result = this.results.get(i);
			this.context.onBehalfOf(null, -1, result.timestamp, result);
		}
		begin();
	}

	/**
	 * Takes a result.
	 */
	interface Receiver {

		void take(Windowed<Object> key, @Nullable Object value, long timestamp, RecordHeaders headers);

	}

	/**
	 * One result; gives itself.
	 */
	private final class Result implements Runnable {

		private @Nullable Windowed<Object> key;

		private @Nullable Object value;

		private long timestamp;

		private void set(Windowed<Object> windowed, @Nullable Object result, long time) {
			this.key = windowed;
			this.value = result;
			this.timestamp = time;
		}

		private void clear() {
			this.key = null;
			this.value = null;
		}

		private Windowed<Object> row() {
			return Objects.requireNonNull(this.key);
		}

		@Override
		public void run() {
			FinalResults.this.receiver.take(row(), this.value, this.timestamp, FinalResults.this.headers);
		}

	}

}
