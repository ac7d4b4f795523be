package io.millrace.streams.internal.task;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

import io.millrace.streams.internal.operator.ClockName;
import io.millrace.streams.internal.operator.WindowClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StreamTimeTests {

	private final StreamTime time = new StreamTime();

	private static WindowClock clock(StreamTime time, String operator, long grace) {
		return time.clock(ClockName.of(operator, operator + "-store"), grace, () -> StreamTime.UNKNOWN);
	}

	@Test
	void neverGoesBackWithARecord() {
		this.time.observe(10);
		this.time.observe(5);
		assertThat(this.time.now()).isEqualTo(10);
	}

	@Test
	void whatAWindowOperatorHasSeenSurvivesARestart() {
		WindowClock clock = clock(this.time, "windows", 5);
		clock.observe(100);
		StreamTime restarted = new StreamTime();
		restarted.restore(CommitMetadata.decode(this.time.metadata(120)));
		assertThat(clock(restarted, "windows", 5).now()).isEqualTo(100);
		assertThat(clock(restarted, "windows", 5).closed(95)).isTrue();
		assertThat(clock(restarted, "windows", 5).closed(96)).isFalse();
		assertThat(clock(restarted, "others", 5).now()).isEqualTo(StreamTime.UNKNOWN);
	}

	@Test
	void aClockBelongsToItsStoreWhateverTheOperatorIsCalled() {
		this.time.clock(ClockName.of("before", "counts"), 0, () -> StreamTime.UNKNOWN).observe(100);
		StreamTime restarted = new StreamTime();
		restarted.restore(CommitMetadata.decode(this.time.metadata(120)));
		assertThat(restarted.clock(ClockName.of("after", "counts"), 0, () -> 90).now()).isEqualTo(100);
		assertThat(restarted.clock(ClockName.of("before", "others"), 0, () -> StreamTime.UNKNOWN).now())
			.isEqualTo(StreamTime.UNKNOWN);
	}

	@Test
	void aClockThatWasNotCommittedGoesOnFromWhatItsStoreHasSeen() {
		assertThat(this.time.clock(ClockName.of("windows", "counts"), 0, () -> 70).now()).isEqualTo(70);
		assertThat(this.time.movedSinceCommit()).isFalse();
		this.time.reset(0);
		assertThat(this.time.clock(ClockName.of("windows", "counts"), 0, () -> 70).now()).isEqualTo(70);
	}

	@Test
	void whatSilenceDoesNotMoveIsKeptBeside() {
		ClockName name = ClockName.of("windows", "counts");
		ClockName ofRecords = new ClockName("windows", List.of("counts"), true);
		this.time.clock(name, 0, () -> StreamTime.UNKNOWN).observe(200);
		this.time.clock(ofRecords, 0, () -> StreamTime.UNKNOWN).observe(100);
		StreamTime restarted = new StreamTime();
		restarted.restore(CommitMetadata.decode(this.time.metadata(100)));
		assertThat(restarted.clock(name, 0, () -> StreamTime.UNKNOWN).now()).isEqualTo(200);
		assertThat(restarted.clock(ofRecords, 0, () -> StreamTime.UNKNOWN).now()).isEqualTo(100);
	}

	@Test
	void timesThatWereCommittedUnderTheNamesOfOperatorsAreFound() {
		byte[] named = ByteBuffer.allocate(9 + 4 + 4 + 7 + 8)
			.put((byte) 2)
			.putLong(120)
			.putInt(1)
			.putInt(7)
			.put("windows".getBytes(StandardCharsets.UTF_8))
			.putLong(100)
			.array();
		this.time.restore(CommitMetadata.decode(Base64.getEncoder().encodeToString(named)));
		assertThat(this.time.clock(ClockName.of("windows", "counts"), 0, () -> 70).now()).isEqualTo(100);
	}

	@Test
	void theLatestCommitOfAnyPartitionCounts() {
		WindowClock clock = clock(this.time, "windows", 0);
		clock.observe(100);
		String ofTheOnePartition = this.time.metadata(100);
		clock.observe(200);
		String ofTheOther = this.time.metadata(200);
		StreamTime restarted = new StreamTime();
		restarted.restore(CommitMetadata.decode(ofTheOther));
		restarted.restore(CommitMetadata.decode(ofTheOnePartition));
		assertThat(clock(restarted, "windows", 0).now()).isEqualTo(200);
	}

	@Test
	void anAbortAfterARestartGoesBackToWhatWasRestored() {
		clock(this.time, "windows", 0).observe(100);
		StreamTime restarted = new StreamTime();
		restarted.restore(CommitMetadata.decode(this.time.metadata(100)));
		WindowClock clock = clock(restarted, "windows", 0);
		clock.observe(300);
		restarted.mark();
		restarted.reset(100);
		assertThat(clock.now()).isEqualTo(100);
	}

	@Test
	void aRecordThatFailsMovesNoWindow() {
		WindowClock clock = clock(this.time, "windows", 0);
		clock.observe(100);
		this.time.mark();
		clock.observe(300);
		this.time.rollback();
		assertThat(clock.now()).isEqualTo(100);
	}

	@Test
	void theLowestOfTheEndsThatAreExpectedIsDueFirst() {
		WindowClock clock = clock(this.time, "windows", 5);
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
		WindowClock clock = clock(this.time, "windows", 0);
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
		WindowClock clock = clock(this.time, "windows", 0);
		clock.expectNothing();
		this.time.mark();
		this.time.reset(0);
		assertThat(clock.due()).isTrue();
	}

}
