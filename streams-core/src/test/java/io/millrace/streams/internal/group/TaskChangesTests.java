package io.millrace.streams.internal.group;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

import io.millrace.streams.processor.TaskId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class TaskChangesTests {

	@ParameterizedTest
	@CsvSource(textBlock = """
			# owned,      assigned,    open,        close,   keep
			'',           '',          '',          '',      ''
			'',           '0_1 0_0',   '0_0 0_1',   '',      ''
			'0_0 0_1',    '0_1 0_0',   '',          '',      '0_0 0_1'
			'0_0 0_1',    '0_1 1_0',   '1_0',       '0_0',   '0_1'
			'0_0 0_1',    '',          '',          '0_0 0_1', ''
			'0_2 0_10',   '0_10 0_9',  '0_9',       '0_2',   '0_10'
			""")
	void comparesWhatIsOwnedWithWhatIsAssigned(String owned, String assigned, String open, String close, String keep) {
		TaskChanges changes = TaskChanges.between(tasks(owned), tasks(assigned));
		assertThat(changes.open()).containsExactlyInAnyOrderElementsOf(tasks(open));
		assertThat(changes.close()).containsExactlyInAnyOrderElementsOf(tasks(close));
		assertThat(changes.keep()).containsExactlyInAnyOrderElementsOf(tasks(keep));
	}

	private static Set<TaskId> tasks(String names) {
		return Arrays.stream(names.split(" "))
			.filter((name) -> !name.isEmpty())
			.map(TaskId::parse)
			.collect(Collectors.toSet());
	}

}
