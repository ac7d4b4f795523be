package io.millrace.streams.benchmarks.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A table in Markdown, written row by row.
 */
final class Table {

	/** How many lines a table without rows has. */
	static final int HEAD_LINES = 2;

	private final List<String> lines = new ArrayList<>();

	Table(List<String> head) {
		row(head);
		row(Collections.nCopies(head.size(), "---"));
	}

	void row(List<String> cells) {
		this.lines.add("| " + String.join(" | ", cells) + " |");
	}

	List<String> lines() {
		return List.copyOf(this.lines);
	}

}
