package io.millrace.streams.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import io.millrace.streams.faults.Fault.Kind;

/**
 * Decides what comes next, by a seed alone: the same seed gives the same faults. Kills at
 * points are dealt from a shuffled deck, so that each point gets its turn. Asked by
 * {@link FaultRun} once a round.
 */
final class FaultSchedule {

	private static final int DELAY_MILLIS = 400;

	private final Random random;

	private final List<FaultPoint> deck = new ArrayList<>();

	FaultSchedule(long seed) {
		this.random = new Random(seed);
	}

	/**
	 * Chooses the next fault.
	 * @param members how many processes run
	 * @param mostMembers how many may run at once
	 */
	Fault next(int members, int mostMembers) {
		int member = this.random.nextInt(members);
		int passes = this.random.nextInt(2);
		int delay = this.random.nextInt(DELAY_MILLIS);
		Kind kind = kind(this.random.nextInt(100), members, mostMembers);
		FaultPoint point = (kind == Kind.KILL_AT_POINT) ? draw() : null;
		return new Fault(kind, point, member, passes, delay);
	}

	private static Kind kind(int percent, int members, int mostMembers) {
		if (percent < 68) {
			return Kind.KILL_AT_POINT;
		}
		if (percent < 78) {
			return Kind.KILL;
		}
		if (percent < 83) {
			return Kind.STOP;
		}
		if (percent < 87) {
			return Kind.PAUSE;
		}
		if (percent < 95) {
			return (members < mostMembers) ? Kind.ADD_MEMBER : Kind.REMOVE_MEMBER;
		}
		return (percent < 98) ? Kind.RESTART_BROKER : Kind.KILL_BROKER;
	}

	private FaultPoint draw() {
		if (this.deck.isEmpty()) {
			this.deck.addAll(List.of(FaultPoint.values()));
		}
		return this.deck.remove(this.random.nextInt(this.deck.size()));
	}

}
