package io.millrace.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A call of {@code curl} in the documentation, and what the documentation says it prints.
 *
 * @param path the path and query of the URL
 * @param contentType the content type of what is sent, if anything is
 * @param body what is sent
 * @param output what is printed; an ellipsis at its end stands for more
 */
public record CurlExample(String path, @Nullable String contentType, @Nullable String body, String output) {

	private static final Pattern COMMAND = Pattern.compile("^\\$ curl -s (.*)\\n((?:[^$].*\\n)*)", Pattern.MULTILINE);

	private static final Pattern URL = Pattern.compile("'?localhost:8080(/[^\\s']*)'?");

	private static final Pattern CONTENT_TYPE = Pattern.compile("-H 'Content-Type: ([^']*)'");

	private static final Pattern BODY = Pattern.compile("-d '([^']*)'");

	/**
	 * Finds all examples, page by page.
	 * @return the examples in the order of the pages
	 */
	public static List<CurlExample> all() {
		List<CurlExample> examples = new ArrayList<>();
		for (Documentation.Block block : Documentation.blocks("console")) {
			Matcher command = COMMAND.matcher(block.code());
			while (command.find()) {
				String path = find(URL, command.group(1));
				if (path == null) {
					throw new IllegalStateException("No URL in: " + command.group());
				}
				examples.add(new CurlExample(path, find(CONTENT_TYPE, command.group(1)), find(BODY, command.group(1)),
						command.group(2).strip()));
			}
		}
		return examples;
	}

	/**
	 * Tells whether something is what the documentation says.
	 * @param printed what was printed
	 * @return whether the documentation is right
	 */
	public boolean matches(String printed) {
		return this.output.endsWith("…") ? printed.startsWith(this.output.substring(0, this.output.length() - 1))
				: printed.strip().equals(this.output);
	}

	private static @Nullable String find(Pattern pattern, String text) {
		Matcher matcher = pattern.matcher(text);
		return matcher.find() ? matcher.group(1) : null;
	}

}
