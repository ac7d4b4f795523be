package io.millrace.streams.embedded;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The file that a broker's process writes its output to: one section for each start, one
 * after another. {@link EmbeddedKafkaProcess} looks for the line in it that says that the
 * broker is ready, and quotes its end when it isn't.
 */
final class ProcessLog {

	private static final int TAIL_LINES = 30;

	private final Path file;

	private int sectionStart;

	ProcessLog(Path file) {
		this.file = file;
	}

	Path file() {
		return this.file;
	}

	/**
	 * Begins a section: what is in the file by now doesn't count any more.
	 */
	void startSection() throws IOException {
		Files.createDirectories(this.file.toAbsolutePath().getParent());
		this.sectionStart = Files.exists(this.file) ? Math.toIntExact(Files.size(this.file)) : 0;
	}

	/**
	 * Returns what follows the prefix in the first complete line of the section that
	 * starts with it, or {@code null} if there is none yet.
	 */
	@Nullable String find(String prefix) throws IOException {
		String section = section();
		return section.substring(0, section.lastIndexOf('\n') + 1)
			.lines()
			.filter((line) -> line.startsWith(prefix))
			.map((line) -> line.substring(prefix.length()).trim())
			.findFirst()
			.orElse(null);
	}

	/**
	 * Returns the last lines of the section, as part of an error message.
	 */
	String tail() {
		try {
			List<String> lines = section().lines().toList();
			List<String> last = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
			return "The end of its output in " + this.file + ":\n" + String.join("\n", last);
		}
		catch (IOException ex) {
			return "Its output in " + this.file + " can't be read: " + ex;
		}
	}

	private String section() throws IOException {
		if (!Files.exists(this.file)) {
			return "";
		}
		byte[] all = Files.readAllBytes(this.file);
		return new String(Arrays.copyOfRange(all, Math.min(this.sectionStart, all.length), all.length),
				Charset.defaultCharset());
	}

}
