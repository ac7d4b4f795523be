package io.millrace.streams.internal.operator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.millrace.streams.kstream.Windowed;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The results of windows that a record closes, put in order and given: by the time of the
 * window, then by key if keys have an order. They have no origin: the record that closes
 * a window has nothing to do with it, nor have its headers. Owned by one operator of one
 * task.
 */
final class FinalResults {

	private static final Comparator<Result> BY_WINDOW = Comparator
		.comparingLong((Result result) -> result.key.window().start())
		.thenComparingLong((result) -> result.key.window().end())
		.thenComparing((one, other) -> compareKeys(one.key.key(), other.key.key()));

	private static final Comparator<Result> BY_END = Comparator
		.comparingLong((Result result) -> result.key.window().end())
		.thenComparing(BY_WINDOW);

	private final List<Result> results = new ArrayList<>();

	@SuppressWarnings("unchecked")
	private static int compareKeys(@Nullable Object one, @Nullable Object other) {
		return (one instanceof Comparable<?> comparable && other != null && one.getClass() == other.getClass())
				? ((Comparable<Object>) comparable).compareTo(other) : 0;
	}

	/**
	 * Starts anew: what a record that failed left behind isn't given.
	 */
	void begin() {
		this.results.clear();
	}

	void add(Windowed<Object> key, Object value, long timestamp) {
		this.results.add(new Result(key, value, timestamp));
	}

	/**
	 * Gives the results.
	 * @param byEnd whether the end of a window comes before its start
	 * @param context the task
	 * @param receiver takes them
	 */
	void give(boolean byEnd, OperatorContext context, Receiver receiver) {
		if (this.results.isEmpty()) {
			return;
		}
		List<Result> all = List.copyOf(this.results);
		this.results.clear();
		all.stream().sorted(byEnd ? BY_END : BY_WINDOW).forEach((result) -> {
			RecordHeaders headers = new RecordHeaders();
			context.onBehalfOf(null, -1, result.timestamp,
					() -> receiver.take(result.key, result.value, result.timestamp, headers));
		});
	}

	/**
	 * Takes a result.
	 */
	interface Receiver {

		void take(Windowed<Object> key, Object value, long timestamp, RecordHeaders headers);

	}

	private record Result(Windowed<Object> key, Object value, long timestamp) {
	}

}
