package io.millrace.streams.internal.restore;

import java.util.OptionalLong;

import io.millrace.streams.internal.restore.ChangelogProgress.Decision;
import io.millrace.streams.internal.restore.ChangelogProgress.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ChangelogProgressTests {

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
		ChangelogProgress progress = new ChangelogProgress(optional(local), optional(limit));
		assertThat(progress.state()).isEqualTo(State.UNLOCATED);
		assertThat(progress.remaining()).isEqualTo(-1);
		assertThat(progress.located(earliest, latest, 0)).isEqualTo(decision);
		assertThat(progress.state()).isEqualTo(switch (decision) {
			case READ -> State.READING;
			case DONE -> State.DONE;
			case START_OVER -> State.UNLOCATED;
		});
		assertThat(progress.position()).isEqualTo(from);
		assertThat(progress.target()).isEqualTo(to);
	}

	@Test
	void endsWhenThePositionReachesTheEnd() {
		ChangelogProgress progress = new ChangelogProgress(OptionalLong.empty(), OptionalLong.empty());
		progress.located(0, 10, 1000);
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
		ChangelogProgress progress = new ChangelogProgress(OptionalLong.of(2), OptionalLong.empty());
		progress.located(0, 10, 0);
		assertThat(progress.advanced(12, 14)).isTrue();
		assertThat(progress.position()).isEqualTo(10);
		assertThat(progress.advanced(1, 20)).isTrue();
		assertThat(progress.restored()).isEqualTo(12);
	}

	private static OptionalLong optional(Long value) {
		return (value != null) ? OptionalLong.of(value) : OptionalLong.empty();
	}

}
