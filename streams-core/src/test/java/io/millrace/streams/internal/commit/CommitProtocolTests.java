package io.millrace.streams.internal.commit;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import io.millrace.streams.internal.commit.CommitProtocol.Action;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class CommitProtocolTests {

	private static final List<Action> STEPS = List.of(Action.FLUSH_OPERATORS, Action.WRITE_CHANGELOGS,
			Action.SEND_OFFSETS, Action.COMMIT, Action.PUBLISH);

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void takesTheStepsInOrder(boolean exactlyOnce) {
		CommitProtocol protocol = new CommitProtocol(exactlyOnce);
		List<Action> actions = new ArrayList<>();
		for (Action action = protocol.start(); !action.isEnd(); action = protocol.succeeded()) {
			actions.add(action);
		}
		assertThat(actions).containsExactlyElementsOf(STEPS);
		assertThatIllegalStateException().isThrownBy(protocol::succeeded);
		assertThatIllegalStateException().isThrownBy(() -> protocol.failed(Verdict.RETRY));
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			# the step that fails, what that means, what is done about it
			FLUSH_OPERATORS,  RETRY,              ABORT_TRANSACTION RESET_TASKS ABORTED
			FLUSH_OPERATORS,  ABORT_AND_CONTINUE, ABORT_TRANSACTION RESET_TASKS ABORTED
			FLUSH_OPERATORS,  REJOIN,             ABORT_TRANSACTION RESET_TASKS ABORTED
			FLUSH_OPERATORS,  RECREATE_PRODUCER,  RECREATE_PRODUCER RESET_TASKS ABORTED
			FLUSH_OPERATORS,  REOPEN_TASKS,       ABORT_TRANSACTION REOPEN
			FLUSH_OPERATORS,  AWAIT_ROOM,         ABORT_TRANSACTION REOPEN
			FLUSH_OPERATORS,  FATAL,              ABORT_TRANSACTION FAIL
			WRITE_CHANGELOGS, RETRY,              ABORT_TRANSACTION RESET_TASKS ABORTED
			WRITE_CHANGELOGS, ABORT_AND_CONTINUE, ABORT_TRANSACTION RESET_TASKS ABORTED
			WRITE_CHANGELOGS, REJOIN,             ABORT_TRANSACTION RESET_TASKS ABORTED
			WRITE_CHANGELOGS, RECREATE_PRODUCER,  RECREATE_PRODUCER RESET_TASKS ABORTED
			WRITE_CHANGELOGS, REOPEN_TASKS,       ABORT_TRANSACTION REOPEN
			WRITE_CHANGELOGS, AWAIT_ROOM,         ABORT_TRANSACTION REOPEN
			WRITE_CHANGELOGS, FATAL,              ABORT_TRANSACTION FAIL
			SEND_OFFSETS,     RETRY,              ABORT_TRANSACTION RESET_TASKS ABORTED
			SEND_OFFSETS,     ABORT_AND_CONTINUE, ABORT_TRANSACTION RESET_TASKS ABORTED
			SEND_OFFSETS,     REJOIN,             ABORT_TRANSACTION RESET_TASKS ABORTED
			SEND_OFFSETS,     RECREATE_PRODUCER,  RECREATE_PRODUCER RESET_TASKS ABORTED
			SEND_OFFSETS,     REOPEN_TASKS,       ABORT_TRANSACTION REOPEN
			SEND_OFFSETS,     AWAIT_ROOM,         ABORT_TRANSACTION REOPEN
			SEND_OFFSETS,     FATAL,              ABORT_TRANSACTION FAIL
			COMMIT,           RETRY,              COMMIT PUBLISH COMMITTED
			COMMIT,           ABORT_AND_CONTINUE, ABORT_TRANSACTION RESET_TASKS ABORTED
			COMMIT,           REJOIN,             RECREATE_PRODUCER REOPEN
			COMMIT,           RECREATE_PRODUCER,  RECREATE_PRODUCER REOPEN
			COMMIT,           REOPEN_TASKS,       RECREATE_PRODUCER REOPEN
			COMMIT,           AWAIT_ROOM,         RECREATE_PRODUCER REOPEN
			COMMIT,           FATAL,              ABORT_TRANSACTION FAIL
			PUBLISH,          RETRY,              REOPEN
			PUBLISH,          ABORT_AND_CONTINUE, REOPEN
			PUBLISH,          REJOIN,             REOPEN
			PUBLISH,          RECREATE_PRODUCER,  REOPEN
			PUBLISH,          REOPEN_TASKS,       REOPEN
			PUBLISH,          AWAIT_ROOM,         REOPEN
			PUBLISH,          FATAL,              REOPEN
			""")
	void exactlyOnce(Action step, Verdict verdict, String then) {
		assertThat(afterFailure(new CommitProtocol(true), step, verdict)).containsExactlyElementsOf(actions(then));
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			FLUSH_OPERATORS,  RETRY,              RESET_TASKS ABORTED
			FLUSH_OPERATORS,  ABORT_AND_CONTINUE, RESET_TASKS ABORTED
			FLUSH_OPERATORS,  REJOIN,             RESET_TASKS ABORTED
			FLUSH_OPERATORS,  RECREATE_PRODUCER,  RECREATE_PRODUCER RESET_TASKS ABORTED
			FLUSH_OPERATORS,  REOPEN_TASKS,       REOPEN
			FLUSH_OPERATORS,  AWAIT_ROOM,         REOPEN
			FLUSH_OPERATORS,  FATAL,              FAIL
			WRITE_CHANGELOGS, RETRY,              RESET_TASKS ABORTED
			WRITE_CHANGELOGS, ABORT_AND_CONTINUE, RESET_TASKS ABORTED
			WRITE_CHANGELOGS, REJOIN,             RESET_TASKS ABORTED
			WRITE_CHANGELOGS, RECREATE_PRODUCER,  RECREATE_PRODUCER RESET_TASKS ABORTED
			WRITE_CHANGELOGS, REOPEN_TASKS,       REOPEN
			WRITE_CHANGELOGS, AWAIT_ROOM,         REOPEN
			WRITE_CHANGELOGS, FATAL,              FAIL
			SEND_OFFSETS,     RETRY,              RESET_TASKS ABORTED
			SEND_OFFSETS,     ABORT_AND_CONTINUE, RESET_TASKS ABORTED
			SEND_OFFSETS,     REJOIN,             RESET_TASKS ABORTED
			SEND_OFFSETS,     RECREATE_PRODUCER,  RECREATE_PRODUCER RESET_TASKS ABORTED
			SEND_OFFSETS,     REOPEN_TASKS,       REOPEN
			SEND_OFFSETS,     AWAIT_ROOM,         REOPEN
			SEND_OFFSETS,     FATAL,              FAIL
			COMMIT,           RETRY,              COMMIT PUBLISH COMMITTED
			COMMIT,           ABORT_AND_CONTINUE, RESET_TASKS ABORTED
			COMMIT,           REJOIN,             RESET_TASKS ABORTED
			COMMIT,           RECREATE_PRODUCER,  RECREATE_PRODUCER RESET_TASKS ABORTED
			COMMIT,           REOPEN_TASKS,       REOPEN
			COMMIT,           AWAIT_ROOM,         REOPEN
			COMMIT,           FATAL,              FAIL
			PUBLISH,          RETRY,              REOPEN
			PUBLISH,          ABORT_AND_CONTINUE, REOPEN
			PUBLISH,          REJOIN,             REOPEN
			PUBLISH,          RECREATE_PRODUCER,  REOPEN
			PUBLISH,          REOPEN_TASKS,       REOPEN
			PUBLISH,          AWAIT_ROOM,         REOPEN
			PUBLISH,          FATAL,              REOPEN
			""")
	void atLeastOnce(Action step, Verdict verdict, String then) {
		assertThat(afterFailure(new CommitProtocol(false), step, verdict)).containsExactlyElementsOf(actions(then));
	}

	@Test
	void commitThatTimesOutForEverHasAnUnknownOutcome() {
		CommitProtocol protocol = at(new CommitProtocol(true), Action.COMMIT);
		for (int attempt = 1; attempt < CommitProtocol.ATTEMPTS; attempt++) {
			assertThat(protocol.failed(Verdict.RETRY)).isEqualTo(Action.COMMIT);
		}
		assertThat(protocol.failed(Verdict.RETRY)).isEqualTo(Action.RECREATE_PRODUCER);
		assertThat(protocol.succeeded()).isEqualTo(Action.REOPEN);
	}

	@Test
	void abortableFailureOfARepeatedCommitProvesNothing() {
		CommitProtocol protocol = at(new CommitProtocol(true), Action.COMMIT);
		assertThat(protocol.failed(Verdict.RETRY)).isEqualTo(Action.COMMIT);
		assertThat(protocol.failed(Verdict.ABORT_AND_CONTINUE)).isEqualTo(Action.RECREATE_PRODUCER);
		assertThat(protocol.succeeded()).isEqualTo(Action.REOPEN);
	}

	@Test
	void refusedAbortAfterAFailedCommitLeavesTheOutcomeUnknown() {
		CommitProtocol protocol = at(new CommitProtocol(true), Action.COMMIT);
		assertThat(protocol.failed(Verdict.ABORT_AND_CONTINUE)).isEqualTo(Action.ABORT_TRANSACTION);
		assertThat(protocol.failed(Verdict.RECREATE_PRODUCER)).isEqualTo(Action.RECREATE_PRODUCER);
		assertThat(protocol.succeeded()).isEqualTo(Action.REOPEN);
	}

	@Test
	void refusedAbortBeforeTheCommitNeedsANewProducerButNoRestoration() {
		CommitProtocol protocol = at(new CommitProtocol(true), Action.SEND_OFFSETS);
		assertThat(protocol.failed(Verdict.ABORT_AND_CONTINUE)).isEqualTo(Action.ABORT_TRANSACTION);
		assertThat(protocol.failed(Verdict.ABORT_AND_CONTINUE)).isEqualTo(Action.RECREATE_PRODUCER);
		assertThat(protocol.succeeded()).isEqualTo(Action.RESET_TASKS);
		assertThat(protocol.succeeded()).isEqualTo(Action.ABORTED);
	}

	@Test
	void abortIsRepeatedOnTimeouts() {
		CommitProtocol protocol = at(new CommitProtocol(true), Action.SEND_OFFSETS);
		assertThat(protocol.failed(Verdict.REJOIN)).isEqualTo(Action.ABORT_TRANSACTION);
		for (int attempt = 1; attempt < CommitProtocol.ATTEMPTS; attempt++) {
			assertThat(protocol.failed(Verdict.RETRY)).isEqualTo(Action.ABORT_TRANSACTION);
		}
		assertThat(protocol.failed(Verdict.RETRY)).isEqualTo(Action.RECREATE_PRODUCER);
		assertThat(protocol.succeeded()).isEqualTo(Action.RESET_TASKS);
		assertThat(protocol.rejoin()).isTrue();
	}

	@Test
	void abortThatFailsOnTheWayToTheEndIsNotInsistedOn() {
		CommitProtocol protocol = at(new CommitProtocol(true), Action.FLUSH_OPERATORS);
		assertThat(protocol.failed(Verdict.FATAL)).isEqualTo(Action.ABORT_TRANSACTION);
		assertThat(protocol.failed(Verdict.RECREATE_PRODUCER)).isEqualTo(Action.FAIL);
	}

	@Test
	void resetThatFailsReopens() {
		CommitProtocol protocol = new CommitProtocol(true);
		assertThat(protocol.startAborting(Verdict.ABORT_AND_CONTINUE)).isEqualTo(Action.ABORT_TRANSACTION);
		assertThat(protocol.succeeded()).isEqualTo(Action.RESET_TASKS);
		assertThat(protocol.failed(Verdict.FATAL)).isEqualTo(Action.REOPEN);
	}

	@Test
	void producerThatCannotBeMadeIsTheEnd() {
		CommitProtocol protocol = new CommitProtocol(true);
		assertThat(protocol.startAborting(Verdict.RECREATE_PRODUCER)).isEqualTo(Action.RECREATE_PRODUCER);
		assertThat(protocol.failed(Verdict.FATAL)).isEqualTo(Action.FAIL);
	}

	@Test
	void onlyAMovedGroupAsksToRejoin() {
		for (Verdict verdict : Verdict.values()) {
			CommitProtocol protocol = at(new CommitProtocol(true), Action.SEND_OFFSETS);
			protocol.failed(verdict);
			assertThat(protocol.rejoin()).as(verdict.name()).isEqualTo(verdict == Verdict.REJOIN);
		}
	}

	/**
	 * Whatever fails in whatever order: it ends, tasks are never reset once a commit may
	 * have been heard, and they're never published without one.
	 */
	@TestFactory
	List<DynamicTest> everyOrderOfFailuresEndsWell() {
		List<DynamicTest> tests = new ArrayList<>();
		for (boolean exactlyOnce : new boolean[] { true, false }) {
			tests.add(DynamicTest.dynamicTest(exactlyOnce ? "exactly once" : "at least once", () -> {
				int[] count = new int[1];
				explore(exactlyOnce, new ArrayList<>(), 12, count);
				assertThat(count[0]).isGreaterThan(100);
			}));
		}
		return tests;
	}

	private static void explore(boolean exactlyOnce, List<Verdict> answers, int depth, int[] count) {
		List<Action> taken = replay(exactlyOnce, answers);
		Action last = taken.get(taken.size() - 1);
		if (last.isEnd()) {
			count[0]++;
			check(exactlyOnce, taken, answers);
			return;
		}
		assertThat(depth).as("%s after %s doesn't end", taken, answers).isPositive();
		explore(exactlyOnce, plus(answers, null), depth - 1, count);
		for (Verdict verdict : Verdict.values()) {
			explore(exactlyOnce, plus(answers, verdict), depth - 1, count);
		}
	}

	private static void check(boolean exactlyOnce, List<Action> taken, List<Verdict> answers) {
		Action end = taken.get(taken.size() - 1);
		int commit = -1;
		boolean mayHaveCommitted = false;
		boolean aborted = false;
		for (int i = 0; i < taken.size() - 1; i++) {
			Verdict answer = answers.get(i);
			switch (taken.get(i)) {
				case COMMIT -> {
					commit = (answer == null) ? i : commit;
					mayHaveCommitted |= answer != null && answer != Verdict.ABORT_AND_CONTINUE;
				}
				case ABORT_TRANSACTION -> aborted |= answer == null;
				case PUBLISH -> assertThat(commit).as("%s %s", taken, answers).isNotNegative();
				case RESET_TASKS -> {
					if (exactlyOnce) {
						assertThat(commit).as("%s %s", taken, answers).isNegative();
						assertThat(mayHaveCommitted && !aborted).as("%s %s", taken, answers).isFalse();
					}
				}
				default -> {
				}
			}
		}
		if (end == Action.COMMITTED) {
			assertThat(taken).containsSubsequence(STEPS);
		}
	}

	private static List<Action> replay(boolean exactlyOnce, List<Verdict> answers) {
		CommitProtocol protocol = new CommitProtocol(exactlyOnce);
		List<Action> taken = new ArrayList<>();
		taken.add(protocol.start());
		for (Verdict answer : answers) {
			taken.add((answer == null) ? protocol.succeeded() : protocol.failed(answer));
		}
		return taken;
	}

	private static List<Verdict> plus(List<Verdict> answers, Verdict verdict) {
		List<Verdict> more = new ArrayList<>(answers);
		more.add(verdict);
		return more;
	}

	private static CommitProtocol at(CommitProtocol protocol, Action step) {
		for (Action action = protocol.start(); action != step; action = protocol.succeeded()) {
			assertThat(action.isEnd()).isFalse();
		}
		return protocol;
	}

	private static List<Action> afterFailure(CommitProtocol protocol, Action step, Verdict verdict) {
		at(protocol, step);
		List<Action> actions = new ArrayList<>();
		Action action = protocol.failed(verdict);
		actions.add(action);
		while (!action.isEnd()) {
			action = protocol.succeeded();
			actions.add(action);
		}
		return actions;
	}

	private static List<Action> actions(String names) {
		return List.of(names.split(" ")).stream().map(Action::valueOf).toList();
	}

	@Test
	void stepsHaveTheirNumbers() {
		Set<CommitStep> steps = EnumSet.allOf(CommitStep.class);
		assertThat(steps).extracting(CommitStep::number).containsExactly(1, 2, 3, 4, 5);
	}

}
