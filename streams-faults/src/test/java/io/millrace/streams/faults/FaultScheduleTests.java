package io.millrace.streams.faults;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import io.millrace.streams.faults.Fault.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class FaultScheduleTests {

	@Test
	void aSeedRepeatsItsFaults() {
		assertThat(faults(7, 100)).isEqualTo(faults(7, 100));
		assertThat(faults(7, 100)).isNotEqualTo(faults(8, 100));
	}

	@Test
	void eachFaultGetsItsTurn() {
		Set<String> names = new TreeSet<>();
		faults(1, 32).forEach((fault) -> names.add(fault.name()));
		for (FaultPoint point : FaultPoint.values()) {
			assertThat(names).contains(point.name());
		}
		EnumSet.complementOf(EnumSet.of(Kind.KILL_AT_POINT)).forEach((kind) -> assertThat(names).contains(kind.name()));
	}

	@Test
	void neitherTheLastMemberLeavesNorOneTooManyJoins() {
		FaultSchedule schedule = new FaultSchedule(3, Set.of());
		int members = 1;
		for (int i = 0; i < 1000; i++) {
			Fault fault = schedule.next(members, 2);
			assertThat(fault.member()).isBetween(0, members - 1);
			members += (fault.kind() == Kind.ADD_MEMBER) ? 1 : 0;
			members -= (fault.kind() == Kind.REMOVE_MEMBER) ? 1 : 0;
			assertThat(members).isBetween(1, 2);
		}
	}

	@Test
	void aSingleMemberStaysSo() {
		FaultSchedule schedule = new FaultSchedule(3, Set.of());
		for (int i = 0; i < 200; i++) {
			assertThat(schedule.next(1, 1).kind()).isNotIn(Kind.ADD_MEMBER, Kind.REMOVE_MEMBER);
		}
	}

	@Test
	void onlyThoseComeThatAreAskedFor() {
		FaultSchedule schedule = new FaultSchedule(3, Set.of("PAUSE", "AFTER_COMMIT"));
		Set<String> names = new TreeSet<>();
		for (int i = 0; i < 20; i++) {
			names.add(schedule.next(1, 2).name());
		}
		assertThat(names).containsExactly("AFTER_COMMIT", "PAUSE");
	}

	@Test
	void aFaultThatIsNotThereCannotBeAskedFor() {
		FaultSchedule schedule = new FaultSchedule(3, Set.of("PAUSE", "FLOOD"));
		assertThatIllegalArgumentException().isThrownBy(() -> schedule.next(1, 2)).withMessageContaining("FLOOD");
	}

	private static List<Fault> faults(long seed, int count) {
		FaultSchedule schedule = new FaultSchedule(seed, Set.of());
		List<Fault> faults = new ArrayList<>();
		int members = 1;
		for (int i = 0; i < count; i++) {
			Fault fault = schedule.next(members, 2);
			members += (fault.kind() == Kind.ADD_MEMBER) ? 1 : 0;
			members -= (fault.kind() == Kind.REMOVE_MEMBER) ? 1 : 0;
			faults.add(fault);
		}
		return faults;
	}

}
