package io.millrace.streams.processor;

import java.util.List;
import java.util.stream.Stream;

import io.millrace.streams.errors.TaskIdFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class TaskIdTests {

	@ParameterizedTest
	@ValueSource(strings = { "0_0", "3_17", "name__1_2", "a_name__1_2" })
	void isReadAsItIsWritten(String text) {
		assertThat(TaskId.parse(text)).hasToString(text).isEqualTo(TaskId.parse(text));
		org.apache.kafka.streams.processor.TaskId theirs = org.apache.kafka.streams.processor.TaskId.parse(text);
		assertThat(TaskId.parse(text).subtopology()).isEqualTo(theirs.subtopology());
		assertThat(TaskId.parse(text).partition()).isEqualTo(theirs.partition());
		assertThat(TaskId.parse(text).topologyName()).isEqualTo(theirs.topologyName());
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "0", "_", "0_", "_0", "a_0", "0_b", "0-1", "name__1" })
	void otherTextsAreRefused(String text) {
		assertThatExceptionOfType(TaskIdFormatException.class).isThrownBy(() -> TaskId.parse(text))
			.withMessageContaining("Task id " + text);
	}

	@Test
	void isOrderedByNameSubtopologyAndPartition() {
		List<String> ids = Stream.of("0_10", "1_0", "0_2", "b__0_0", "a__1_0")
			.map(TaskId::parse)
			.sorted()
			.map(TaskId::toString)
			.toList();
		assertThat(ids).containsExactly("0_2", "0_10", "1_0", "a__1_0", "b__0_0");
	}

	@Test
	void emptyNameIsNone() {
		assertThat(new TaskId(1, 2, "")).isEqualTo(new TaskId(1, 2)).hasSameHashCodeAs(new TaskId(1, 2));
		assertThat(new TaskId(1, 2)).isNotEqualTo(new TaskId(2, 1)).isNotEqualTo(new TaskId(1, 2, "n"));
	}

}
