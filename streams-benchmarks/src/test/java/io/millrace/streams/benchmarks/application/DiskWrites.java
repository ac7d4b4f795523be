package io.millrace.streams.benchmarks.application;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

import io.millrace.streams.benchmarks.process.Child;
import io.millrace.streams.benchmarks.process.ProcessCounters;

/**
 * How much a process under test had written to disk in all, what was left to the end
 * included. The process says it last of all, since nobody can ask when it is gone.
 */
public final class DiskWrites {

	private static final String LINE = "@written ";

	private DiskWrites() {
	}

	static void print() {
		try {
			System.out.println(LINE + ProcessCounters.ofThisProcess().writtenBytes());
		}
		catch (IOException ex) {
			ex.printStackTrace();
		}
	}

	/**
	 * What a process that has ended in order said.
	 */
	public static OptionalLong read(Child child) throws IOException {
		List<String> lines = child.lines();
		return lines.stream()
			.filter((line) -> line.startsWith(LINE))
			.mapToLong((line) -> Long.parseLong(line.substring(LINE.length())))
			.findFirst();
	}

}
