package io.millrace.oracle;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Runs pairs with Millrace and with Kafka Streams, tells differences, and makes pairs
 * that differ as small as they get. What differs on purpose doesn't count: Kafka Streams
 * forwards deletes of rows that a table doesn't hold, loses the headers of records behind
 * sessions, shows windows in its caches after they expired, doesn't count records without
 * a key that it drops on their way into a repartition topic, and counts some that a join
 * drops twice. The stores of subscriptions and of what waits for a partner have rows that
 * can't be compared.
 */
public final class Comparison {

	/** The stores of joins of streams. */
	private static final Pattern STREAM_JOIN = Pattern.compile("-(JOIN|OUTER)(THIS|OTHER|SHARED)-|-Buffer$");

	private final PlanRun millrace;

	private final PlanRun kafkaStreams;

	private final boolean optimized;

	public Comparison(PlanRun millrace, PlanRun kafkaStreams) {
		this(millrace, kafkaStreams, false);
	}

	private Comparison(PlanRun millrace, PlanRun kafkaStreams, boolean optimized) {
		this.millrace = millrace;
		this.kafkaStreams = kafkaStreams;
		this.optimized = optimized;
	}

	/**
	 * Compares runs with all optimisations. What differs on purpose besides: Kafka
	 * Streams can't merge repartition topics if several follow one operator that follows
	 * the change of keys, and moves them before joins with global tables, whatever type
	 * these take.
	 */
	public static Comparison optimized(PlanRun millrace, PlanRun kafkaStreams) {
		return new Comparison(millrace, kafkaStreams, true);
	}

	/**
	 * What differs, or null if nothing does.
	 */
	public @Nullable String difference(Pair pair) {
		Outcome theirs = comparable(this.kafkaStreams.run(pair), pair);
		Outcome ours = comparable(this.millrace.run(pair), pair).withoutHeadersThatLack(theirs);
		if (this.optimized && ours.failure() == null && theirs.failure() != null
				&& theirs.failure().contains("keyChangingChild")) {
			return null;
		}
		if (theirs.failure() != null || ours.failure() != null) {
			boolean both = theirs.failure() != null && ours.failure() != null;
			return both ? null : "Millrace: " + ours.failure() + "\nKafka Streams: " + theirs.failure();
		}
		List<String> all = new ArrayList<>();
		if (!this.optimized || !pair.plan().joinsGlobalTables()) {
			add(all, "description", ours.description(), theirs.description());
		}
		Set<String> topics = new LinkedHashSet<>(pair.plan().outputTopics());
		topics.forEach((topic) -> add(all, topic, ours.outputs().get(topic), theirs.outputs().get(topic)));
		Set<String> stores = new LinkedHashSet<>(theirs.stores().keySet());
		stores.addAll(ours.stores().keySet());
		stores.forEach((store) -> addStore(all, store, ours.stores().get(store), theirs.stores().get(store), pair));
		if (!pair.plan().changesKeys() && !pair.plan().joinsStreams()) {
			add(all, "dropped", ours.dropped(), theirs.dropped());
		}
		return all.isEmpty() ? null : String.join("\n", all);
	}

	private static void add(List<String> all, String what, @Nullable Object ours, @Nullable Object theirs) {
		if (!Objects.equals(ours, theirs)) {
			all.add(what + "\n  Millrace      " + ours + "\n  Kafka Streams " + theirs);
		}
	}

	/**
	 * Kafka Streams' cache shows windows that have expired in the store.
	 */
	private static void addStore(List<String> all, String store, @Nullable List<String> ours,
			@Nullable List<String> theirs, Pair pair) {
		boolean expired = pair.cached() && ours != null && theirs != null && theirs.containsAll(ours)
				&& theirs.stream().allMatch((row) -> row.startsWith("["));
		if (!expired && !store.contains("-SUBSCRIPTION-") && !STREAM_JOIN.matcher(store).find()) {
			add(all, store, ours, theirs);
		}
	}

	private static Outcome comparable(Outcome outcome, Pair pair) {
		Set<String> tables = new LinkedHashSet<>();
		for (int i = 0; i < pair.plan().steps().size(); i++) {
			Shape result = pair.plan().steps().get(i).kind().result();
			if (pair.plan().isEnd(i) && result != Shape.STREAM && result != Shape.GLOBAL) {
				tables.add("out" + i);
			}
		}
		Outcome found = outcome.withoutIdleDeletes(tables);
		if (pair.plan().hasDueResults()) {
			found = found.withoutHeaders();
		}
		if (pair.plan().joinsTablesOfOneTopic()) {
			found = found.withoutTimesOfDeletes();
		}
		return pair.cached() ? found.withoutTimesOfDeletes().withSettledRows(pair.plan().hasSessions()) : found;
	}

	/**
	 * Leaves out what the difference doesn't need.
	 */
	public Pair shrink(Pair differing) {
		Pair smallest = differing;
		boolean smaller = true;
		while (smaller) {
			smaller = false;
			for (Pair candidate : smallerThan(smallest)) {
				if (!candidate.hasIdleDeletes() && difference(candidate) != null) {
					smallest = candidate;
					smaller = true;
					break;
				}
			}
		}
		return smallest;
	}

	private static List<Pair> smallerThan(Pair pair) {
		List<Pair> smaller = new ArrayList<>();
		Plan plan = pair.plan();
		for (int i = plan.steps().size() - 1; i > 0; i--) {
			StepKind kind = plan.steps().get(i).kind();
			if (plan.isEnd(i)) {
				smaller.add(new Pair(plan.without(i), pair.cached(), renamed(pair.inputs(), i)));
			}
			else if (kind.left() == kind.result()) {
				smaller.add(new Pair(plan.bypassing(i), pair.cached(), renamed(pair.inputs(), i)));
			}
		}
		if (pair.cached()) {
			smaller.add(new Pair(plan, false, pair.inputs()));
		}
		int count = pair.inputs().size();
		for (int size = count / 2; size > 0; size /= 2) {
			for (int from = 0; from + size <= count && count > 1; from += size) {
				List<PlanInput> kept = new ArrayList<>(pair.inputs());
				kept.subList(from, from + size).clear();
				smaller.add(new Pair(plan, pair.cached(), kept));
			}
		}
		return smaller;
	}

	/**
	 * The inputs as the topics are called without a step.
	 */
	private static List<PlanInput> renamed(List<PlanInput> inputs, int without) {
		return inputs.stream().filter((input) -> number(input) != without).map((input) -> {
			int number = number(input);
			return (number < without) ? input
					: new PlanInput("in" + (number - 1), input.key(), input.value(), input.timestamp());
		}).toList();
	}

	private static int number(PlanInput input) {
		return Integer.parseInt(input.topic().substring("in".length()));
	}

}
