package io.millrace.docs;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The meters that {@code docs/actuator.md} names.
 */
public final class MeterTable {

	private static final Pattern ROW = Pattern.compile("^\\| `(streams\\.[^`]+)` \\|", Pattern.MULTILINE);

	private MeterTable() {
	}

	/**
	 * Reads the table.
	 * @return the names of the meters
	 */
	public static List<String> names() {
		return ROW.matcher(Documentation.text(Documentation.PROJECT.resolve("docs/actuator.md")))
			.results()
			.map((row) -> row.group(1))
			.toList();
	}

}
