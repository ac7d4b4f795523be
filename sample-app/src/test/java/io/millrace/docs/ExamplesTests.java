package io.millrace.docs;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the examples of the pages: what they say goes in, and whether what they say comes
 * out does. That they are the code they show is up to {@link DocumentationTests}.
 */
class ExamplesTests {

	static List<Example> examples() {
		return Example.all();
	}

	@ParameterizedTest
	@MethodSource
	void examples(Example example) {
		assertThat(example.run()).isEqualTo(example.records().code());
	}

	@Test
	void allThatIsWrittenIsShown() {
		assertThat(Example.all()).extracting((example) -> example.topology().getName())
			.containsAll(Example.topologies().keySet());
	}

}
