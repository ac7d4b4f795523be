package io.millrace.streams.faults;

import java.io.FileOutputStream;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * What a process under test and its tester say to each other: the process writes lines
 * with a mark to standard output, the tester writes commands to standard input. Standard
 * output is written to beneath {@link System#out}, which the application may have
 * replaced.
 */
final class ControlLine {

	/** Starts a line that is meant for the tester. */
	static final String MARK = "@fault ";

	static final String STATE = "state ";

	static final String REACHED = "reached ";

	static final String ENTRY = "entry ";

	static final String END = "end ";

	static final String ARM = "arm ";

	static final String ENTRIES = "entries ";

	/** The environment variable that turns the probe on; its value is armed at once. */
	static final String VARIABLE = "MILLRACE_FAULTS";

	private static final OutputStream OUT = new FileOutputStream(FileDescriptor.out);

	private ControlLine() {
	}

	static void say(String text) {
		byte[] line = (MARK + text + "\n").getBytes(StandardCharsets.UTF_8);
		synchronized (OUT) {
			try {
				OUT.write(line);
				OUT.flush();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
	}

}
