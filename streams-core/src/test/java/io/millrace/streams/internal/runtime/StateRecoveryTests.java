package io.millrace.streams.internal.runtime;

import io.millrace.streams.internal.commit.Verdict;
import io.millrace.streams.internal.runtime.StateRecovery.Action;
import io.millrace.streams.processor.TaskId;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StateRecoveryTests {

	private static final TaskId TASK = new TaskId(0, 0);

	private static final TaskId OTHER = new TaskId(0, 1);

	private final StateRecovery<TaskId> recovery = new StateRecovery<>();

	@Test
	void whatHasNotFailedMayBeOpened() {
		assertThat(this.recovery.mayOpen(TASK, 0)).isTrue();
		assertThat(this.recovery.awaitingRoom()).isEmpty();
	}

	@Test
	void aDirectoryInUseIsTriedAgainSoonAndNotForEver() {
		assertThat(this.recovery.failed(TASK, Verdict.RETRY, 1000)).isEqualTo(Action.OPEN_AGAIN);
		assertThat(this.recovery.mayOpen(TASK, 1049)).isFalse();
		assertThat(this.recovery.mayOpen(TASK, 1050)).isTrue();
		assertThat(this.recovery.mayOpen(OTHER, 1000)).isTrue();
		assertThat(this.recovery.failed(TASK, Verdict.RETRY, 11_000)).isEqualTo(Action.OPEN_AGAIN);
		assertThat(this.recovery.failed(TASK, Verdict.RETRY, 11_001)).isEqualTo(Action.FAIL);
	}

	@Test
	void damageIsMendedAFewTimes() {
		for (int i = 0; i < StateRecovery.MAX_DAMAGES; i++) {
			assertThat(this.recovery.failed(TASK, Verdict.REOPEN_TASKS, i * 60_000L)).isEqualTo(Action.OPEN_AGAIN);
			this.recovery.opened(TASK);
		}
		assertThat(this.recovery.failed(TASK, Verdict.REOPEN_TASKS, 3_600_000)).isEqualTo(Action.FAIL);
	}

	@Test
	void damageCountsAnewOnceSomethingWasWritten() {
		for (int i = 0; i < StateRecovery.MAX_DAMAGES; i++) {
			this.recovery.failed(TASK, Verdict.REOPEN_TASKS, 0);
		}
		this.recovery.written(TASK);
		assertThat(this.recovery.none()).isTrue();
		assertThat(this.recovery.failed(TASK, Verdict.REOPEN_TASKS, 0)).isEqualTo(Action.OPEN_AGAIN);
	}

	@Test
	void timeBeginsAnewOnceATaskWasOpened() {
		this.recovery.failed(TASK, Verdict.RETRY, 0);
		this.recovery.opened(TASK);
		assertThat(this.recovery.mayOpen(TASK, 0)).isTrue();
		assertThat(this.recovery.failed(TASK, Verdict.RETRY, 20_000)).isEqualTo(Action.OPEN_AGAIN);
	}

	@Test
	void anUnknownFailureEndsTheThread() {
		assertThat(this.recovery.failed(TASK, Verdict.FATAL, 0)).isEqualTo(Action.FAIL);
	}

	@Test
	void aFullDiskIsToldOnce() {
		assertThat(this.recovery.failed(TASK, Verdict.AWAIT_ROOM, 0)).isEqualTo(Action.TELL_AND_OPEN_AGAIN);
		assertThat(this.recovery.failed(TASK, Verdict.AWAIT_ROOM, 300)).isEqualTo(Action.OPEN_AGAIN);
		assertThat(this.recovery.failed(OTHER, Verdict.AWAIT_ROOM, 300)).isEqualTo(Action.OPEN_AGAIN);
		assertThat(this.recovery.awaitingRoom()).containsExactly(TASK, OTHER);
	}

	@Test
	void roomIsAwaitedEverMorePatientlyAndForEver() {
		long now = 0;
		long[] pauses = { 250, 500, 1000, 2000, 4000, 5000, 5000 };
		for (long pause : pauses) {
			assertThat(this.recovery.failed(TASK, Verdict.AWAIT_ROOM, now)).isNotEqualTo(Action.FAIL);
			assertThat(this.recovery.mayOpen(TASK, now + pause - 1)).isFalse();
			now += pause;
			assertThat(this.recovery.mayOpen(TASK, now)).isTrue();
		}
		assertThat(this.recovery.failed(TASK, Verdict.AWAIT_ROOM, now + 3_600_000)).isEqualTo(Action.OPEN_AGAIN);
	}

	@Test
	void openingIsNoProofThatThereIsRoom() {
		this.recovery.failed(TASK, Verdict.AWAIT_ROOM, 0);
		this.recovery.opened(TASK);
		assertThat(this.recovery.awaitingRoom()).containsExactly(TASK);
		assertThat(this.recovery.failed(TASK, Verdict.AWAIT_ROOM, 1000)).isEqualTo(Action.OPEN_AGAIN);
		assertThat(this.recovery.mayOpen(TASK, 1499)).isFalse();
	}

	@Test
	void whatIsWrittenIsTheEndOfTheTrouble() {
		this.recovery.failed(TASK, Verdict.AWAIT_ROOM, 0);
		this.recovery.failed(OTHER, Verdict.AWAIT_ROOM, 0);
		assertThat(this.recovery.written(TASK)).isFalse();
		assertThat(this.recovery.written(OTHER)).isTrue();
		assertThat(this.recovery.written(OTHER)).isFalse();
		assertThat(this.recovery.awaitingRoom()).isEmpty();
		assertThat(this.recovery.failed(TASK, Verdict.AWAIT_ROOM, 9000)).isEqualTo(Action.TELL_AND_OPEN_AGAIN);
		assertThat(this.recovery.mayOpen(TASK, 9250)).isTrue();
	}

	@Test
	void aTaskThatIsGivenAwayWaitsForNothing() {
		this.recovery.failed(TASK, Verdict.AWAIT_ROOM, 0);
		this.recovery.forget(TASK);
		assertThat(this.recovery.awaitingRoom()).isEmpty();
		assertThat(this.recovery.mayOpen(TASK, 0)).isTrue();
	}

}
