package io.millrace.sample.flights;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads rows of comma-separated values; a value may be quoted, and quotes in it doubled.
 */
final class Csv {

	private Csv() {
	}

	static List<String> values(String row) {
		List<String> values = new ArrayList<>();
		StringBuilder value = new StringBuilder();
		boolean quoted = false;
		for (int i = 0; i < row.length(); i++) {
			char c = row.charAt(i);
			if (c == '"') {
				if (quoted && i + 1 < row.length() && row.charAt(i + 1) == '"') {
					value.append('"');
					i++;
				}
				else {
					quoted = !quoted;
				}
			}
			else if (c == ',' && !quoted) {
				values.add(value.toString());
				value.setLength(0);
			}
			else {
				value.append(c);
			}
		}
		values.add(value.toString());
		return values;
	}

}
