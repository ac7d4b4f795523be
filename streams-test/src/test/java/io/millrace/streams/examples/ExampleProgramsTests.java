package io.millrace.streams.examples;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

import io.millrace.streams.programs.KafkaStreamsTwin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whole programs are one source for both libraries: with the import prefix replaced and
 * nothing else they compile, and give the same output.
 */
class ExampleProgramsTests {

	@TempDir
	Path classes;

	@Test
	@SuppressWarnings("unchecked")
	void outputsAreThoseOfKafkaStreams() throws Exception {
		Class<?> twin = KafkaStreamsTwin.of(this.classes, ExampleRuns.class, WordCount.class, PageViewsByRegion.class);
		List<String> theirs = ((Supplier<List<String>>) twin.getConstructor().newInstance()).get();
		List<String> ours = new ExampleRuns().get();
		assertThat(ours).isEqualTo(theirs);
		assertThat(ours).contains("the=4@0", "south@3=1@400000", "unknown@6=1@410000");
		assertThat(ours).hasSizeGreaterThan(20);
	}

}
