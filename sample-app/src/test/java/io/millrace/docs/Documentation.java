package io.millrace.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The project's README and the pages in {@code docs}, taken apart into their code blocks.
 */
final class Documentation {

	/** Tests run in the directory of their module. */
	static final Path PROJECT = Path.of("").toAbsolutePath().getParent();

	private static final Pattern BLOCK = Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

	private Documentation() {
	}

	static List<Path> pages() {
		try (Stream<Path> pages = Files.list(PROJECT.resolve("docs"))) {
			return Stream
				.concat(Stream.of(PROJECT.resolve("README.md")),
						pages.filter((page) -> page.toString().endsWith(".md")).sorted())
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static String text(Path page) {
		try {
			return Files.readString(page);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static List<Block> blocks(String language) {
		return blocks().stream().filter((block) -> block.language().equals(language)).toList();
	}

	/**
	 * All code blocks, in the order of the pages.
	 */
	static List<Block> blocks() {
		List<Block> blocks = new ArrayList<>();
		for (Path page : pages()) {
			Matcher matcher = BLOCK.matcher(text(page));
			while (matcher.find()) {
				blocks.add(new Block(PROJECT.relativize(page), matcher.group(1), matcher.group(2)));
			}
		}
		return blocks;
	}

	/**
	 * A code block.
	 *
	 * @param page the page that shows it
	 * @param language what it is written in
	 * @param code what it holds
	 */
	record Block(Path page, String language, String code) {

		@Override
		public String toString() {
			return this.page + ": " + this.code.lines().findFirst().orElse("");
		}

	}

}
