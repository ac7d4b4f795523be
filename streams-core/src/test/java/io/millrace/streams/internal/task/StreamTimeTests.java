package io.millrace.streams.internal.task;

import io.millrace.streams.internal.operator.WindowClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StreamTimeTests {

	private final StreamTime time = new StreamTime();

	@Test
	void neverGoesBackWithARecord() {
		this.time.observe(10);
		this.time.observe(5);
		assertThat(this.time.now()).isEqualTo(10);
	}

	@Test
	void whatAWindowOperatorHasSeenSurvivesARestart() {
		WindowClock clock = this.time.clock("windows", 5);
		clock.observe(100);
		StreamTime restarted = new StreamTime();
		restarted.restore(CommitMetadata.decode(this.time.metadata(120)));
		assertThat(restarted.clock("windows", 5).now()).isEqualTo(100);
		assertThat(restarted.clock("windows", 5).closed(95)).isTrue();
		assertThat(restarted.clock("windows", 5).closed(96)).isFalse();
		assertThat(restarted.clock("others", 5).now()).isEqualTo(StreamTime.UNKNOWN);
	}

	@Test
	void theLatestCommitOfAnyPartitionCounts() {
		WindowClock clock = this.time.clock("windows", 0);
		clock.observe(100);
		String ofTheOnePartition = this.time.metadata(100);
		clock.observe(200);
		String ofTheOther = this.time.metadata(200);
		StreamTime restarted = new StreamTime();
		restarted.restore(CommitMetadata.decode(ofTheOther));
		restarted.restore(CommitMetadata.decode(ofTheOnePartition));
		assertThat(restarted.clock("windows", 0).now()).isEqualTo(200);
	}

	@Test
	void anAbortAfterARestartGoesBackToWhatWasRestored() {
		this.time.clock("windows", 0).observe(100);
		StreamTime restarted = new StreamTime();
		restarted.restore(CommitMetadata.decode(this.time.metadata(100)));
		WindowClock clock = restarted.clock("windows", 0);
		clock.observe(300);
		restarted.mark();
		restarted.reset(100);
		assertThat(clock.now()).isEqualTo(100);
	}

	@Test
	void aRecordThatFailsMovesNoWindow() {
		WindowClock clock = this.time.clock("windows", 0);
		clock.observe(100);
		this.time.mark();
		clock.observe(300);
		this.time.rollback();
		assertThat(clock.now()).isEqualTo(100);
	}

	@Test
	void theLowestOfTheEndsThatAreExpectedIsDueFirst() {
		WindowClock clock = this.time.clock("windows", 5);
		assertThat(clock.due()).as("not known yet").isTrue();
		clock.expectNothing();
		assertThat(clock.due()).isFalse();
		clock.observe(Long.MAX_VALUE - 1);
		assertThat(clock.due()).isFalse();
		this.time.reset(0);
		clock.expectNothing();
		clock.expect(30);
		clock.expect(20);
		clock.observe(24);
		assertThat(clock.due()).isFalse();
		clock.observe(25);
		assertThat(clock.due()).isTrue();
		assertThat(clock.expected()).isEqualTo(20);
	}

	@Test
	void whatIsExpectedIsNotKnownOnceARecordFailedThatFoundItOut() {
		WindowClock clock = this.time.clock("windows", 0);
		clock.expectNothing();
		clock.expect(20);
		this.time.mark();
		clock.expect(10);
		this.time.rollback();
		assertThat(clock.expected()).as("lower than need be").isEqualTo(10);
		clock.expectNothing();
		this.time.rollback();
		assertThat(clock.expected()).isEqualTo(WindowClock.UNKNOWN);
		assertThat(clock.due()).isTrue();
	}

	@Test
	void whatIsExpectedIsNotKnownAfterAnAbort() {
		WindowClock clock = this.time.clock("windows", 0);
		clock.expectNothing();
		this.time.mark();
		this.time.reset(0);
		assertThat(clock.due()).isTrue();
	}

}
