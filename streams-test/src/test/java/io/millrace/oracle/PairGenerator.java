package io.millrace.oracle;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

/**
 * Makes pairs of program and input from seeds: one seed, one pair.
 */
public final class PairGenerator {

	private static final int MOST_STEPS = 9;

	private static final int RECORDS = 40;

	/** Milliseconds. */
	private static final long JUMP = 500;

	private static final List<StepKind> OPERATORS = IntStream.range(0, StepKind.values().length)
		.mapToObj((index) -> StepKind.values()[index])
		.filter((kind) -> kind.left() != null)
		.toList();

	private static final List<StepKind> MORE_SOURCES = List.of(StepKind.STREAM_SOURCE, StepKind.TABLE_SOURCE,
			StepKind.VERSIONED_SOURCE, StepKind.GLOBAL_SOURCE);

	private final Random random;

	private PairGenerator(long seed) {
		this.random = new Random(seed * 0x9E3779B97F4A7C15L);
	}

	public static Pair pair(long seed) {
		PairGenerator generator = new PairGenerator(seed);
		Plan plan = generator.plan();
		// What expired, Kafka Streams still finds in its caches of windows and sessions;
		// joins give intermediate results or not, depending on what a cache holds back.
		boolean cached = generator.random.nextInt(2) == 0 && !plan.hasWindows() && !plan.joinsTables();
		return new Pair(plan, cached, generator.inputs(plan));
	}

	private Plan plan() {
		List<Step> steps = new ArrayList<>();
		steps.add(source((this.random.nextInt(4) == 0) ? StepKind.TABLE_SOURCE : StepKind.STREAM_SOURCE));
		int size = 2 + this.random.nextInt(MOST_STEPS - 1);
		while (steps.size() < size) {
			if (steps.size() < 4 && this.random.nextInt(4) == 0) {
				steps.add(source(MORE_SOURCES.get(this.random.nextInt(MORE_SOURCES.size()))));
			}
			else {
				Step step = operator(steps);
				if (step != null) {
					steps.add(step);
				}
			}
		}
		return new Plan(steps);
	}

	private static Step source(StepKind kind) {
		return new Step(kind, 0, 0, 0);
	}

	private @Nullable Step operator(List<Step> steps) {
		StepKind kind = OPERATORS.get(this.random.nextInt(OPERATORS.size()));
		int left = one(steps, kind.left(), kind);
		int right = (kind.right() != null) ? one(steps, kind.right(), kind) : 0;
		boolean possible = left >= 0 && right >= 0
				&& (kind.right() == null || kind == StepKind.MERGE || mayBeJoined(steps, kind, left, right));
		return !possible ? null : new Step(kind, left, right, this.random.nextInt(kind.variants()));
	}

	/**
	 * Some step that has a shape and that an operator may take, or -1.
	 */
	private int one(List<Step> steps, @Nullable Shape shape, StepKind taker) {
		List<Integer> found = IntStream.range(0, steps.size())
			.filter((index) -> steps.get(index).kind().result() == shape && allowed(steps, index, taker))
			.boxed()
			.toList();
		return found.isEmpty() ? -1 : found.get(this.random.nextInt(found.size()));
	}

	/**
	 * Kafka Streams takes the initial value of an aggregate for a row that was there, and
	 * forwards deletes of rows that weren't there, so that nothing can be said of what
	 * depends on the one or the other.
	 */
	private static boolean allowed(List<Step> steps, int index, StepKind taker) {
		StepKind kind = steps.get(index).kind();
		return switch (taker) {
			case TABLE_GROUP_COUNT, TABLE_GROUP_REDUCE, TABLE_GROUP_AGGREGATE, FOREIGN_KEY_JOIN,
					FOREIGN_KEY_LEFT_JOIN ->
				kind == StepKind.TABLE_SOURCE || kind == StepKind.VERSIONED_SOURCE;
			case TABLE_JOIN, TABLE_LEFT_JOIN, TABLE_OUTER_JOIN, TABLE_ROWS -> switch (kind) {
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
			case STREAM_LEFT_JOIN, STREAM_OUTER_JOIN -> !givesDueResults(steps, index);
			case TABLE_FILTER, TABLE_MAP_VALUES -> !joinsOneTopic(steps, index);
			case GRACE_JOIN, GRACE_LEFT_JOIN -> kind.result() == Shape.STREAM || kind == StepKind.VERSIONED_SOURCE;
			// Kafka Streams gives several final results of other windows.
			case SUPPRESS_OPEN -> kind == StepKind.TUMBLING || kind == StepKind.HOPPING;
			default -> true;
		};
	}

	/**
	 * What comes from one topic by two ways can be joined, unless it isn't said which of
	 * two records comes first that one record led to, as where both go through
	 * repartition topics; nor are tables that may lose rows, since Kafka Streams loses
	 * deletes then.
	 */
	private static boolean mayBeJoined(List<Step> steps, StepKind kind, int left, int right) {
		Set<Integer> shared = sources(steps, left);
		shared.retainAll(sources(steps, right));
		if (shared.isEmpty()) {
			return true;
		}
		return switch (kind) {
			case FOREIGN_KEY_JOIN, FOREIGN_KEY_LEFT_JOIN ->
				left == right && steps.get(left).kind() == StepKind.TABLE_SOURCE;
			case TABLE_JOIN, TABLE_LEFT_JOIN, TABLE_OUTER_JOIN ->
				keepsRowsAndKeys(steps, left) && keepsRowsAndKeys(steps, right);
			default -> keepsKeys(steps, left) && keepsKeys(steps, right);
		};
	}

	/**
	 * Whether a step joins tables that come from one topic: Kafka Streams loses deletes
	 * behind it.
	 */
	private static boolean joinsOneTopic(List<Step> steps, int index) {
		Step step = steps.get(index);
		if (step.kind().right() != Shape.TABLE || step.kind().result() != Shape.TABLE) {
			return false;
		}
		Set<Integer> shared = sources(steps, step.left());
		shared.retainAll(sources(steps, step.right()));
		return !shared.isEmpty();
	}

	private static boolean keepsRowsAndKeys(List<Step> steps, int index) {
		StepKind kind = steps.get(index).kind();
		boolean keepsRows = kind == StepKind.COUNT
				|| ((kind == StepKind.REDUCE || kind == StepKind.AGGREGATE) && steps.get(index).variant() == 0);
		return keepsRows && keepsKeys(steps, index);
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
		return switch (step.kind()) {
			case STREAM_LEFT_JOIN, STREAM_OUTER_JOIN, FINAL_TUMBLING, FINAL_HOPPING, FINAL_SLIDING, SUPPRESS,
					SUPPRESS_OPEN, GRACE_JOIN, GRACE_LEFT_JOIN ->
				true;
			default -> (step.kind().left() != null && givesDueResults(steps, step.left()))
					|| (step.kind().right() != null && givesDueResults(steps, step.right()));
		};
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

	private List<PlanInput> inputs(Plan plan) {
		List<String> topics = plan.inputTopics();
		List<PlanInput> inputs = new ArrayList<>();
		Set<String> rows = new HashSet<>();
		long time = 0;
		for (int i = 0; i < RECORDS; i++) {
			time += this.random.nextInt(4);
			if (this.random.nextInt(20) == 0) {
				time += JUMP;
			}
			// Kafka Streams contradicts results of one side when a record is out of
			// order.
			boolean early = this.random.nextInt(3) == 0 && !plan.hasResultsOfOne();
			long timestamp = Math.max(0, time - (early ? this.random.nextInt(40) : 0));
			if (this.random.nextInt(400) == 0 && !plan.losesByJumps()) {
				timestamp = 9_000_000_000_000L;
			}
			String topic = topics.get(this.random.nextInt(topics.size()));
			if (plan.isGlobal(topic) && PlanInput.isRejected(timestamp)) {
				// Kafka Streams asks no timestamp extractor for global tables.
				timestamp++;
			}
			String key = pick("a", "b", "c", "a", "b", null);
			String value = pick("a1", "a2", "b1", "b2", "c1", "c2", "a1", null);
			boolean rejected = PlanInput.isRejected(timestamp);
			boolean there = rows.contains(topic + key);
			if (value != null && !rejected) {
				rows.add(topic + key);
			}
			else if (!rejected) {
				rows.remove(topic + key);
			}
			if (value != null || there || !plan.isTable(topic)) {
				inputs.add(new PlanInput(topic, key, value, timestamp));
			}
		}
		return inputs;
	}

	private @Nullable String pick(@Nullable String... choices) {
		return choices[this.random.nextInt(choices.length)];
	}

}
