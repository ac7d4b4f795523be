package io.millrace.oracle;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which steps may follow which: those whose results can be told. Asked by
 * {@link PairGenerator}; each rule names the difference that it keeps clear of.
 */
final class PlanRules {

	private PlanRules() {
	}

	/**
	 * Kafka Streams takes the initial value of an aggregate for a row that was there, and
	 * forwards deletes of rows that weren't there, so that nothing can be said of what
	 * depends on the one or the other.
	 */
	static boolean allowed(List<Step> steps, int index, StepKind taker) {
		StepKind kind = steps.get(index).kind();
		return switch (taker) {
			case TABLE_GROUP_COUNT, TABLE_GROUP_REDUCE, TABLE_GROUP_AGGREGATE, FOREIGN_KEY_JOIN,
					FOREIGN_KEY_LEFT_JOIN ->
				kind == StepKind.TABLE_SOURCE || kind == StepKind.VERSIONED_SOURCE;
			case TABLE_JOIN, TABLE_LEFT_JOIN, TABLE_OUTER_JOIN, TABLE_COPY -> switch (kind) {
				case TABLE_SOURCE, VERSIONED_SOURCE, COUNT, REDUCE, AGGREGATE, TABLE_COPY, TABLE_JOIN, TABLE_LEFT_JOIN,
						TABLE_OUTER_JOIN ->
					true;
				default -> false;
			};
			case TABLE_ROWS -> switch (kind) {
				case TABLE_SOURCE, VERSIONED_SOURCE, COUNT, REDUCE, AGGREGATE -> true;
				default -> false;
			};
			// How many bytes a row has depends on its headers.
			case SUPPRESS -> switch (kind) {
				case TABLE_SOURCE, COUNT, REDUCE, AGGREGATE -> !givesDueResults(steps, index);
				default -> false;
			};
			// A row that is aggregated has the initial value before its first change
			// there.
			case STREAM_TABLE_JOIN, STREAM_TABLE_LEFT_JOIN ->
				kind != StepKind.SUPPRESS || steps.get(steps.get(index).left()).kind() == StepKind.TABLE_SOURCE;
			case TABLE_FILTER -> !joinsOneTopic(steps, index) && !isSuppressed(steps, index);
			case TABLE_MAP_VALUES -> !joinsOneTopic(steps, index);
			case GRACE_JOIN, GRACE_LEFT_JOIN -> kind.result() == Shape.STREAM || kind == StepKind.VERSIONED_SOURCE;
			case SUPPRESS_OPEN -> kind.expires() && !kind.isFinal();
			case FINAL_SESSION -> !givesDueResults(steps, index);
			default -> true;
		};
	}

	/**
	 * What comes from one topic by two ways can be joined, unless it isn't said which of
	 * two records comes first that one record led to, as where both go through
	 * repartition topics; nor are tables that may lose rows, since Kafka Streams loses
	 * deletes then.
	 */
	static boolean mayBeJoined(List<Step> steps, StepKind kind, int left, int right) {
		Set<Integer> shared = sources(steps, left);
		shared.retainAll(sources(steps, right));
		if (shared.isEmpty()) {
			return true;
		}
		return switch (kind) {
			case FOREIGN_KEY_JOIN, FOREIGN_KEY_LEFT_JOIN ->
				left == right && steps.get(left).kind() == StepKind.TABLE_SOURCE;
			case TABLE_JOIN -> keepsKeys(steps, left) && keepsKeys(steps, right) && !joinAgain(steps, left, right)
					&& ((keepsRows(steps, left) && keepsRows(steps, right)) || haveStoresApart(steps, left, right));
			case TABLE_LEFT_JOIN, TABLE_OUTER_JOIN ->
				keepsKeys(steps, left) && keepsKeys(steps, right) && !joinAgain(steps, left, right);
			// What is held back on one way only, is late on it.
			case STREAM_LEFT_JOIN, STREAM_OUTER_JOIN -> keepsKeys(steps, left) && keepsKeys(steps, right)
					&& !givesDueResults(steps, left) && !givesDueResults(steps, right);
			default -> keepsKeys(steps, left) && keepsKeys(steps, right);
		};
	}

	/**
	 * Whether a step joins tables that come from one topic: Kafka Streams loses deletes
	 * behind it.
	 */
	static boolean joinsOneTopic(List<Step> steps, int index) {
		Step step = steps.get(index);
		if (step.kind().right() != Shape.TABLE || step.kind().result() != Shape.TABLE) {
			return false;
		}
		Set<Integer> shared = sources(steps, step.left());
		shared.retainAll(sources(steps, step.right()));
		return !shared.isEmpty();
	}

	/**
	 * Whether a table never loses a row.
	 */
	private static boolean keepsRows(List<Step> steps, int index) {
		StepKind kind = steps.get(index).kind();
		return kind == StepKind.COUNT
				|| ((kind == StepKind.REDUCE || kind == StepKind.AGGREGATE) && steps.get(index).variant() == 0);
	}

	/**
	 * Whether the stores of two tables are changed one after the other, and not one on
	 * the way to the other: Kafka Streams loses deletes otherwise, since the row that is
	 * joined is gone already.
	 */
	private static boolean haveStoresApart(List<Step> steps, int left, int right) {
		return hasStore(steps.get(left)) && hasStore(steps.get(right)) && !leadsTo(steps, left, right)
				&& !leadsTo(steps, right, left);
	}

	/**
	 * Whether one of two tables that come from one topic comes from there by two ways
	 * itself: what a delete gives before all ways are through is up to their order.
	 */
	private static boolean joinAgain(List<Step> steps, int left, int right) {
		return comesByTwoWays(steps, left) || comesByTwoWays(steps, right);
	}

	private static boolean comesByTwoWays(List<Step> steps, int index) {
		Step step = steps.get(index);
		return joinsOneTopic(steps, index) || (step.kind().left() == Shape.TABLE && comesByTwoWays(steps, step.left()))
				|| (step.kind().right() == Shape.TABLE && comesByTwoWays(steps, step.right()));
	}

	/**
	 * Whether a table's rows are held back: what Kafka Streams has for the value before a
	 * change may be one that was never passed on, so that a filter doesn't see what a
	 * delete takes away.
	 */
	private static boolean isSuppressed(List<Step> steps, int index) {
		Step step = steps.get(index);
		return step.kind() == StepKind.SUPPRESS
				|| (step.kind().left() == Shape.TABLE && isSuppressed(steps, step.left()));
	}

	private static boolean hasStore(Step step) {
		return switch (step.kind()) {
			case TABLE_JOIN, TABLE_LEFT_JOIN, TABLE_OUTER_JOIN -> step.variant() == 1;
			default -> true;
		};
	}

	private static boolean leadsTo(List<Step> steps, int from, int to) {
		Step step = steps.get(to);
		return from == to || (step.kind().left() != null && leadsTo(steps, from, step.left()))
				|| (step.kind().right() != null && leadsTo(steps, from, step.right()));
	}

	private static boolean keepsKeys(List<Step> steps, int index) {
		Step step = steps.get(index);
		if (Plan.changesKeys(step.kind()) || step.kind() == StepKind.PROCESS) {
			return false;
		}
		return (step.kind().left() == null || keepsKeys(steps, step.left()))
				&& (step.kind().right() == null || keepsKeys(steps, step.right()));
	}

	/**
	 * Whether what a step gives may come out of order although its input doesn't: Kafka
	 * Streams contradicts results of one side then.
	 */
	private static boolean givesDueResults(List<Step> steps, int index) {
		Step step = steps.get(index);
		return step.kind().givesDueResults() || (step.kind().left() != null && givesDueResults(steps, step.left()))
				|| (step.kind().right() != null && givesDueResults(steps, step.right()));
	}

	private static Set<Integer> sources(List<Step> steps, int index) {
		Step step = steps.get(index);
		Set<Integer> all = new HashSet<>();
		if (step.kind().left() == null) {
			all.add(index);
			return all;
		}
		all.addAll(sources(steps, step.left()));
		if (step.kind().right() != null) {
			all.addAll(sources(steps, step.right()));
		}
		return all;
	}

}
