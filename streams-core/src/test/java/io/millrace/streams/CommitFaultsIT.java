package io.millrace.streams;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.internal.commit.CommitStep;
import io.millrace.streams.internal.runtime.RuntimeProbe;
import io.millrace.streams.monitor.ApplicationStatus.Counters;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Makes each step of a commit fail, and looks whether anything was lost, doubled or
 * restored for nothing.
 */
class CommitFaultsIT {

	private static final int BEFORE_FAULT = 300;

	private static final int ALL = 600;

	@AutoClose
	private static final Cluster cluster = Cluster.start();

	private static final AtomicInteger number = new AtomicInteger();

	static Stream<Arguments> faults() {
		Supplier<RuntimeException> abortable = () -> new TransactionAbortableException("injected");
		Supplier<RuntimeException> plain = () -> new KafkaException("injected");
		Supplier<RuntimeException> fenced = () -> new ProducerFencedException("injected");
		Supplier<RuntimeException> timeout = () -> new TimeoutException("injected");
		Supplier<RuntimeException> any = () -> new IllegalStateException("injected");
		return Stream.of(Arguments.of(CommitStep.FLUSH_OPERATORS, true, abortable, false),
				Arguments.of(CommitStep.WRITE_CHANGELOGS, true, abortable, false),
				Arguments.of(CommitStep.WRITE_CHANGELOGS, true, fenced, false),
				Arguments.of(CommitStep.SEND_OFFSETS, true, timeout, false),
				Arguments.of(CommitStep.SEND_OFFSETS, false, plain, false),
				Arguments.of(CommitStep.COMMIT, true, abortable, false),
				Arguments.of(CommitStep.COMMIT, true, timeout, false),
				Arguments.of(CommitStep.COMMIT, true, fenced, true), Arguments.of(CommitStep.COMMIT, false, any, true),
				Arguments.of(CommitStep.PUBLISH, true, any, true), Arguments.of(CommitStep.PUBLISH, false, any, false));
	}

	@ParameterizedTest
	@MethodSource("faults")
	void losesAndDoublesNothing(CommitStep step, boolean before, Supplier<RuntimeException> failure, boolean restores) {
		Run run = cluster.run("fault" + number.incrementAndGet(), 2);
		run.send(0, BEFORE_FAULT);
		Fault fault = new Fault(step, before, failure);
		Topology topology = CountingTopology.of(run.input(), run.output());
		try (KafkaStreams streams = new KafkaStreams(topology, run.config(), fault)) {
			streams.start();
			run.awaitOutput(BEFORE_FAULT);
			fault.armed = true;
			run.send(BEFORE_FAULT, ALL - BEFORE_FAULT);
			assertThat(run.awaitOutput(ALL)).containsExactlyInAnyOrderElementsOf(run.expectedCounts(ALL));
			await().until(() -> fault.thrown);
			await().until(streams::state, State.RUNNING::equals);
			Counters counters = streams.status().threads().get(0).counters();
			assertThat(counters.restored() > 0).as("restored %s", counters)
				.isEqualTo(restores && (!CountingTopology.PERSISTENT || behind(step, before)));
			assertThat(streams.close(Duration.ofSeconds(20))).isTrue();
			assertThat(streams.status().failure()).isEmpty();
		}
		assertThat(run.committed()).isEqualTo(ALL);
		assertThat(latestCounts(run)).isEqualTo(ALL);
	}

	/**
	 * State on disk needs the changelog only for what was committed and not published.
	 */
	private static boolean behind(CommitStep step, boolean before) {
		return (step == CommitStep.COMMIT && !before) || (step == CommitStep.PUBLISH && before);
	}

	/**
	 * What the changelog has in the end has to be what was counted.
	 */
	private static long latestCounts(Run run) {
		return run.latest(run.name() + "-" + CountingTopology.STORE + "-changelog")
			.stream()
			.mapToLong(Long::longValue)
			.sum();
	}

	private static final class Fault implements RuntimeProbe {

		private final CommitStep step;

		private final boolean before;

		private final Supplier<RuntimeException> failure;

		private volatile boolean armed;

		private volatile boolean thrown;

		Fault(CommitStep step, boolean before, Supplier<RuntimeException> failure) {
			this.step = step;
			this.before = before;
			this.failure = failure;
		}

		@Override
		public void before(CommitStep reached) {
			if (this.before) {
				strike(reached);
			}
		}

		@Override
		public void after(CommitStep reached) {
			if (!this.before) {
				strike(reached);
			}
		}

		private void strike(CommitStep reached) {
			if (reached == this.step && this.armed && !this.thrown) {
				this.thrown = true;
				throw this.failure.get();
			}
		}

	}

}
