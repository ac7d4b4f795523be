package io.millrace.streams.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.millrace.streams.faults.Fault.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Decides what comes next, by a seed alone: the same seed gives the same faults. They are
 * dealt from a deck that is shuffled again when it's used up, so that each gets its turn
 * in about the same number of rounds. Asked by {@link FaultRun} once a round.
 */
final class FaultSchedule {

	private static final int DELAY_MILLIS = 400;

	private static final int KILLS_AT_EACH_POINT = 3;

	private final Random random;

	private final Set<String> only;

	private final List<Card> deck = new ArrayList<>();

	/**
	 * Makes a schedule.
	 * @param only the names of the faults that may come; empty for all
	 */
	FaultSchedule(long seed, Set<String> only) {
		this.random = new Random(seed);
		this.only = Set.copyOf(only);
	}

	/**
	 * Chooses the next fault.
	 * @param members how many processes run
	 * @param mostMembers how many may run at once
	 */
	Fault next(int members, int mostMembers) {
		if (this.deck.isEmpty()) {
			fill(mostMembers > 1);
		}
		Card card = this.deck.remove(this.random.nextInt(this.deck.size()));
		Kind kind = card.kind();
		if (kind == Kind.ADD_MEMBER && members == mostMembers) {
			kind = Kind.REMOVE_MEMBER;
		}
		else if (kind == Kind.REMOVE_MEMBER && members == 1) {
			kind = Kind.ADD_MEMBER;
		}
		return new Fault(kind, card.point(), this.random.nextInt(members), this.random.nextInt(2),
				this.random.nextInt(DELAY_MILLIS));
	}

	private void fill(boolean severalMembers) {
		for (FaultPoint point : FaultPoint.values()) {
			for (int i = 0; i < KILLS_AT_EACH_POINT; i++) {
				this.deck.add(new Card(Kind.KILL_AT_POINT, point));
			}
		}
		List<Kind> others = new ArrayList<>(List.of(Kind.KILL, Kind.KILL, Kind.KILL, Kind.STOP, Kind.STOP, Kind.PAUSE,
				Kind.RESTART_BROKER, Kind.KILL_BROKER));
		if (severalMembers) {
			others.addAll(List.of(Kind.ADD_MEMBER, Kind.REMOVE_MEMBER, Kind.ADD_MEMBER));
		}
		others.forEach((kind) -> this.deck.add(new Card(kind, null)));
		if (!this.only.isEmpty()) {
			Set<String> names = this.deck.stream().map(Card::name).collect(Collectors.toCollection(TreeSet::new));
			this.deck.removeIf((card) -> !this.only.contains(card.name()));
			if (!names.containsAll(this.only)) {
				throw new IllegalArgumentException("There are the faults " + names + ", and not all of " + this.only);
			}
		}
	}

	private record Card(Kind kind, @Nullable FaultPoint point) {

		String name() {
			return (this.point != null) ? this.point.name() : this.kind.name();
		}

	}

}
