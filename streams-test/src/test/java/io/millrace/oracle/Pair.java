package io.millrace.oracle;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A program and what it is given.
 *
 * @param plan the program
 * @param cached whether stores have caches
 * @param inputs the records in the order in which they come
 */
public record Pair(Plan plan, boolean cached, List<PlanInput> inputs) {

	public Pair {
		inputs = List.copyOf(inputs);
	}

	/**
	 * Whether a table's topic has a delete of a row that isn't there.
	 */
	boolean hasIdleDeletes() {
		Set<String> rows = new HashSet<>();
		for (PlanInput input : this.inputs) {
			String row = input.topic() + input.key();
			if (PlanInput.isRejected(input.timestamp())) {
				continue;
			}
			if (input.value() != null) {
				rows.add(row);
			}
			else if (!rows.remove(row) && this.plan.isTable(input.topic())) {
				return true;
			}
		}
		return false;
	}

	@Override
	public String toString() {
		return this.plan + " | " + (this.cached ? "cached" : "uncached") + " | "
				+ this.inputs.stream().map(PlanInput::toString).collect(Collectors.joining(" "));
	}

	public static Pair parse(String text) {
		String[] parts = text.split("\\|");
		return new Pair(Plan.parse(parts[0]), parts[1].trim().equals("cached"),
				Arrays.stream(parts[2].trim().split(" ")).map(PlanInput::parse).toList());
	}

}
