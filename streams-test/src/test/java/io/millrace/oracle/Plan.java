package io.millrace.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A program as data: steps, each of which takes the results of earlier ones. The topic of
 * a source is called {@code in} with the number of its step, and every result that no
 * step takes goes to the topic {@code out} with the number of its step, unless it is a
 * global table.
 *
 * @param steps the steps in the order in which they are declared
 */
public record Plan(List<Step> steps) {

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
		return hasResultsOfOne() || has(StepKind.FINAL_TUMBLING) || has(StepKind.FINAL_HOPPING)
				|| has(StepKind.FINAL_SLIDING);
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
		return has(StepKind.STREAM_LEFT_JOIN) || has(StepKind.STREAM_OUTER_JOIN);
	}

	boolean joinsTables() {
		return has(StepKind.TABLE_JOIN) || has(StepKind.TABLE_LEFT_JOIN) || has(StepKind.TABLE_OUTER_JOIN)
				|| has(StepKind.FOREIGN_KEY_JOIN) || has(StepKind.FOREIGN_KEY_LEFT_JOIN);
	}

	boolean isTable(String inputTopic) {
		return this.steps.get(Integer.parseInt(inputTopic.substring("in".length()))).kind() == StepKind.TABLE_SOURCE;
	}

	boolean isGlobal(String inputTopic) {
		return this.steps.get(Integer.parseInt(inputTopic.substring("in".length()))).kind() == StepKind.GLOBAL_SOURCE;
	}

	boolean hasWindows() {
		return this.steps.stream().anyMatch((step) -> step.kind().result() == Shape.WINDOWED);
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
