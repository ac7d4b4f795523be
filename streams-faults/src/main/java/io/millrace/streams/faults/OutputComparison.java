package io.millrace.streams.faults;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Compares what was committed with what should be: for each topic and key the same values
 * in the same order, or some of them and the last one, where an application forwards
 * several updates as one. Fed by {@link FaultRun} with both sides as they come.
 */
final class OutputComparison {

	private final Map<Place, Sequence> sequences = new HashMap<>();

	private final Updates updates;

	/**
	 * Makes a comparison.
	 * @param updates which of the expected values have to be there
	 */
	OutputComparison(Updates updates) {
		this.updates = updates;
	}

	void expect(Output output) {
		sequence(output).expected.add(output.value());
	}

	void committed(Output output) {
		sequence(output).committed.add(output.value());
	}

	private Sequence sequence(Output output) {
		return this.sequences.computeIfAbsent(new Place(output.topic(), output.key()),
				(place) -> new Sequence(this.updates));
	}

	/**
	 * Whether everything that is expected was committed, however often.
	 */
	boolean complete(boolean exactlyOnce) {
		return this.sequences.values().stream().allMatch((sequence) -> sequence.lost(exactlyOnce) == 0);
	}

	/**
	 * How many outputs that are expected were not committed. At least once: how many keys
	 * don't have their last value, or one that repetition made greater.
	 */
	long lost(boolean exactlyOnce) {
		return this.sequences.values().stream().mapToLong((sequence) -> sequence.lost(exactlyOnce)).sum();
	}

	/**
	 * How many outputs were committed that are not expected, or more often.
	 */
	long doubled() {
		return this.sequences.values().stream().mapToLong(Sequence::doubled).sum();
	}

	/**
	 * How many keys have what they should have, but in another order.
	 */
	long disordered() {
		return this.sequences.values().stream().filter(Sequence::disordered).count();
	}

	/**
	 * Some keys that differ, in words; for tests' own data.
	 */
	List<String> differences(boolean exactlyOnce) {
		List<String> differences = new ArrayList<>();
		this.sequences.forEach((place, sequence) -> {
			boolean differs = sequence.lost(exactlyOnce) > 0
					|| (exactlyOnce && (sequence.doubled() > 0 || sequence.disordered()));
			if (differs && differences.size() < 5) {
				differences.add(place + " expected " + tail(sequence.expected) + " but committed were "
						+ tail(sequence.committed));
			}
		});
		return differences;
	}

	private static String tail(List<?> values) {
		int from = Math.max(0, values.size() - 40);
		return ((from > 0) ? "… " : "") + values.subList(from, values.size());
	}

	private record Place(String topic, @Nullable Object key) {
	}

	private static final class Sequence {

		private final List<@Nullable Object> expected = new ArrayList<>();

		private final List<@Nullable Object> committed = new ArrayList<>();

		private final Updates updates;

		private Sequence(Updates updates) {
			this.updates = updates;
		}

		long lost(boolean exactlyOnce) {
			if (!exactlyOnce) {
				return lastReached() ? 0 : 1;
			}
			if (this.updates != Updates.EVERY) {
				return lastCommitted() ? 0 : 1;
			}
			return surplus(this.expected, this.committed);
		}

		private boolean lastCommitted() {
			int last = this.expected.size() - 1;
			if (this.committed.isEmpty()) {
				// What is deleted before it was ever seen needs no delete.
				return last < 0 || (this.updates == Updates.LAST && this.expected.get(last) == null);
			}
			return last < 0 || Objects.equals(this.expected.get(last), this.committed.get(this.committed.size() - 1));
		}

		long doubled() {
			return (this.updates != Updates.LAST) ? surplus(this.committed, this.expected) : 0;
		}

		boolean disordered() {
			if (this.updates == Updates.LAST) {
				return false;
			}
			if (this.updates == Updates.SOME) {
				return doubled() == 0 && !inOrder();
			}
			return !this.expected.equals(this.committed) && surplus(this.expected, this.committed) == 0
					&& surplus(this.committed, this.expected) == 0;
		}

		/**
		 * Whether what was committed is what is expected, apart from some left out.
		 */
		private boolean inOrder() {
			int found = 0;
			for (@Nullable
			Object value : this.expected) {
				if (found < this.committed.size() && Objects.equals(value, this.committed.get(found))) {
					found++;
				}
			}
			return found == this.committed.size();
		}

		private static long surplus(List<@Nullable Object> of, List<@Nullable Object> over) {
			if (of.equals(over)) {
				return 0;
			}
			Map<@Nullable Object, Integer> counts = new HashMap<>();
			of.forEach((value) -> counts.merge(value, 1, Integer::sum));
			over.forEach((value) -> counts.merge(value, -1, Integer::sum));
			return counts.values().stream().filter((count) -> count > 0).mapToLong(Integer::longValue).sum();
		}

		@SuppressWarnings("unchecked")
		private boolean lastReached() {
			if (this.expected.isEmpty()) {
				return true;
			}
			Object last = this.expected.get(this.expected.size() - 1);
			if (last instanceof Comparable<?> comparable) {
				return this.committed.stream()
					.anyMatch((value) -> value != null && ((Comparable<Object>) comparable).compareTo(value) <= 0);
			}
			return this.committed.stream().anyMatch((value) -> Objects.equals(value, last));
		}

	}

}
