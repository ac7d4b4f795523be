package io.millrace.streams.monitor;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.monitor.ApplicationStatus.Counters;
import io.millrace.streams.monitor.ApplicationStatus.StoreStatus;
import io.millrace.streams.monitor.ApplicationStatus.TaskStatus;
import io.millrace.streams.monitor.ApplicationStatus.ThreadStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class StoreStateTests {

	private static final StoreStatus COUNTS = new StoreStatus("counts", "key-value", 1, 0, 0, 0, 0);

	@Test
	void runsIfAllItsTasksDo() {
		assertThat(state(State.RUNNING, task("RUNNING", COUNTS), task("RUNNING", COUNTS)))
			.isEqualTo(StoreState.RUNNING);
	}

	@Test
	void otherTasksDontMatter() {
		assertThat(state(State.REBALANCING, task("RUNNING", COUNTS), task("RESTORING"))).isEqualTo(StoreState.RUNNING);
	}

	@Test
	void isRestoredIfOneOfItsTasksIs() {
		assertThat(state(State.REBALANCING, task("RUNNING", COUNTS), task("RESTORING", COUNTS)))
			.isEqualTo(StoreState.RESTORING);
	}

	@Test
	void isRestoredWhileItsTasksMayBeOnTheirWay() {
		assertThat(state(State.REBALANCING)).isEqualTo(StoreState.RESTORING);
		assertThat(state(State.CREATED)).isEqualTo(StoreState.RESTORING);
		assertThat(state(State.RUNNING, task("CREATED"))).isEqualTo(StoreState.RESTORING);
	}

	@Test
	void isRevokedIfOthersHaveIt() {
		assertThat(state(State.RUNNING)).isEqualTo(StoreState.REVOKED);
		assertThat(state(State.RUNNING, task("RUNNING"))).isEqualTo(StoreState.REVOKED);
	}

	@ParameterizedTest
	@EnumSource(value = State.class, names = { "PENDING_SHUTDOWN", "NOT_RUNNING" })
	void isRevokedInTheEnd(State end) {
		assertThat(state(end, task("RUNNING", COUNTS))).isEqualTo(StoreState.REVOKED);
	}

	@ParameterizedTest
	@EnumSource(value = State.class, names = { "PENDING_ERROR", "ERROR" })
	void failsWithTheApplication(State end) {
		assertThat(state(end, task("RUNNING", COUNTS))).isEqualTo(StoreState.FAILED);
	}

	private static StoreState state(State application, TaskStatus... tasks) {
		ThreadStatus thread = new ThreadStatus("thread", "RUNNING", List.of(tasks),
				new Counters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Map.of()));
		return new ApplicationStatus("app", application, List.of(), Optional.empty(), List.of(thread))
			.storeState("counts");
	}

	private static TaskStatus task(String state, StoreStatus... stores) {
		return new TaskStatus("0_0", state, List.of(), List.of(stores));
	}

}
