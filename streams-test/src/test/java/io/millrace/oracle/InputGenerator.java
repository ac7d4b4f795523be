package io.millrace.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Makes the input of a plan: out of order, with jumps, gaps and deletes, as far as that
 * leaves results that can be told. Used by {@link PairGenerator}.
 */
final class InputGenerator {

	private static final int RECORDS = 40;

	/** Milliseconds. */
	private static final long JUMP = 500;

	/** Later than all grace periods, in milliseconds. */
	private static final long LATE = 400;

	private static final long FIRST_EVEN = 40;

	/** Milliseconds. */
	private static final long CLOSING = 100_000;

	private final Random random;

	InputGenerator(Random random) {
		this.random = random;
	}

	List<PlanInput> inputs(Plan plan, boolean cached) {
		List<String> topics = plan.inputTopics();
		List<PlanInput> inputs = new ArrayList<>();
		Set<String> rows = new HashSet<>();
		Map<String, Long> latest = new HashMap<>();
		boolean nested = plan.nestsOuterJoins();
		// Jumps would make results too late for joins that take them.
		boolean far = !nested && !plan.losesByJumps() && !(cached && plan.hasWindows());
		// Sliding windows that would start before 1970 end at another time.
		long first = plan.isEven() ? FIRST_EVEN : 0;
		long time = first;
		for (int i = 0; i < RECORDS; i++) {
			time += this.random.nextInt(4);
			if (this.random.nextInt(20) == 0 && !nested) {
				time += JUMP;
			}
			// Kafka Streams contradicts results of one side when a record is out of
			// order.
			boolean early = this.random.nextInt(3) == 0 && !plan.hasResultsOfOne();
			long delay = early ? this.random.nextInt(40) : 0;
			long timestamp = Math.max(first, time - ((delay <= plan.longestDelay(cached)) ? delay : LATE));
			if (this.random.nextInt(400) == 0 && far) {
				timestamp = 9_000_000_000_000L;
			}
			timestamp -= plan.isEven() ? timestamp % 2 : 0;
			String topic = topics.get(this.random.nextInt(topics.size()));
			if (plan.isGlobal(topic) && PlanInput.isRejected(timestamp)) {
				// Kafka Streams asks no timestamp extractor for global tables.
				timestamp += 2;
			}
			String key = pick("a", "b", "c", "a", "b", null);
			String value = pick("a1", "a2", "b1", "b2", "c1", "c2", "a1", null);
			if (plan.isVersioned(topic) && timestamp <= latest.merge(topic + key, timestamp, Math::max)
					&& value == null) {
				// Kafka Streams forgets a delete at the time of the latest version.
				value = "a1";
			}
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
		// Each input of Kafka Streams' cogroup has its own idea of what is late.
		if (nested && !plan.has(StepKind.COGROUP_WINDOWS)) {
			addClosing(plan, time, inputs);
		}
		return inputs;
	}

	/**
	 * Closes what joins hold back, those first whose results others take. The records
	 * match no others.
	 */
	private static void addClosing(Plan plan, long time, List<PlanInput> inputs) {
		int depth = -1;
		long closing = time;
		for (String topic : plan.streamTopicsByDepth()) {
			closing += (plan.dueStepsBehind(topic) != depth) ? CLOSING : 0;
			depth = plan.dueStepsBehind(topic);
			String key = String.valueOf((char) ('p' + Plan.number(topic)));
			for (int i = 1; i <= 3; i++) {
				inputs.add(new PlanInput(topic, key, key + i, closing - closing % 97));
			}
		}
	}

	private @Nullable String pick(@Nullable String... choices) {
		return choices[this.random.nextInt(choices.length)];
	}

}
