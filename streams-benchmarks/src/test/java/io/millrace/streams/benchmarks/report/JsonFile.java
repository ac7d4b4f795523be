package io.millrace.streams.benchmarks.report;

import java.io.IOException;
import java.nio.file.Path;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

/**
 * A report as a file of JSON.
 */
public final class JsonFile {

	private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

	private JsonFile() {
	}

	public static void write(Report report, Path file) throws IOException {
		MAPPER.writeValue(file.toFile(), report);
	}

	public static Report read(Path file) throws IOException {
		return MAPPER.readValue(file.toFile(), Report.class);
	}

}
