package io.millrace.streams.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The pages of the documentation that show results, whose tables stand between two
 * comments that name them. Run as a program in the module's directory it writes the
 * tables anew; {@link PublishedTablesTests} holds them to the results.
 */
final class PublishedPages {

	private static final Path RESULTS = Path.of("src/test/resources");

	/** What was run on the first machine: how fast everything is. */
	static final String FULL = "benchmark-full";

	/** What was run on another one: latency and growth. */
	static final String LATENCY_AND_GROWTH = "benchmark-latency-growth";

	/** At least once and two threads, on that one as well. */
	static final String VARIED = "benchmark-varied";

	private static final Path DOCS = Path.of("../docs");

	private static final String BEGIN = "<!-- results: ";

	private static final String END = "<!-- end of results -->";

	private final Map<String, List<String>> tables = new LinkedHashMap<>();

	private PublishedPages(Report full, Report rest, Report varied) {
		this.tables.put("overview", Overview.of(full));
		PageTables ofFull = new PageTables(full);
		this.tables.put("other settings", ofFull.otherSettings());
		this.tables.put("hand-written", ofFull.handWritten());
		PageTables ofRest = new PageTables(rest);
		this.tables.put("latency", ofRest.latency());
		this.tables.put("growth", ofRest.growth());
		this.tables.put("start", ofRest.start());
		this.tables.put("varied", new PageTables(varied).varied());
		this.tables.put("all of " + FULL, Markdown.of(full).lines().toList());
		this.tables.put("all of " + LATENCY_AND_GROWTH, Markdown.of(rest).lines().toList());
		this.tables.put("all of " + VARIED, Markdown.of(varied).lines().toList());
	}

	static PublishedPages read() throws IOException {
		return new PublishedPages(results(FULL), results(LATENCY_AND_GROWTH), results(VARIED));
	}

	static Report results(String name) throws IOException {
		return JsonFile.read(RESULTS.resolve(name + ".json"));
	}

	/**
	 * The pages.
	 */
	static List<Path> pages() {
		return List.of(DOCS.resolve("performance.md"), DOCS.resolve("performance-tables.md"),
				DOCS.resolve("performance-tables-latency-growth.md"), DOCS.resolve("performance-tables-varied.md"));
	}

	/**
	 * A page with the tables as they have to be.
	 * @throws IllegalArgumentException if it names one that there isn't, or doesn't end
	 * one
	 */
	String filled(String page) {
		List<String> lines = new ArrayList<>();
		boolean within = false;
		for (String line : page.lines().toList()) {
			if (line.equals(END)) {
				within = false;
				lines.add("");
			}
			if (!within) {
				lines.add(line);
			}
			if (line.startsWith(BEGIN)) {
				within = true;
				lines.add("");
				lines.addAll(table(line.substring(BEGIN.length(), line.indexOf(" -->"))));
			}
		}
		if (within) {
			throw new IllegalArgumentException("The last table isn't ended by " + END);
		}
		return String.join("\n", lines) + "\n";
	}

	private List<String> table(String name) {
		List<String> table = this.tables.get(name);
		if (table == null) {
			throw new IllegalArgumentException("There is no table " + name + ", but " + this.tables.keySet());
		}
		List<String> lines = new ArrayList<>(table);
		while (lines.get(lines.size() - 1).isEmpty()) {
			lines.remove(lines.size() - 1);
		}
		return lines;
	}

	/**
	 * The names of all tables.
	 */
	List<String> tables() {
		return List.copyOf(this.tables.keySet());
	}

	public static void main(String[] arguments) throws IOException {
		PublishedPages published = read();
		for (Path page : pages()) {
			Files.writeString(page, published.filled(Files.readString(page)));
		}
	}

}
