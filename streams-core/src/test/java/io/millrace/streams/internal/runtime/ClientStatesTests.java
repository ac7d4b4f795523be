package io.millrace.streams.internal.runtime;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.millrace.streams.KafkaStreams.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class ClientStatesTests {

	private final ClientStates states = new ClientStates();

	@Test
	void runsWhenAllThreadsRun() {
		assertThat(this.states.state()).isEqualTo(State.CREATED);
		this.states.started(List.of("a", "b"));
		assertThat(this.states.state()).isEqualTo(State.REBALANCING);
		this.states.changed("a", ThreadState.RUNNING);
		assertThat(this.states.state()).isEqualTo(State.REBALANCING);
		this.states.changed("b", ThreadState.RUNNING);
		assertThat(this.states.state()).isEqualTo(State.RUNNING);
		this.states.changed("b", ThreadState.RESTORING);
		assertThat(this.states.state()).isEqualTo(State.REBALANCING);
	}

	@Test
	void endsWhenAllThreadsEnded() {
		this.states.started(List.of("a", "b"));
		this.states.shutDown();
		assertThat(this.states.state()).isEqualTo(State.PENDING_SHUTDOWN);
		this.states.changed("a", ThreadState.CLOSED);
		assertThat(this.states.ended()).isFalse();
		this.states.changed("b", ThreadState.CLOSED);
		assertThat(this.states.state()).isEqualTo(State.NOT_RUNNING);
		assertThat(this.states.ended()).isTrue();
	}

	@Test
	void failureEndsInError() {
		this.states.started(List.of("a", "b"));
		this.states.fail();
		assertThat(this.states.state()).isEqualTo(State.PENDING_ERROR);
		this.states.shutDown();
		assertThat(this.states.state()).isEqualTo(State.PENDING_ERROR);
		this.states.changed("a", ThreadState.FAILED);
		this.states.changed("b", ThreadState.CLOSED);
		assertThat(this.states.state()).isEqualTo(State.ERROR);
		this.states.shutDown();
		assertThat(this.states.state()).isEqualTo(State.ERROR);
	}

	@Test
	void replacedThreadDoesNotEndTheClient() {
		this.states.started(List.of("a"));
		this.states.changed("a", ThreadState.RUNNING);
		this.states.added("b");
		assertThat(this.states.state()).isEqualTo(State.REBALANCING);
		this.states.changed("a", ThreadState.FAILED);
		this.states.changed("b", ThreadState.RUNNING);
		assertThat(this.states.state()).isEqualTo(State.RUNNING);
	}

	@Test
	void noThreadIsAddedOnceItEnds() {
		this.states.started(List.of("a"));
		assertThat(this.states.added("b")).isTrue();
		this.states.changed("a", ThreadState.CLOSED);
		this.states.shutDown();
		assertThat(this.states.ended()).as("the one that was added may not even have started").isFalse();
		assertThat(this.states.added("c")).isFalse();
		this.states.changed("b", ThreadState.CLOSED);
		assertThat(this.states.ended()).isTrue();
		assertThat(this.states.added("d")).isFalse();
	}

	@Test
	void aThreadThatCouldNotBeStartedIsNotWaitedFor() {
		this.states.started(List.of("a"));
		this.states.added("b");
		this.states.shutDown();
		this.states.changed("a", ThreadState.CLOSED);
		this.states.removed("b");
		assertThat(this.states.ended()).isTrue();
	}

	@Test
	void closesWithoutAStart() {
		this.states.shutDown();
		assertThat(this.states.state()).isEqualTo(State.NOT_RUNNING);
		assertThatIllegalStateException().isThrownBy(() -> this.states.started(List.of("a")));
	}

	@Test
	void startsOnce() {
		this.states.started(List.of("a"));
		assertThatIllegalStateException().isThrownBy(() -> this.states.started(List.of("a")))
			.withMessageContaining("REBALANCING");
	}

	/**
	 * Whatever happens in whatever order, only valid transitions happen.
	 */
	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4, 5 })
	void takesValidTransitionsOnly(int seed) {
		Random random = new Random(seed);
		Set<State> seen = EnumSet.noneOf(State.class);
		for (int run = 0; run < 2000; run++) {
			ClientStates tried = new ClientStates();
			List<String> threads = new ArrayList<>();
			for (int step = 0; step < 20; step++) {
				State before = tried.state();
				seen.add(before);
				int choice = random.nextInt(12);
				if (choice == 0 && before == State.CREATED) {
					threads.addAll(List.of("0", "1"));
					tried.started(threads);
				}
				else if (choice == 1) {
					tried.shutDown();
				}
				else if (choice == 2) {
					tried.fail();
				}
				else if (choice == 3 && before.isRunningOrRebalancing()) {
					threads.add(String.valueOf(threads.size()));
					tried.added(threads.get(threads.size() - 1));
				}
				else if (!threads.isEmpty()) {
					ThreadState[] all = ThreadState.values();
					tried.changed(threads.get(random.nextInt(threads.size())), all[random.nextInt(all.length)]);
				}
				for (ClientStates.Change change : tried.takeChanges()) {
					assertThat(change.before().isValidTransition(change.after())).as("%s", change).isTrue();
				}
			}
		}
		assertThat(seen).containsAll(EnumSet.allOf(State.class));
	}

	@ParameterizedTest
	@CsvSource({ "CREATED, true, false, false, false", "REBALANCING, false, true, false, false",
			"RUNNING, false, true, false, false", "PENDING_SHUTDOWN, false, false, true, false",
			"NOT_RUNNING, false, false, false, true", "PENDING_ERROR, false, false, true, false",
			"ERROR, false, false, false, true" })
	void statesAnswerQuestions(State state, boolean notStarted, boolean atWork, boolean closing, boolean ended) {
		assertThat(state.hasNotStarted()).isEqualTo(notStarted);
		assertThat(state.isRunningOrRebalancing()).isEqualTo(atWork);
		assertThat(state.isShuttingDown()).isEqualTo(closing);
		assertThat(state.hasCompletedShutdown()).isEqualTo(ended);
		assertThat(state.hasStartedOrFinishedShuttingDown()).isEqualTo(atWork || ended);
	}

	@Test
	void listenerIsToldInOrderAndMayCallBack() {
		ClientLifecycle lifecycle = new ClientLifecycle("client");
		List<State> told = new ArrayList<>();
		lifecycle.listener((newState, oldState) -> {
			told.add(newState);
			if (newState == State.RUNNING) {
				lifecycle.shutDown();
				assertThat(lifecycle.state()).isEqualTo(State.PENDING_SHUTDOWN);
			}
		});
		lifecycle.started(List.of("a"));
		lifecycle.changed("a", ThreadState.RUNNING);
		lifecycle.changed("a", ThreadState.CLOSED);
		assertThat(told).containsExactly(State.REBALANCING, State.RUNNING, State.PENDING_SHUTDOWN, State.NOT_RUNNING);
	}

	@Test
	void listenerThatFailsIsAskedAgain() {
		ClientLifecycle lifecycle = new ClientLifecycle("client");
		List<State> told = new ArrayList<>();
		lifecycle.listener((newState, oldState) -> {
			told.add(newState);
			throw new IllegalStateException("injected");
		});
		lifecycle.started(List.of("a"));
		lifecycle.changed("a", ThreadState.RUNNING);
		assertThat(told).containsExactly(State.REBALANCING, State.RUNNING);
	}

	@Test
	void changesOfManyThreadsArriveInOrder() throws InterruptedException {
		ClientLifecycle lifecycle = new ClientLifecycle("client");
		List<State> told = Collections.synchronizedList(new ArrayList<>());
		List<State> olds = Collections.synchronizedList(new ArrayList<>());
		lifecycle.listener((newState, oldState) -> {
			told.add(newState);
			olds.add(oldState);
		});
		lifecycle.started(List.of("0", "1", "2"));
		CountDownLatch done = new CountDownLatch(3);
		for (int i = 0; i < 3; i++) {
			String name = String.valueOf(i);
			new Thread(() -> {
				for (int round = 0; round < 500; round++) {
					lifecycle.changed(name, ThreadState.RUNNING);
					lifecycle.changed(name, ThreadState.RESTORING);
				}
				lifecycle.changed(name, ThreadState.CLOSED);
				done.countDown();
			}).start();
		}
		assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
		lifecycle.shutDown();
		assertThat(lifecycle.awaitEnd(TimeUnit.SECONDS.toNanos(10))).isTrue();
		assertThat(olds.subList(1, olds.size())).isEqualTo(told.subList(0, told.size() - 1));
		assertThat(told).endsWith(State.PENDING_SHUTDOWN, State.NOT_RUNNING);
	}

	@Test
	void waitForTheEndIsBounded() throws InterruptedException {
		ClientLifecycle lifecycle = new ClientLifecycle("client");
		lifecycle.started(List.of("a"));
		assertThat(lifecycle.awaitEnd(0)).isFalse();
		assertThat(lifecycle.awaitEnd(TimeUnit.MILLISECONDS.toNanos(5))).isFalse();
	}

}
