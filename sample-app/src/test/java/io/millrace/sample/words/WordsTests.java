package io.millrace.sample.words;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WordsTests {

	@Test
	void takesTextApart() {
		assertThat(Words.in("\"Nature's God\" -- 'tis self-evident, in 1776.")).containsExactly("nature's", "god",
				"tis", "self", "evident", "in");
	}

	@Test
	void knowsLettersBeyondAscii() {
		assertThat(Words.in("L'été à Zürich")).containsExactly("l'été", "à", "zürich");
	}

	@Test
	void findsNothingInABlankLine() {
		assertThat(Words.in(" - 42 ")).isEmpty();
	}

}
