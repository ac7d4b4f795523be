package io.millrace.streams.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.millrace.streams.benchmarks.report.Part;
import io.millrace.streams.benchmarks.workload.Candidate;
import io.millrace.streams.benchmarks.workload.Input;
import io.millrace.streams.benchmarks.workload.Scenario;
import io.millrace.streams.benchmarks.workload.Workload;

/**
 * What is asked for, by properties that start with {@code millrace.benchmark.}; lists are
 * separated by commas. The defaults here are those of a short run.
 *
 * @param name the name of the files that are written
 * @param parts the parts to run
 * @param workloads the workloads to run
 * @param candidates who runs them, in this order
 * @param guarantees guarantees to run with: {@code exactly-once}, {@code at-least-once}
 * @param threads numbers of processing threads to run with
 * @param partitions the number of partitions
 * @param keys the number of keys
 * @param variedWorkloads the workloads to run with guarantees and numbers of threads
 * other than the first ones
 * @param variantWorkloads the workloads to run with candidates that aren't a product with
 * its defaults
 * @param rounds how often everything is run
 * @param growth what grows in the part on growth
 * @param growthRounds how often the part on growth is run
 * @param warmUp how many records of a usual workload don't count; see
 * {@link Workload#records}
 * @param records how many records of a usual workload count
 * @param heap the heap of the processes under test, as {@code -Xmx} takes it
 * @param profiled whether the processes under test record where their time goes, which
 * costs them some
 * @param latencyWorkloads the workloads whose latency is measured
 * @param latencySeconds how long latency is measured in a run
 * @param latencyRate the rate of the input for it, or 0 for half of what the slowest
 * candidate can do
 * @param restoreRecords how many records are restored
 * @param growthRecords how many records count in a run of the part on growth
 * @param resumed whether to keep what the report of that name already has
 * @param directory where the results go
 * @param baseline the file of a report to compare with
 */
record BenchmarkSettings(String name, List<Part> parts, List<Workload> workloads, List<Candidate> candidates,
		List<String> guarantees, List<Integer> threads, List<Workload> variedWorkloads, List<Workload> variantWorkloads,
		int partitions, int keys, int rounds, List<Growth> growth, int growthRounds, long warmUp, long records,
		String heap, boolean profiled, List<Workload> latencyWorkloads, int latencySeconds, int latencyRate,
		int restoreRecords, int growthRecords, boolean resumed, Path directory, Path baseline) {

	private static final String EXACTLY_ONCE = "exactly-once";

	private static final String PREFIX = "millrace.benchmark.";

	static BenchmarkSettings ofSystemProperties() {
		return of((name) -> System.getProperty(PREFIX + name, ""));
	}

	static BenchmarkSettings of(Function<String, String> given) {
		Lookup lookup = new Lookup(given);
		String varied = "pass-through,count-memory,count-disk";
		return new BenchmarkSettings(lookup.text("name", "short"), lookup.list("parts", "throughput", Part::of),
				lookup.list("workloads", "pass-through,count-memory", BenchmarkSettings::workload),
				lookup.list("candidates",
						"hand-written,millrace,millrace-uncached,kafka-streams,kafka-streams-uncached,kafka-streams-best",
						Candidate::of),
				lookup.list("guarantees", EXACTLY_ONCE, BenchmarkSettings::guarantee),
				lookup.list("threads", "1", Integer::valueOf),
				lookup.list("varied.workloads", varied, BenchmarkSettings::workload),
				lookup.list("variant.workloads", varied + ",tumbling-disk", BenchmarkSettings::workload),
				lookup.number("partitions", 4), lookup.number("keys", 100_000), lookup.number("rounds", 3),
				lookup.list("growth", "keys,tasks,operators,start", Growth::of), lookup.number("growth.rounds", 1),
				lookup.number("warm-up", 500_000), lookup.number("records", 1_000_000), lookup.text("heap", "1g"),
				Boolean.parseBoolean(lookup.text("profile", "false")),
				lookup.list("latency.workloads", varied + ",repartition-count", BenchmarkSettings::workload),
				lookup.number("latency.seconds", 20), lookup.number("latency.rate", 0),
				lookup.number("restore.records", 1_000_000), lookup.number("growth.records", 1_000_000),
				Boolean.parseBoolean(lookup.text("resume", "false")),
				Path.of(lookup.text("directory", "target/benchmark")),
				Path.of(lookup.text("baseline", "src/test/resources/benchmark-baseline.json")));
	}

	private static Workload workload(String id) {
		Workload workload = Workload.of(id);
		if (workload == Workload.RESTORE || workload == Workload.CHAIN) {
			throw new IllegalArgumentException(PREFIX + "workloads can't have " + id
					+ ", which belongs to a part of its own: use " + PREFIX + "parts");
		}
		return workload;
	}

	private static String guarantee(String id) {
		if (!id.equals(EXACTLY_ONCE) && !id.equals("at-least-once")) {
			throw new IllegalArgumentException(
					PREFIX + "guarantees has to be exactly-once or at-least-once, not " + id);
		}
		return id;
	}

	/**
	 * Who of those asked for runs a scenario: those who can, and variants only where they
	 * are asked for, with the first guarantee and number of threads.
	 */
	List<Candidate> candidatesFor(Scenario scenario) {
		boolean varied = !scenario.guarantee().equals(this.guarantees.get(0))
				|| scenario.threads() != this.threads.get(0);
		return this.candidates.stream()
			.filter((candidate) -> candidate.runs(scenario.workload()))
			.filter((candidate) -> !candidate.isVariant() || !varied && hasVariants(scenario.workload()))
			.toList();
	}

	private boolean hasVariants(Workload workload) {
		return workload == Workload.RESTORE || this.variantWorkloads.contains(workload);
	}

	/**
	 * Whose latency is measured: caches are no matter there.
	 */
	List<Candidate> latencyCandidatesFor(Scenario scenario) {
		return candidatesFor(scenario).stream()
			.filter((candidate) -> candidate != Candidate.MILLRACE_UNCACHED
					&& candidate != Candidate.KAFKA_STREAMS_UNCACHED)
			.toList();
	}

	/**
	 * All that is to be compared: every workload with the first guarantee and number of
	 * threads, and those that are asked for so with each other guarantee and each other
	 * number of threads.
	 */
	List<Scenario> scenarios() {
		List<Scenario> scenarios = new ArrayList<>(
				scenarios(this.workloads, this.guarantees.get(0), this.threads.get(0)));
		List<Workload> varied = this.workloads.stream().filter(this.variedWorkloads::contains).toList();
		this.threads.stream()
			.skip(1)
			.forEach((count) -> scenarios.addAll(scenarios(varied, this.guarantees.get(0), count)));
		this.guarantees.stream()
			.skip(1)
			.forEach((guarantee) -> scenarios.addAll(scenarios(varied, guarantee, this.threads.get(0))));
		return scenarios;
	}

	private List<Scenario> scenarios(List<Workload> chosen, String guarantee, int count) {
		return chosen.stream()
			.map((workload) -> new Scenario(workload, guarantee.equals(EXACTLY_ONCE), count, this.partitions, this.keys,
					0))
			.toList();
	}

	/**
	 * What latency is measured of.
	 */
	List<Scenario> latencyScenarios() {
		return scenarios().subList(0, this.workloads.size())
			.stream()
			.filter((scenario) -> this.latencyWorkloads.contains(scenario.workload()))
			.toList();
	}

	/**
	 * The settings as a report shows them.
	 */
	Map<String, String> describe() {
		Map<String, String> all = new LinkedHashMap<>();
		all.put("rounds", String.valueOf(this.rounds));
		all.put("records of a usual workload to warm up", String.valueOf(this.warmUp));
		all.put("records of a usual workload that count", String.valueOf(this.records));
		all.put("records that count in growth, and as many to warm up", String.valueOf(this.growthRecords));
		all.put("rounds of growth", String.valueOf(this.growthRounds));
		all.put("seconds of latency", String.valueOf(this.latencySeconds));
		all.put("seed", String.valueOf(Input.SEED));
		all.put("heap of each process", this.heap);
		all.put("commit interval", "100 ms");
		all.put("keys and values", "strings of 12 bytes, 100 bytes");
		return all;
	}

	private record Lookup(Function<String, String> given) {

		String text(String name, String otherwise) {
			String value = this.given.apply(name);
			return value.isBlank() ? otherwise : value.trim();
		}

		int number(String name, int otherwise) {
			return Integer.parseInt(text(name, String.valueOf(otherwise)));
		}

		<T> List<T> list(String name, String otherwise, Function<String, T> parse) {
			return Arrays.stream(text(name, otherwise).split(",")).map(String::trim).map(parse).toList();
		}

	}

}
