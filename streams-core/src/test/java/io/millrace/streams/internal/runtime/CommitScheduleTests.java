package io.millrace.streams.internal.runtime;

import io.millrace.streams.errors.StreamsException;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CommitScheduleTests {

	private final CommitSchedule schedule = new CommitSchedule(
			new RuntimeSettings(1, 100, 200, 1000, 5000, 1000, 100, false), 10_000);

	@Test
	void commitIsDueAfterTheInterval() {
		assertThat(this.schedule.due(10_199, false, 0)).isFalse();
		assertThat(this.schedule.due(10_200, false, 0)).isTrue();
		this.schedule.committed(10_250, 10_260);
		assertThat(this.schedule.due(10_449, false, 0)).isFalse();
		assertThat(this.schedule.dueAt()).isEqualTo(10_450);
	}

	@Test
	void commitsThatTakeLongLeaveTimeToProcess() {
		this.schedule.committed(10_200, 10_320);
		assertThat(this.schedule.dueAt()).isEqualTo(10_440);
		this.schedule.committed(10_500, 10_900);
		assertThat(this.schedule.dueAt()).isEqualTo(11_300);
		this.schedule.committed(20_000, 25_000);
		assertThat(this.schedule.dueAt()).isEqualTo(26_000);
	}

	@Test
	void nothingIsLeftBeyondAnIntervalThatIsLongItself() {
		CommitSchedule rare = new CommitSchedule(new RuntimeSettings(1, 100, 3_000, 1000, -1, 1000, 100, false), 0);
		rare.committed(3_000, 13_000);
		assertThat(rare.dueAt()).isEqualTo(16_000);
	}

	@Test
	void commitIsDueEarlyIfAskedForOrIfMuchIsUncommitted() {
		assertThat(this.schedule.due(10_001, true, 0)).isTrue();
		assertThat(this.schedule.due(10_001, false, 5000)).isFalse();
		assertThat(this.schedule.due(10_001, false, 5001)).isTrue();
	}

	@Test
	void noBoundOnUncommittedWrites() {
		CommitSchedule unbounded = new CommitSchedule(new RuntimeSettings(1, 100, 200, 1000, -1, 1000, 100, false), 0);
		assertThat(unbounded.due(1, false, Long.MAX_VALUE)).isFalse();
	}

	@Test
	void failureSuspendsAndIsForgivenUntilTheTimeout() {
		assertThat(this.schedule.failed(10_000, 100)).isTrue();
		assertThat(this.schedule.suspended(10_099)).isTrue();
		assertThat(this.schedule.suspended(10_100)).isFalse();
		assertThat(this.schedule.failed(10_999, 100)).isTrue();
		assertThat(this.schedule.failed(11_000, 100)).isFalse();
	}

	@Test
	void successForgivesAllFailures() {
		assertThat(this.schedule.failed(10_000, 100)).isTrue();
		this.schedule.recovered();
		assertThat(this.schedule.failed(11_500, 100)).isTrue();
	}

	@Test
	void whatIsUndoneToBeDoneInAnotherWayIsNoFailure() {
		assertThat(this.schedule.failed(10_000, 100)).isTrue();
		this.schedule.undone(10_900);
		assertThat(this.schedule.due(11_099, false, 0)).isFalse();
		assertThat(this.schedule.due(11_100, false, 0)).isTrue();
		assertThat(this.schedule.failed(11_500, 100)).isTrue();
	}

	@Test
	void batchesGrowWhileTheyAreQuickAndShrinkWhenTheyAreNot() {
		BatchSize size = new BatchSize();
		assertThat(size.records()).isEqualTo(1);
		for (int i = 0; i < 20; i++) {
			size.observe(size.records(), 0);
		}
		assertThat(size.records()).isEqualTo(BatchSize.MAX);
		size.observe(1000, 200);
		assertThat(size.records()).isEqualTo(100);
		size.observe(100, 15);
		assertThat(size.records()).isEqualTo(100);
		size.observe(100, 100_000);
		assertThat(size.records()).isEqualTo(1);
	}

	@Test
	void batchThatWasNotFullProvesNothing() {
		BatchSize size = new BatchSize();
		size.observe(1, 0);
		size.observe(1, 0);
		assertThat(size.records()).isEqualTo(2);
		size.observe(0, 50);
		assertThat(size.records()).isEqualTo(1);
	}

	@Test
	void failuresAreSaidInOneSentence() {
		assertThat(FailureSentence.of("t", new StreamsException("Operator x failed."))).isEqualTo("Operator x failed.");
		assertThat(FailureSentence.of("t", new IllegalStateException("bad"))).contains("t").contains("bad");
		assertThat(FailureSentence.of("t", new NullPointerException())).contains("NullPointerException");
		assertThat(FailureSentence.of("t", new KafkaException("outer", new IllegalStateException("inner"))))
			.contains("outer")
			.contains("inner");
	}

}
