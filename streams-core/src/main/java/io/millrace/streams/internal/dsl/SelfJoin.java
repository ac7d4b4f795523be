package io.millrace.streams.internal.dsl;

import java.util.List;
import java.util.Set;

import io.millrace.streams.internal.dsl.ProgramPlan.Node;
import io.millrace.streams.internal.operator.SelfJoinOperator;
import io.millrace.streams.internal.operator.StreamStreamJoin;

/**
 * A join of two streams that may turn out to be one: if both sides follow the same step,
 * one store does instead of two or three, and one operator instead of three. Noted when
 * the join is declared.
 *
 * @param join what both sides have in common
 * @param leftKept what keeps the left stream's records
 * @param rightKept what keeps the right stream's records
 * @param leftJoin joins the left stream's records
 * @param rightJoin joins the right stream's records
 * @param merged has the results of both
 * @param storage the store of the left stream's records
 * @param others the stores that a join with itself doesn't need
 * @param sources what feeds both streams
 */
record SelfJoin(StreamStreamJoin join, Step leftKept, Step rightKept, Step leftJoin, Step rightJoin, Step merged,
		TableStorage storage, List<TableStorage> others, Set<Step> sources) {

	SelfJoin {
		others = List.copyOf(others);
		sources = Set.copyOf(sources);
	}

	/**
	 * Has one store and one operator do if both streams are one.
	 * @param plan what is about to be written
	 */
	void in(ProgramPlan plan) {
		Node kept = plan.node(this.leftKept);
		Node result = plan.node(this.merged);
		if (!kept.parents().equals(plan.node(this.rightKept).parents()) || !SelfJoinOperator.fits(this.join)) {
			return;
		}
		plan.replace(result, new Step.Stored(this.merged.output(), List.of(this.leftKept),
				() -> new SelfJoinOperator(this.join), "self-join", List.of(), List.of(this.storage), this.sources));
		result.parents().clear();
		result.parents().add(kept);
		for (Step step : List.of(this.leftJoin, this.rightJoin, this.rightKept)) {
			plan.remove(plan.node(step), null);
		}
		this.others.forEach(plan::leaveOut);
	}

}
