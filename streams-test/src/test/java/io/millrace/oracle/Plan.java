package io.millrace.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A program as data: steps, each of which takes the results of earlier ones. The topic of
 * a source is called {@code in} with the number of its step, and every result that no
 * step takes goes to the topic {@code out} with the number of its step, unless it is a
 * global table.
 *
 * @param steps the steps in the order in which they are declared
 */
public record Plan(List<Step> steps) {

	/** Grace periods of windows, in milliseconds. */
	private static final long[] GRACES = { 0, 8, 100 };

	public Plan {
		steps = List.copyOf(steps);
	}

	/**
	 * Whether nobody takes the result of a step.
	 */
	public boolean isEnd(int step) {
		return this.steps.stream().noneMatch((other) -> takes(other, step));
	}

	private static boolean takes(Step step, int other) {
		return (step.kind().left() != null && step.left() == other)
				|| (step.kind().right() != null && step.right() == other);
	}

	boolean joinsStreams() {
		return has(StepKind.STREAM_JOIN) || has(StepKind.STREAM_LEFT_JOIN) || has(StepKind.STREAM_OUTER_JOIN);
	}

	/**
	 * Whether there are results that are due to records before the one that brings them
	 * about.
	 */
	boolean hasDueResults() {
		return hasResultsOfOne() || this.steps.stream().anyMatch((step) -> step.kind().isFinal());
	}

	/**
	 * Whether records far ahead of all others make Kafka Streams lose what it should
	 * give.
	 */
	boolean losesByJumps() {
		return joinsStreams() || hasDueResults() || has(StepKind.COGROUP_WINDOWS);
	}

	/**
	 * Whether a stream is joined with a stream so that records without partner give a
	 * result too.
	 */
	boolean hasResultsOfOne() {
		return this.steps.stream().anyMatch((step) -> step.kind().isOuterStreamJoin());
	}

	/**
	 * Whether all timestamps are to be even: Kafka Streams gives several final results of
	 * a session or a sliding window when a record comes at the very time of its end.
	 */
	public boolean isEven() {
		return this.steps.stream()
			.anyMatch((step) -> step.kind() == StepKind.SUPPRESS_OPEN && !endsBeforeItCloses(step.left()));
	}

	/**
	 * Whether the end of windows doesn't belong to them.
	 */
	private boolean endsBeforeItCloses(int step) {
		Step windows = this.steps.get(step);
		return switch (windows.kind()) {
			case TUMBLING, HOPPING -> true;
			case COGROUP_WINDOWS -> windows.variant() < 2;
			default -> false;
		};
	}

	/**
	 * Whether a join of streams that gives records without partner takes results that may
	 * come out of order.
	 */
	boolean nestsOuterJoins() {
		return IntStream.range(0, this.steps.size()).anyMatch((index) -> outerDepth(index) > 1);
	}

	/**
	 * Whether a join of streams takes results that may come out of order, although it
	 * gives records without partner.
	 */
	public boolean isNestedOuterJoin(int step) {
		return outerDepth(step) > 1;
	}

	/**
	 * The grace period of a join of streams that gives records without partner. Kafka
	 * Streams contradicts such results when a record is late, and gives them later than
	 * they are due unless time makes a jump, which is at the end if others take them.
	 */
	public long outerGrace(int step) {
		if (!nestsOuterJoins()) {
			return 100;
		}
		return isNestedOuterJoin(step) ? 8 : 200;
	}

	/**
	 * How many steps that hold results back follow one another down to a join of streams
	 * that gives records without partner; 0 for other steps.
	 */
	private int outerDepth(int step) {
		return this.steps.get(step).kind().isOuterStreamJoin() ? dueDepth(step) : 0;
	}

	/**
	 * The grace period of windows and of joins of streams that give matches only.
	 */
	public static long grace(Step step) {
		return GRACES[step.left() % GRACES.length];
	}

	private int dueDepth(int step) {
		StepKind kind = this.steps.get(step).kind();
		int before = 0;
		if (kind.left() != null) {
			before = dueDepth(this.steps.get(step).left());
		}
		if (kind.right() != null) {
			before = Math.max(before, dueDepth(this.steps.get(step).right()));
		}
		return before + (kind.givesDueResults() ? 1 : 0);
	}

	/**
	 * The topics of streams, those first whose records are held back most often on their
	 * way.
	 */
	List<String> streamTopicsByDepth() {
		return IntStream.range(0, this.steps.size())
			.filter((index) -> this.steps.get(index).kind() == StepKind.STREAM_SOURCE)
			.boxed()
			.sorted(Comparator.comparingInt((Integer index) -> -dueStepsBehind(index)))
			.map((index) -> "in" + index)
			.toList();
	}

	int dueStepsBehind(String inputTopic) {
		return dueStepsBehind(number(inputTopic));
	}

	static int number(String inputTopic) {
		return Integer.parseInt(inputTopic.substring("in".length()));
	}

	private int dueStepsBehind(int step) {
		int most = 0;
		for (int i = step + 1; i < this.steps.size(); i++) {
			if (takes(this.steps.get(i), step)) {
				most = Math.max(most, dueStepsBehind(i) + (this.steps.get(i).kind().givesDueResults() ? 1 : 0));
			}
		}
		return most;
	}

	boolean joinsTables() {
		return has(StepKind.TABLE_JOIN) || has(StepKind.TABLE_LEFT_JOIN) || has(StepKind.TABLE_OUTER_JOIN)
				|| has(StepKind.FOREIGN_KEY_JOIN) || has(StepKind.FOREIGN_KEY_LEFT_JOIN);
	}

	/**
	 * Whether a table is joined with one that comes from the same topic.
	 */
	boolean joinsTablesOfOneTopic() {
		return IntStream.range(0, this.steps.size()).anyMatch((index) -> PlanRules.joinsOneTopic(this.steps, index));
	}

	boolean isVersioned(String inputTopic) {
		return this.steps.get(number(inputTopic)).kind() == StepKind.VERSIONED_SOURCE;
	}

	boolean isTable(String inputTopic) {
		return this.steps.get(number(inputTopic)).kind() == StepKind.TABLE_SOURCE;
	}

	boolean isGlobal(String inputTopic) {
		return this.steps.get(number(inputTopic)).kind() == StepKind.GLOBAL_SOURCE;
	}

	boolean joinsGlobalTables() {
		return has(StepKind.GLOBAL_JOIN) || has(StepKind.GLOBAL_LEFT_JOIN);
	}

	boolean hasWindows() {
		return this.steps.stream().anyMatch((step) -> step.kind().result() == Shape.WINDOWED);
	}

	/**
	 * Whether caches leave out the same changes on both sides. Rows that one record
	 * changes more than once come in the order of their last change from Kafka Streams
	 * and in that of their first from Millrace, which holds no changes of sessions back,
	 * nor any before a suppression. Kafka Streams gives deletes that were in a cache the
	 * time of the record, and fails at sliding windows in a cache that lost their value.
	 */
	boolean mayBeCached() {
		return !joinsTables() && IntStream.range(0, this.steps.size()).allMatch((index) -> {
			Step step = this.steps.get(index);
			return switch (step.kind()) {
				case TUMBLING, HOPPING -> isSettled(index, step);
				case SLIDING -> step.variant() != 1 && isSettled(index, step);
				case COGROUP_WINDOWS -> step.variant() % 2 == 0 && isSettled(index, step);
				case SESSION -> takesOneByOne(step) && isLeftTo(index, StepKind.SUPPRESS_OPEN);
				case SUPPRESS -> takesOneByOne(step) && !mayDelete(this.steps.get(step.left()));
				default -> true;
			};
		});
	}

	private boolean isSettled(int index, Step step) {
		boolean suppressed = this.steps.stream()
			.anyMatch((other) -> takes(other, index) && other.kind() == StepKind.SUPPRESS_OPEN);
		return isEnd(index) || (takesOneByOne(step) && (!suppressed || isLeftTo(index, StepKind.SUPPRESS_OPEN)));
	}

	private boolean isLeftTo(int step, StepKind taker) {
		return this.steps.stream().allMatch((other) -> !takes(other, step) || other.kind() == taker);
	}

	private static boolean mayDelete(Step step) {
		return (step.kind() == StepKind.REDUCE || step.kind() == StepKind.AGGREGATE) && step.variant() == 1;
	}

	private boolean takesOneByOne(Step step) {
		return isOneByOne(step.left()) && (step.kind().right() == null
				|| (isOneByOne(step.right()) && root(step.left()) != root(step.right())));
	}

	/**
	 * Whether a step gives one record at most for each that comes from its only source.
	 */
	private boolean isOneByOne(int step) {
		return switch (this.steps.get(step).kind()) {
			case STREAM_SOURCE, TABLE_SOURCE -> true;
			case FILTER, MAP_VALUES, SELECT_KEY, REPARTITION, TO_TABLE, TABLE_ROWS, TABLE_COPY, COUNT, REDUCE,
					AGGREGATE, GLOBAL_JOIN, GLOBAL_LEFT_JOIN ->
				isOneByOne(this.steps.get(step).left());
			default -> false;
		};
	}

	private int root(int step) {
		return (this.steps.get(step).kind().left() == null) ? step : root(this.steps.get(step).left());
	}

	/**
	 * How late records may be at most so that they extend no session that closed before
	 * them, of those that Kafka Streams keeps for long.
	 */
	long longestDelay(boolean cached) {
		return this.steps.stream()
			.filter((step) -> step.kind() == StepKind.FINAL_SESSION || (cached && step.kind() == StepKind.SESSION))
			.mapToLong(Plan::grace)
			.min()
			.orElse(Long.MAX_VALUE);
	}

	boolean hasSessions() {
		return this.steps.stream()
			.anyMatch((step) -> step.kind() == StepKind.SESSION
					|| (step.kind() == StepKind.COGROUP_WINDOWS && step.variant() == 3));
	}

	boolean has(StepKind kind) {
		return this.steps.stream().anyMatch((step) -> step.kind() == kind);
	}

	/**
	 * Whether everything runs in one task, as it always does in Kafka Streams' driver,
	 * where all share one stream time therefore.
	 */
	public boolean isOneTask() {
		return inputTopics().size() == 1 && this.steps.stream()
			.filter((step) -> changesKeys(step.kind()) || step.kind() == StepKind.PROCESS)
			.count() <= 1;
	}

	/**
	 * Whether records may go through a repartition topic.
	 */
	boolean changesKeys() {
		return this.steps.stream().anyMatch((step) -> changesKeys(step.kind()) || step.kind() == StepKind.PROCESS);
	}

	static boolean changesKeys(StepKind kind) {
		return switch (kind) {
			case SELECT_KEY, FLAT_MAP, REPARTITION, COUNT_BY_VALUE, WINDOW_ROWS, FOREIGN_KEY_JOIN,
					FOREIGN_KEY_LEFT_JOIN, TABLE_GROUP_COUNT, TABLE_GROUP_REDUCE, TABLE_GROUP_AGGREGATE ->
				true;
			default -> false;
		};
	}

	public List<String> inputTopics() {
		return topics(true, "in");
	}

	public List<String> outputTopics() {
		return topics(false, "out");
	}

	private List<String> topics(boolean sources, String prefix) {
		List<String> topics = new ArrayList<>();
		for (int i = 0; i < this.steps.size(); i++) {
			if (sources ? this.steps.get(i).kind().left() == null
					: isEnd(i) && this.steps.get(i).kind().result() != Shape.GLOBAL) {
				topics.add(prefix + i);
			}
		}
		return topics;
	}

	/**
	 * The plan without a step that nobody takes anything from.
	 */
	Plan without(int step) {
		List<Step> kept = new ArrayList<>();
		for (int i = 0; i < this.steps.size(); i++) {
			if (i != step) {
				Step each = this.steps.get(i);
				kept.add(each.at(renumbered(each.left(), step), renumbered(each.right(), step)));
			}
		}
		return new Plan(kept);
	}

	/**
	 * The plan with a step left out whose input has the shape of its result, so that
	 * those that took its result take its input.
	 */
	Plan bypassing(int step) {
		int input = this.steps.get(step).left();
		List<Step> redirected = this.steps.stream()
			.map((each) -> each.at((each.left() == step) ? input : each.left(),
					(each.right() == step) ? input : each.right()))
			.toList();
		return new Plan(redirected).without(step);
	}

	private static int renumbered(int number, int without) {
		return (number > without) ? number - 1 : number;
	}

	@Override
	public String toString() {
		return this.steps.stream().map(Step::toString).collect(Collectors.joining(" "));
	}

	public static Plan parse(String text) {
		return new Plan(Arrays.stream(text.trim().split(" ")).map(Step::parse).toList());
	}

}
