package io.millrace.streams.internal.runtime;

import java.util.List;

import io.millrace.streams.internal.commit.Verdict;
import io.millrace.streams.internal.runtime.GlobalStoreStates.Phase;
import io.millrace.streams.internal.runtime.StateRecovery.Action;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class GlobalStoreStatesTests {

	private final GlobalStoreStates states = new GlobalStoreStates(List.of("a", "b"));

	private void run(String... stores) {
		for (String store : stores) {
			this.states.opened(store);
			this.states.restored(store);
		}
	}

	@Test
	void runsOnceAllAreRestored() {
		assertThat(this.states.toOpen(0)).containsExactly("a", "b");
		assertThat(this.states.threadState()).isEqualTo(ThreadState.STARTING);
		this.states.opened("a");
		assertThat(this.states.toOpen(0)).containsExactly("b");
		assertThat(this.states.threadState()).isEqualTo(ThreadState.RESTORING);
		this.states.restored("a");
		assertThat(this.states.allRunning()).isFalse();
		assertThat(this.states.threadState()).isEqualTo(ThreadState.RESTORING);
		run("b");
		assertThat(this.states.allRunning()).isTrue();
		assertThat(this.states.threadState()).isEqualTo(ThreadState.RUNNING);
	}

	@Test
	void case11WhatIsDamagedIsOpenedAgainAndNotForEver() {
		run("a", "b");
		assertThat(this.states.failed("a", Verdict.REOPEN_TASKS, 0)).isEqualTo(Action.OPEN_AGAIN);
		assertThat(this.states.phase("a")).isEqualTo(Phase.CLOSED);
		assertThat(this.states.phase("b")).isEqualTo(Phase.RUNNING);
		assertThat(this.states.threadState()).isEqualTo(ThreadState.RESTORING);
		assertThat(this.states.toOpen(0)).isEmpty();
		assertThat(this.states.toOpen(StateRecovery.RETRY_MILLIS)).containsExactly("a");
		for (int i = 1; i < StateRecovery.MAX_DAMAGES; i++) {
			assertThat(this.states.failed("a", Verdict.REOPEN_TASKS, 0)).isEqualTo(Action.OPEN_AGAIN);
		}
		assertThat(this.states.failed("a", Verdict.REOPEN_TASKS, 0)).isEqualTo(Action.FAIL);
	}

	@Test
	void whatIsWrittenMakesUpForDamage() {
		run("a", "b");
		for (int i = 0; i < 2 * StateRecovery.MAX_DAMAGES; i++) {
			assertThat(this.states.failed("a", Verdict.REOPEN_TASKS, 0)).isEqualTo(Action.OPEN_AGAIN);
			run("a");
			this.states.written("a");
		}
	}

	@Test
	void aFullDiskIsWaitedFor() {
		assertThat(this.states.failed("a", Verdict.AWAIT_ROOM, 0)).isEqualTo(Action.TELL_AND_OPEN_AGAIN);
		assertThat(this.states.awaitingRoom()).containsExactly("a");
		assertThat(this.states.toOpen(0)).containsExactly("b");
		assertThat(this.states.toOpen(StateRecovery.FIRST_ROOM_RETRY_MILLIS)).containsExactly("a", "b");
		run("a", "b");
		assertThat(this.states.written("b")).isFalse();
		assertThat(this.states.written("a")).isTrue();
		assertThat(this.states.awaitingRoom()).isEmpty();
	}

	@Test
	void aDirectoryInUseIsWaitedForAWhile() {
		assertThat(this.states.failed("a", Verdict.RETRY, 0)).isEqualTo(Action.OPEN_AGAIN);
		assertThat(this.states.failed("a", Verdict.RETRY, StateRecovery.TIMEOUT_MILLIS + 1)).isEqualTo(Action.FAIL);
	}

	@Test
	void recordsThatAreGoneSetAStoreBack() {
		run("a", "b");
		this.states.setBack("b");
		assertThat(this.states.phase("b")).isEqualTo(Phase.RESTORING);
		assertThat(this.states.toOpen(0)).isEmpty();
		assertThat(this.states.threadState()).isEqualTo(ThreadState.RESTORING);
		this.states.restored("b");
		assertThat(this.states.allRunning()).isTrue();
	}

	@Test
	void anUnknownFailureEndsTheThread() {
		run("a");
		assertThat(this.states.failed("a", Verdict.FATAL, 0)).isEqualTo(Action.FAIL);
	}

}
