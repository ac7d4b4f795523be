package io.millrace.streams.internal.operator;

import io.millrace.streams.internal.store.DropReason;
import org.jspecify.annotations.Nullable;

/**
 * The way in which operators count records that they drop by their semantics.
 */
final class Drops {

	private Drops() {
	}

	static void count(@Nullable OperatorContext context, String operator, DropReason reason) {
		if (context != null) {
			context.dropped(operator, reason);
		}
	}

}
