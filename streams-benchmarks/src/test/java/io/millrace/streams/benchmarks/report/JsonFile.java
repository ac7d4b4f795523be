package io.millrace.streams.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

/**
 * A report as a file of JSON.
 */
public final class JsonFile {

	private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

	private JsonFile() {
	}

	/**
	 * Writes all of a report or nothing: a run that is broken off here can be resumed.
	 */
	public static void write(Report report, Path file) throws IOException {
		Path written = file.resolveSibling(file.getFileName() + ".new");
		MAPPER.writeValue(written.toFile(), report);
		Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
	}

	public static Report read(Path file) throws IOException {
		return MAPPER.readValue(file.toFile(), Report.class);
	}

}
