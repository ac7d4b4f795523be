package io.millrace.sample.words;

import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Takes text apart into words: letters, and apostrophes between letters; in lower case.
 */
final class Words {

	private static final Pattern WORD = Pattern.compile("\\p{L}+(?:'\\p{L}+)*");

	private Words() {
	}

	static List<String> in(String text) {
		return WORD.matcher(text.toLowerCase(Locale.ROOT)).results().map(MatchResult::group).toList();
	}

}
