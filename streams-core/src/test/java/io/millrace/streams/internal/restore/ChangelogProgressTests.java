package io.millrace.streams.internal.restore;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

import io.millrace.streams.internal.restore.ChangelogProgress.Decision;
import io.millrace.streams.internal.restore.ChangelogProgress.State;
import io.millrace.streams.internal.task.Changelog;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ChangelogProgressTests {

	private static final TopicPartition PARTITION = new TopicPartition("changelog", 0);

	@ParameterizedTest
	@CsvSource(textBlock = """
			# local, limit, earliest, latest, decision,   from, to
			,        ,      0,        0,      DONE,       0,    0
			,        ,      0,        10,     READ,       0,    10
			,        ,      4,        10,     READ,       4,    10
			,        ,      10,       10,     DONE,       10,   10
			0,       ,      0,        10,     READ,       0,    10
			7,       ,      4,        10,     READ,       7,    10
			4,       ,      4,        10,     READ,       4,    10
			10,      ,      4,        10,     DONE,       10,   10
			3,       ,      4,        10,     START_OVER, -1,   -1
			11,      ,      4,        10,     START_OVER, -1,   -1
			1,       ,      0,        0,      START_OVER, -1,   -1
			,        6,     0,        10,     READ,       0,    6
			,        0,     0,        10,     DONE,       0,    0
			6,       6,     0,        10,     DONE,       6,    6
			8,       6,     0,        10,     DONE,       8,    6
			,        20,    0,        10,     READ,       0,    10
			""")
	void decidesWhereToStartAndStop(Long local, Long limit, long earliest, long latest, Decision decision, long from,
			long to) {
		ChangelogProgress progress = progress(optional(local), optional(limit));
		assertThat(progress.state()).isEqualTo(State.UNLOCATED);
		assertThat(progress.remaining()).isEqualTo(-1);
		assertThat(progress.located(earliest, latest, null, 0)).isEqualTo(decision);
		assertThat(progress.state()).isEqualTo(switch (decision) {
			case READ -> State.READING;
			case DONE -> State.DONE;
			case START_OVER, START_OVER_STALE -> State.UNLOCATED;
		});
		assertThat(progress.position()).isEqualTo(from);
		assertThat(progress.target()).isEqualTo(to);
	}

	@Test
	void endsWhenThePositionReachesTheEnd() {
		ChangelogProgress progress = progress(OptionalLong.empty(), OptionalLong.empty());
		progress.located(0, 10, null, 1000);
		assertThat(progress.remaining()).isEqualTo(10);
		assertThat(progress.estimatedMillis(1000)).isEqualTo(-1);
		assertThat(progress.advanced(4, 5)).isFalse();
		assertThat(progress.remaining()).isEqualTo(5);
		assertThat(progress.estimatedMillis(1500)).isEqualTo(500);
		// The last offset may be a transaction marker: no record, but a position.
		assertThat(progress.advanced(0, 10)).isTrue();
		assertThat(progress.state()).isEqualTo(State.DONE);
		assertThat(progress.remaining()).isZero();
		assertThat(progress.estimatedMillis(2000)).isZero();
		assertThat(progress.restored()).isEqualTo(4);
	}

	@Test
	void takesNoRecordsBehindTheEnd() {
		ChangelogProgress progress = progress(OptionalLong.of(2), OptionalLong.empty());
		progress.located(0, 10, null, 0);
		assertThat(progress.advanced(12, 14)).isTrue();
		assertThat(progress.position()).isEqualTo(10);
		assertThat(progress.advanced(1, 20)).isTrue();
		assertThat(progress.restored()).isEqualTo(12);
	}

	/**
	 * A key may have been deleted meanwhile by a record that is gone. The local state may
	 * end before the marker of its last commit.
	 */
	@ParameterizedTest
	@CsvSource(textBlock = """
			# local, written, latest, kept, now,  decision
			5,       1000,    10,     500,  1501, START_OVER_STALE
			5,       1000,    7,      500,  1501, START_OVER_STALE
			5,       1000,    10,     500,  1500, READ
			5,       1000,    6,      500,  1501, READ
			5,       1000,    5,      500,  1501, DONE
			5,       1000,    10,     ,     9999, READ
			5,       ,        10,     500,  9999, READ
			,        1000,    10,     500,  9999, READ
			5,       2000,    10,     500,  1000, READ
			""")
	void stateThatMayHaveMissedDeletesStartsOver(Long local, Long written, long latest, Long kept, long now,
			Decision decision) {
		ChangelogProgress progress = new ChangelogProgress(new Changelog("store", PARTITION, optional(local),
				(written != null) ? Instant.ofEpochMilli(written) : null), OptionalLong.empty());
		assertThat(progress.located(0, latest, (kept != null) ? Duration.ofMillis(kept) : null, now))
			.isEqualTo(decision);
	}

	@Test
	void topicThatKeepsDeletesForeverIsNoReasonToStartOver() {
		ChangelogProgress progress = new ChangelogProgress(
				new Changelog("store", PARTITION, OptionalLong.of(1), Instant.EPOCH), OptionalLong.empty());
		assertThat(progress.located(0, 10, Duration.ofMillis(Long.MAX_VALUE), Long.MAX_VALUE / 2))
			.isEqualTo(Decision.READ);
	}

	private static ChangelogProgress progress(OptionalLong local, OptionalLong limit) {
		return new ChangelogProgress(new Changelog("store", PARTITION, local, null), limit);
	}

	private static OptionalLong optional(Long value) {
		return (value != null) ? OptionalLong.of(value) : OptionalLong.empty();
	}

}
