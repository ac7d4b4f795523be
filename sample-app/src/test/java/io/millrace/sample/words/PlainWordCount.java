package io.millrace.sample.words;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * Counts the words of the sample's texts character by character: no stream processing, no
 * regular expression, so that what it finds can be compared with what the application
 * found.
 */
public final class PlainWordCount {

	private final Map<String, Long> counts = new TreeMap<>();

	private PlainWordCount() {
	}

	/**
	 * Counts the words of all texts that the sample ships.
	 * @return each word and how often it occurs
	 * @throws IOException if a text can't be read
	 */
	public static Map<String, Long> ofTheTexts() throws IOException {
		PlainWordCount count = new PlainWordCount();
		for (Resource text : texts()) {
			count.add(text.getContentAsString(StandardCharsets.UTF_8));
		}
		return count.counts;
	}

	static Resource[] texts() throws IOException {
		return new PathMatchingResourcePatternResolver().getResources("classpath:data/texts/*.txt");
	}

	private void add(String text) {
		StringBuilder word = new StringBuilder();
		for (int i = 0; i <= text.length(); i++) {
			char c = (i < text.length()) ? text.charAt(i) : '\n';
			boolean within = c == '\'' && !word.isEmpty() && i + 1 < text.length()
					&& Character.isLetter(text.charAt(i + 1));
			if (Character.isLetter(c) || within) {
				word.append(Character.toLowerCase(c));
			}
			else if (!word.isEmpty()) {
				this.counts.merge(word.toString(), 1L, Long::sum);
				word.setLength(0);
			}
		}
	}

}
