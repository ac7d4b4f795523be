package io.millrace.streams.internal.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.processor.Cancellable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class PunctuationsTests {

	private final List<Long> calls = new ArrayList<>();

	private int commits;

	private Punctuations punctuations = new Punctuations(false, () -> this.commits++);

	private final Operator operator = new Operator() {
	};

	@Test
	void case24FiresOnceHoweverFarTheClockJumpedAndStaysOnItsGrid() {
		this.punctuations.add(this.operator, 0, 10, this.calls::add);
		for (long now : new long[] { 3, 9, 10, 47, 49, 51 }) {
			run(now);
		}
		assertThat(this.calls).containsExactly(3L, 10L, 47L, 51L);
	}

	@Test
	void isNotDueBeforeItsTime() {
		this.punctuations.add(this.operator, 100, 10, this.calls::add);
		assertThat(this.punctuations.due(99)).isFalse();
		assertThat(run(99)).isFalse();
		assertThat(this.punctuations.due(100)).isTrue();
		assertThat(run(100)).isTrue();
		assertThat(this.punctuations.due(109)).isFalse();
	}

	@Test
	void runsInTheOrderOfTime() {
		this.punctuations.add(this.operator, 20, 100, (now) -> this.calls.add(20L));
		this.punctuations.add(this.operator, 10, 100, (now) -> this.calls.add(10L));
		run(30);
		assertThat(this.calls).containsExactly(10L, 20L);
	}

	@Test
	void case24CanBeCancelledInsideTheCallback() {
		Cancellable[] handle = new Cancellable[1];
		handle[0] = this.punctuations.add(this.operator, 0, 10, (now) -> {
			this.calls.add(now);
			handle[0].cancel();
		});
		run(1);
		run(50);
		assertThat(this.calls).containsExactly(1L);
		assertThat(this.punctuations.due(Long.MAX_VALUE - 1)).isFalse();
	}

	@Test
	void aCallbackMayScheduleAnother() {
		this.punctuations.add(this.operator, 0, 1000,
				(now) -> this.punctuations.add(this.operator, now + 5, 1000, this.calls::add));
		run(1);
		run(6);
		assertThat(this.calls).containsExactly(6L);
	}

	@Test
	void whatIsUndoneIsDueAgain() {
		this.punctuations.add(this.operator, 10, 10, this.calls::add);
		run(12);
		this.punctuations.keep();
		run(25);
		run(31);
		this.punctuations.repeat();
		assertThat(this.punctuations.due(19)).isFalse();
		assertThat(run(24)).isTrue();
		assertThat(run(29)).isFalse();
		this.punctuations.keep();
		this.punctuations.repeat();
		assertThat(this.punctuations.due(29)).isFalse();
		assertThat(this.calls).containsExactly(12L, 25L, 31L, 24L);
	}

	@Test
	void whatWasCancelledIsNotDueAgain() {
		Cancellable handle = this.punctuations.add(this.operator, 10, 10, this.calls::add);
		run(12);
		handle.cancel();
		this.punctuations.repeat();
		assertThat(run(30)).isFalse();
		assertThat(this.calls).containsExactly(12L);
	}

	@Test
	void whatIsPassedOverIsNotDueAgainButAllElseIs() {
		List<String> called = new ArrayList<>();
		this.punctuations.add(this.operator, 10, 10, (now) -> called.add("good@" + now));
		List<Punctuations.Call> bad = new ArrayList<>();
		this.punctuations.add(this.operator, 10, 10, (now) -> {
			called.add("bad@" + now);
			bad.add(running());
		});
		run(12);
		bad.get(0).passOver();
		this.punctuations.repeat();
		run(13);
		assertThat(called).containsExactly("good@12", "bad@12", "good@13");
		this.punctuations.repeat();
		run(14);
		assertThat(called).endsWith("good@13", "good@14");
		this.punctuations.keep();
		run(20);
		assertThat(called).endsWith("good@14", "good@20", "bad@20");
		assertThat(this.commits).as("it may fail again").isOne();
	}

	private Punctuations.Call running() {
		return Objects.requireNonNull(this.punctuations.running());
	}

	@Test
	void byTheWallClockOtherCallsOfTheSameCallbackAreDoneAgainAsOneThatIsCommittedByItself() {
		List<Punctuations.Call> running = new ArrayList<>();
		this.punctuations.add(this.operator, 10, 10, (now) -> {
			this.calls.add(now);
			running.add(running());
		});
		run(10);
		run(20);
		run(30);
		running.get(1).passOver();
		this.punctuations.repeat();
		run(30);
		assertThat(this.calls).containsExactly(10L, 20L, 30L, 30L);
		assertThat(this.commits).isOne();
		running.get(3).passOver();
		this.punctuations.repeat();
		assertThat(run(35)).isFalse();
		this.punctuations.keep();
		run(40);
		assertThat(this.calls).endsWith(30L, 40L);
		assertThat(this.commits).as("it may fail again").isEqualTo(2);
		this.punctuations.keep();
		run(50);
		assertThat(this.commits).as("it has not failed again").isEqualTo(2);
	}

	@Test
	void byStreamTimeTheSameCallIsLeftOutUntilTheWorkIsCommitted() {
		this.punctuations = new Punctuations(true, () -> this.commits++);
		List<Punctuations.Call> running = new ArrayList<>();
		this.punctuations.add(this.operator, 10, 10, (now) -> {
			this.calls.add(now);
			running.add(running());
		});
		run(11);
		run(22);
		run(33);
		running.get(1).passOver();
		this.punctuations.repeat();
		this.calls.clear();
		run(11);
		run(22);
		this.punctuations.repeat();
		run(11);
		run(22);
		run(33);
		assertThat(this.calls).containsExactly(11L, 11L, 33L);
		this.punctuations.keep();
		run(40);
		assertThat(this.calls).endsWith(40L);
	}

	@Test
	void goesOnAfterAFailure() {
		this.punctuations.add(this.operator, 0, 10, (now) -> {
			this.calls.add(now);
			throw new IllegalStateException("no");
		});
		assertThatIllegalStateException().isThrownBy(() -> run(0));
		assertThatIllegalStateException().isThrownBy(() -> run(10));
		assertThat(this.calls).containsExactly(0L, 10L);
	}

	private boolean run(long now) {
		return this.punctuations.run(now, (owner, callback, time) -> callback.punctuate(time));
	}

}
