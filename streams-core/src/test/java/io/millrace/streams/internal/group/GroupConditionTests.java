package io.millrace.streams.internal.group;

import java.util.List;

import io.millrace.streams.monitor.ApplicationStatus.Reason;
import io.millrace.streams.monitor.ApplicationStatus.Waiting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class GroupConditionTests {

	@ParameterizedTest
	@CsvSource({ "1, MISSING_SOURCE_TOPICS", "2, INCORRECTLY_PARTITIONED_TOPICS", "3, MISSING_INTERNAL_TOPICS",
			"5, ASSIGNMENT_DELAYED" })
	void waits(int code, Reason reason) {
		GroupCondition condition = GroupCondition.of("app", List.of(new GroupStatus(code, "topic orders")), false);
		assertThat(condition.failure()).isNull();
		assertThat(condition.shutdown()).isFalse();
		assertThat(condition.waiting()).singleElement().satisfies((waiting) -> {
			assertThat(waiting.reason()).isEqualTo(reason);
			assertThat(waiting.detail()).contains("app").contains("topic orders.");
		});
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 6, 99 })
	void ignoresWhatHindersNothing(int code) {
		GroupCondition condition = GroupCondition.of("app", List.of(new GroupStatus(code, "x")), true);
		assertThat(condition).isEqualTo(GroupCondition.none());
	}

	@Test
	void failsOnMissingTopicsIfToldSo() {
		GroupCondition condition = GroupCondition.of("app", List.of(new GroupStatus(1, "orders")), true);
		assertThat(condition.failure()).contains("app").contains("orders").contains("Create them");
	}

	@Test
	void stopsIfAnotherInstanceAskedTo() {
		GroupCondition condition = GroupCondition.of("app", List.of(new GroupStatus(4, "")), false);
		assertThat(condition.shutdown()).isTrue();
		assertThat(condition.failure()).contains("app");
	}

	@Test
	void keepsAllReasons() {
		GroupCondition condition = GroupCondition.of("app",
				List.of(new GroupStatus(1, "a"), new GroupStatus(3, ""), new GroupStatus(0, "")), false);
		assertThat(condition.waiting()).extracting(Waiting::reason)
			.containsExactly(Reason.MISSING_SOURCE_TOPICS, Reason.MISSING_INTERNAL_TOPICS);
	}

}
