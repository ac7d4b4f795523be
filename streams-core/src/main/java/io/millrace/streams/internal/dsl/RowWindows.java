package io.millrace.streams.internal.dsl;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * The windows of a windowed table's rows, as a later suppression has to know them.
 *
 * @param clocks the names of the clocks that say which windows are closed: all have to
 * say so; none if that is the clock of the aggregation itself or, in what {@link #before}
 * finds, if it isn't in the same task
 * @param grace how long after its end a window takes records, in milliseconds
 * @param beyondEnd how far behind what a window gives as its end no record can be added
 * any more, in milliseconds, without the grace period
 * @param idleMillis after how much silence windows are closed by the wall clock, 0 for
 * never
 * @param rowSerde makes the serde of the rows' keys of that of the keys
 */
record RowWindows(List<String> clocks, long grace, long beyondEnd, long idleMillis, UnaryOperator<Serde<?>> rowSerde) {

	/**
	 * Finds the windows that the rows behind a step have. If they come together from
	 * several aggregations, a window is closed once it is for all of them.
	 * @return the windows, or null if there are none
	 */
	static @Nullable RowWindows before(Step step) {
		RowWindows found = null;
		Set<Step> seen = new HashSet<>();
		Deque<Step> waiting = new ArrayDeque<>();
		waiting.add(step);
		boolean sameTask = true;
		while (!waiting.isEmpty()) {
			Step next = waiting.remove();
			if (!seen.add(next)) {
				continue;
			}
			sameTask &= !(next instanceof RepartitionStep || next instanceof Step.Through);
			RowWindows windows = (next instanceof Step.Table table) ? table.windows() : null;
			if (windows == null) {
				waiting.addAll(next.parents());
			}
			else {
				RowWindows own = windows.clocks.isEmpty() ? windows.by(List.of(next.output())) : windows;
				found = (found != null) ? found.and(own) : own;
			}
		}
		// Silence in another task says nothing here, and keys that come through a topic
		// may be others by now.
		return (found == null || sameTask) ? found
				: new RowWindows(List.of(), found.grace, found.beyondEnd, 0, UnaryOperator.identity());
	}

	private RowWindows by(List<String> names) {
		return new RowWindows(names, this.grace, this.beyondEnd, this.idleMillis, this.rowSerde);
	}

	private RowWindows and(RowWindows other) {
		List<String> all = new ArrayList<>(this.clocks);
		all.addAll(other.clocks);
		return new RowWindows(List.copyOf(all), Math.max(this.grace, other.grace),
				Math.max(this.beyondEnd, other.beyondEnd), Math.max(this.idleMillis, other.idleMillis), this.rowSerde);
	}

}
