package io.millrace.streams.benchmarks.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import io.millrace.streams.benchmarks.workload.Candidate;

/**
 * A report as tables for people. It states nothing that isn't in the results.
 */
public final class Markdown {

	private static final String MILLRACE = Candidate.MILLRACE.title();

	private static final String UNCACHED = Candidate.MILLRACE_UNCACHED.title();

	/** Figures that are compared; the others come with the median alone. */
	private static final List<Figure> COMPARED = List.of(Figure.RECORDS_PER_SECOND, Figure.CPU_MICROS_PER_RECORD,
			Figure.CPU_WITHOUT_COMPILER, Figure.ALLOCATED_BYTES_PER_RECORD, Figure.CHANGELOG_BYTES_PER_RECORD,
			Figure.WRITTEN_BYTES_PER_RECORD, Figure.STATE_BYTES, Figure.LATENCY_P50_MILLIS, Figure.LATENCY_P99_MILLIS,
			Figure.LATENCY_P999_MILLIS, Figure.START_SECONDS, Figure.ALL_COMMITTED_SECONDS);

	private final Report report;

	private final List<String> lines = new ArrayList<>();

	private Markdown(Report report) {
		this.report = report;
	}

	public static String of(Report report) {
		Markdown markdown = new Markdown(report);
		markdown.write();
		return String.join("\n", markdown.lines) + "\n";
	}

	private void write() {
		this.lines.add("Started at " + this.report.startedAt() + ". Medians, with the least and the greatest of the"
				+ " rounds in parentheses. Ratios are taken round by round.");
		this.lines.add("");
		properties("Machine", this.report.machine().entrySet().stream().map(Markdown::property).toList());
		properties("Settings", this.report.settings().entrySet().stream().map(Markdown::property).toList());
		overview();
		goals();
		notBetter();
		failures();
		for (Part part : Part.values()) {
			part(part);
		}
	}

	private static String property(Map.Entry<String, String> entry) {
		return "- " + entry.getKey() + ": " + entry.getValue();
	}

	private void properties(String title, List<String> values) {
		this.lines.add("## " + title);
		this.lines.add("");
		this.lines.addAll(values);
		this.lines.add("");
	}

	private void overview() {
		List<String> overview = Overview.of(this.report);
		if (overview.size() <= Table.HEAD_LINES) {
			return;
		}
		this.lines.add("## " + MILLRACE + " next to Kafka Streams, both with their defaults");
		this.lines.add("");
		this.lines.addAll(overview);
		this.lines.add("");
	}

	private void goals() {
		this.lines.add("## Goals");
		this.lines.add("");
		Table table = new Table(List.of("goal", "measured", "outcome"));
		for (Goal goal : Goal.all()) {
			goal.measured(this.report)
				.ifPresent((found) -> table.row(List.of(goal.title(), found.format(2),
						goal.outcome(this.report).name().toLowerCase(Locale.ROOT).replace('_', ' '))));
		}
		this.lines.addAll(table.lines());
		this.lines.add("");
		Map<String, List<String>> left = Goal.all()
			.stream()
			.filter((goal) -> goal.measured(this.report).isEmpty())
			.collect(Collectors.groupingBy(Goal::requirement, LinkedHashMap::new,
					Collectors.mapping(Goal::workload, Collectors.toList())));
		if (!left.isEmpty()) {
			this.lines.add("Not measured:");
			this.lines.add("");
			left.forEach((requirement, workloads) -> this.lines
				.add("- " + requirement + ": " + String.join(", ", workloads)));
			this.lines.add("");
		}
	}

	/**
	 * Every figure in which Millrace is behind a rival, whether there is a goal or not.
	 */
	private void notBetter() {
		this.lines.add("## Where Millrace is behind");
		this.lines.add("");
		List<String> found = new ArrayList<>();
		for (Part part : Part.values()) {
			for (Case of : this.report.cases(part)) {
				for (String rival : rivals(of)) {
					COMPARED.forEach((figure) -> behind(of, figure, rival).ifPresent(found::add));
				}
			}
		}
		this.lines.addAll(found.isEmpty() ? List.of("Nowhere in what was measured.") : found);
		this.lines.add("");
	}

	private Optional<String> behind(Case of, Figure figure, String rival) {
		return ratio(of, figure, rival)
			.filter((ratio) -> figure.moreIsBetter() ? ratio.median() < 1 : ratio.median() > 1)
			.map((ratio) -> "- " + of.part().title() + ", " + of.title() + ": " + figure.title() + " of "
					+ against(of, rival) + " is " + ratio.format(2) + " x that of " + rival);
	}

	private void failures() {
		if (this.report.failures().isEmpty()) {
			return;
		}
		this.lines.add("## Runs that failed");
		this.lines.add("");
		for (Result failure : this.report.failures()) {
			this.lines.add("- " + failure.candidate() + ", " + failure.of().title() + ", round " + failure.round()
					+ ": " + failure.failure().lines().findFirst().orElse(""));
		}
		this.lines.add("");
	}

	private void part(Part part) {
		if (this.report.cases(part).isEmpty()) {
			return;
		}
		this.lines.add("## " + part.title());
		this.lines.add("");
		for (Case of : this.report.cases(part)) {
			this.lines.add("### " + of.title());
			this.lines.add("");
			figures(of);
			ratios(of);
		}
	}

	private void figures(Case of) {
		List<String> candidates = this.report.candidates(of);
		List<Figure> figures = Arrays.stream(Figure.values())
			.filter((figure) -> candidates.stream()
				.anyMatch((candidate) -> this.report.spread(of, candidate, figure).isPresent()))
			.toList();
		List<String> head = new ArrayList<>(List.of(""));
		head.addAll(candidates);
		Table table = new Table(head);
		for (Figure figure : figures) {
			List<String> cells = new ArrayList<>(List.of(figure.title()));
			for (String candidate : candidates) {
				cells.add(this.report.spread(of, candidate, figure)
					.map((spread) -> spread.format(figure.decimals()))
					.orElse(""));
			}
			table.row(cells);
		}
		this.lines.addAll(table.lines());
		this.lines.add("");
	}

	private void ratios(Case of) {
		List<String> rivals = rivals(of);
		List<Figure> figures = COMPARED.stream()
			.filter((figure) -> rivals.stream().anyMatch((rival) -> ratio(of, figure, rival).isPresent()))
			.toList();
		if (figures.isEmpty()) {
			return;
		}
		List<String> head = new ArrayList<>(List.of("ratio"));
		rivals.forEach((rival) -> head.add(against(of, rival) + " / " + rival));
		Table table = new Table(head);
		for (Figure figure : figures) {
			List<String> cells = new ArrayList<>(List.of(figure.title()));
			rivals.forEach((rival) -> cells.add(ratio(of, figure, rival).map((ratio) -> ratio.format(2)).orElse("")));
			table.row(cells);
		}
		this.lines.addAll(table.lines());
		this.lines.add("");
	}

	private List<String> rivals(Case of) {
		return this.report.candidates(of)
			.stream()
			.filter((candidate) -> !candidate.equals(MILLRACE) && !candidate.equals(UNCACHED))
			.toList();
	}

	private Optional<Spread> ratio(Case of, Figure figure, String rival) {
		return this.report.ratio(of, figure, against(of, rival), rival);
	}

	/**
	 * Like is compared with like: without caches what has none.
	 */
	private String against(Case of, String rival) {
		boolean uncached = rival.equals(Candidate.KAFKA_STREAMS_UNCACHED.title())
				&& this.report.candidates(of).contains(UNCACHED);
		return uncached ? UNCACHED : MILLRACE;
	}

}
