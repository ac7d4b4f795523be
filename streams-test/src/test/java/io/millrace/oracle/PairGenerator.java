package io.millrace.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

/**
 * Makes pairs of program and input from seeds: one seed, one pair.
 */
public final class PairGenerator {

	private static final int MOST_STEPS = 9;

	private static final List<StepKind> OPERATORS = IntStream.range(0, StepKind.values().length)
		.mapToObj((index) -> StepKind.values()[index])
		.filter((kind) -> kind.left() != null)
		.toList();

	private static final List<StepKind> MORE_SOURCES = List.of(StepKind.STREAM_SOURCE, StepKind.TABLE_SOURCE,
			StepKind.VERSIONED_SOURCE, StepKind.GLOBAL_SOURCE);

	private static final int TRIES = 20;

	private static final List<StepKind> OUTER_STREAM_JOINS = List.of(StepKind.STREAM_LEFT_JOIN,
			StepKind.STREAM_OUTER_JOIN);

	private static final List<StepKind> TABLE_JOINS = List.of(StepKind.TABLE_JOIN, StepKind.TABLE_LEFT_JOIN,
			StepKind.TABLE_OUTER_JOIN);

	private static final List<StepKind> STREAM = List.of(StepKind.STREAM_SOURCE);

	private static final List<StepKind> TABLE = List.of(StepKind.TABLE_SOURCE);

	private static final List<StepKind> COPY = List.of(StepKind.TABLE_COPY);

	/** Choices one after the other. */
	private static final List<List<List<StepKind>>> BEGINNINGS = List.of(
			List.of(STREAM, STREAM, STREAM, OUTER_STREAM_JOINS, OUTER_STREAM_JOINS),
			List.of(STREAM, STREAM, STREAM, STREAM, OUTER_STREAM_JOINS, List.of(StepKind.MAP_VALUES),
					OUTER_STREAM_JOINS, OUTER_STREAM_JOINS),
			List.of(TABLE, TABLE_JOINS), List.of(TABLE, COPY, TABLE_JOINS),
			List.of(TABLE, TABLE, TABLE_JOINS, TABLE, TABLE_JOINS),
			List.of(TABLE, TABLE, TABLE_JOINS, COPY, TABLE, TABLE_JOINS),
			List.of(STREAM, List.of(StepKind.SESSION, StepKind.SLIDING), List.of(StepKind.SUPPRESS_OPEN)),
			List.of(STREAM, STREAM, List.of(StepKind.COGROUP_WINDOWS), List.of(StepKind.SUPPRESS_OPEN)),
			List.of(STREAM, List.of(StepKind.FILTER, StepKind.MAP_VALUES, StepKind.SELECT_KEY), List
				.of(StepKind.TUMBLING, StepKind.HOPPING, StepKind.SLIDING, StepKind.SESSION, StepKind.FINAL_SESSION)));

	private final Random random;

	private PairGenerator(long seed) {
		this.random = new Random(seed * 0x9E3779B97F4A7C15L);
	}

	public static Pair pair(long seed) {
		PairGenerator generator = new PairGenerator(seed);
		Plan plan = generator.plan();
		boolean cached = generator.random.nextInt(2) == 0 && plan.mayBeCached();
		return new Pair(plan, cached, new InputGenerator(generator.random).inputs(plan, cached));
	}

	private Plan plan() {
		List<Step> steps = new ArrayList<>();
		int size = 2 + this.random.nextInt(MOST_STEPS - 1);
		if (this.random.nextInt(20) == 0) {
			steps.add(source(StepKind.TABLE_SOURCE));
			steps.add(new Step(StepKind.TABLE_COPY, 0, 0, 0));
			steps.add(new Step(StepKind.TABLE_COPY, 0, 0, 0));
			steps.add(new Step(TABLE_JOINS.get(this.random.nextInt(TABLE_JOINS.size())), 1, 2, this.random.nextInt(2)));
		}
		else if (this.random.nextInt(4) == 0) {
			begin(steps, BEGINNINGS.get(this.random.nextInt(BEGINNINGS.size())));
		}
		else {
			steps.add(source((this.random.nextInt(4) == 0) ? StepKind.TABLE_SOURCE : StepKind.STREAM_SOURCE));
		}
		while (steps.size() < size) {
			if (steps.size() < 4 && this.random.nextInt(4) == 0) {
				steps.add(source(MORE_SOURCES.get(this.random.nextInt(MORE_SOURCES.size()))));
			}
			else {
				Step step = operator(steps, OPERATORS.get(this.random.nextInt(OPERATORS.size())), false);
				if (step != null) {
					steps.add(step);
				}
			}
		}
		return new Plan(steps);
	}

	/**
	 * Begins with kinds that seldom come together by chance, each on the one before it if
	 * it can be.
	 */
	private void begin(List<Step> steps, List<List<StepKind>> kinds) {
		for (List<StepKind> choice : kinds) {
			StepKind kind = choice.get(this.random.nextInt(choice.size()));
			if (kind.left() == null) {
				steps.add(source(kind));
				continue;
			}
			Step step = null;
			for (int i = 0; i < TRIES && step == null; i++) {
				step = operator(steps, kind, true);
			}
			if (step != null) {
				steps.add(step);
			}
		}
	}

	private static Step source(StepKind kind) {
		return new Step(kind, 0, 0, 0);
	}

	private @Nullable Step operator(List<Step> steps, StepKind kind, boolean onLatest) {
		int left = one(steps, kind.left(), kind, onLatest);
		int right = (kind.right() != null) ? one(steps, kind.right(), kind, false) : 0;
		boolean possible = left >= 0 && right >= 0
				&& (kind.right() == null || kind == StepKind.MERGE || PlanRules.mayBeJoined(steps, kind, left, right));
		if (possible && kind.left() == kind.right() && this.random.nextBoolean()
				&& PlanRules.allowed(steps, right, kind)) {
			int other = left;
			left = right;
			right = other;
		}
		return !possible ? null : new Step(kind, left, right, this.random.nextInt(kind.variants()));
	}

	/**
	 * Some step that has a shape and that an operator may take, or -1.
	 */
	private int one(List<Step> steps, @Nullable Shape shape, StepKind taker, boolean latest) {
		List<Integer> found = IntStream.range(0, steps.size())
			.filter((index) -> steps.get(index).kind().result() == shape && PlanRules.allowed(steps, index, taker))
			.boxed()
			.toList();
		if (found.isEmpty()) {
			return -1;
		}
		return found.get(latest ? found.size() - 1 : this.random.nextInt(found.size()));
	}

}
