package io.millrace.oracle;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is to be compared is generated, and often enough.
 */
class PairGeneratorTests {

	private static final int PAIRS = 2000;

	private static long pairs(Predicate<Pair> wanted) {
		return LongStream.rangeClosed(1, PAIRS).mapToObj(PairGenerator::pair).filter(wanted).count();
	}

	private static long pairsWithStep(PlanPredicate wanted) {
		return pairs((pair) -> IntStream.range(0, pair.plan().steps().size())
			.anyMatch((index) -> wanted.test(pair.plan(), pair.plan().steps().get(index), index)));
	}

	@Test
	void everyKindOfStep() {
		for (StepKind kind : StepKind.values()) {
			assertThat(pairsWithStep((plan, step, index) -> step.kind() == kind)).as(kind.name()).isGreaterThan(10);
		}
	}

	@Test
	void suppressionOfEveryKindOfWindow() {
		for (StepKind kind : new StepKind[] { StepKind.TUMBLING, StepKind.HOPPING, StepKind.SLIDING, StepKind.SESSION,
				StepKind.COGROUP_WINDOWS }) {
			assertThat(pairsWithStep((plan, step, index) -> step.kind() == StepKind.SUPPRESS_OPEN
					&& plan.steps().get(step.left()).kind() == kind))
				.as(kind.name())
				.isGreaterThan(5);
		}
	}

	@Test
	void cachesWithEveryKindOfWindow() {
		for (StepKind kind : StepKind.values()) {
			if (kind.expires() || kind == StepKind.UNLIMITED) {
				assertThat(pairs((pair) -> pair.cached() && pair.plan().has(kind))).as(kind.name()).isGreaterThan(5);
			}
		}
	}

	@Test
	void outerJoinsOfStreamsWithinOthers() {
		assertThat(pairsWithStep((plan, step, index) -> plan.isNestedOuterJoin(index))).isGreaterThan(20);
		assertThat(pairsWithStep((plan, step, index) -> step.kind().isOuterStreamJoin()
				&& (isOuterStreamJoin(plan, step.left()) || isOuterStreamJoin(plan, step.right()))))
			.isGreaterThan(10);
	}

	private static boolean isOuterStreamJoin(Plan plan, int step) {
		return plan.steps().get(step).kind().isOuterStreamJoin();
	}

	@Test
	void joinsOfTablesWithinOthers() {
		assertThat(pairsWithStep((plan, step, index) -> isTableJoin(step)
				&& (isTableJoin(plan.steps().get(step.left())) || isTableJoin(plan.steps().get(step.right())))))
			.isGreaterThan(20);
	}

	@Test
	void tablesThatLoseRowsAndAreJoinedWithWhatIsMadeOfThem() {
		for (StepKind kind : new StepKind[] { StepKind.TABLE_JOIN, StepKind.TABLE_LEFT_JOIN,
				StepKind.TABLE_OUTER_JOIN }) {
			assertThat(pairs((pair) -> IntStream.range(0, pair.plan().steps().size())
				.filter((index) -> pair.plan().steps().get(index).kind() == kind)
				.mapToObj((index) -> pair.plan().steps().get(index))
				.anyMatch((step) -> hasDeleteInBoth(pair, step)))).as(kind.name()).isGreaterThan(5);
		}
	}

	private static boolean hasDeleteInBoth(Pair pair, Step join) {
		Set<Integer> both = tableSources(pair.plan(), join.left());
		both.retainAll(tableSources(pair.plan(), join.right()));
		return pair.inputs()
			.stream()
			.anyMatch((input) -> input.value() == null && both.contains(Plan.number(input.topic())));
	}

	private static Set<Integer> tableSources(Plan plan, int index) {
		Step step = plan.steps().get(index);
		Set<Integer> sources = new HashSet<>();
		if (step.kind() == StepKind.TABLE_SOURCE) {
			sources.add(index);
		}
		if (step.kind().left() == Shape.TABLE) {
			sources.addAll(tableSources(plan, step.left()));
		}
		if (step.kind().right() == Shape.TABLE) {
			sources.addAll(tableSources(plan, step.right()));
		}
		return sources;
	}

	private static boolean isTableJoin(Step step) {
		return switch (step.kind()) {
			case TABLE_JOIN, TABLE_LEFT_JOIN, TABLE_OUTER_JOIN -> true;
			default -> false;
		};
	}

	/**
	 * Tells whether a step of a plan is wanted.
	 */
	private interface PlanPredicate {

		boolean test(Plan plan, Step step, int index);

	}

}
