package io.millrace.streams.internal.operator;

import org.jspecify.annotations.Nullable;

/**
 * The reasons for which operators drop records by their semantics, and the way to count
 * them. Reasons become tags of a metric, so their number is small and they hold no data.
 */
final class Drops {

	static final String NULL_KEY = "null-key";

	static final String NULL_VALUE = "null-value";

	static final String LATE = "late";

	static final String NO_PARTITION = "no-partition";

	static final String OUT_OF_ORDER = "out-of-order";

	static final String OVERTAKEN = "overtaken";

	private Drops() {
	}

	static void count(@Nullable OperatorContext context, String operator, String reason) {
		if (context != null) {
			context.dropped(operator, reason);
		}
	}

}
