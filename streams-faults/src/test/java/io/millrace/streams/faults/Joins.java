package io.millrace.streams.faults;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

import io.millrace.streams.KeyValue;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.Topology;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.JoinWindows;
import io.millrace.streams.kstream.Joined;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.kstream.StreamJoined;
import io.millrace.streams.state.KeyValueStore;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Joins of streams and tables, all from one topic so that their order is one: the first
 * letter of a value says which stream or table it belongs to. Two streams are joined from
 * both sides, so that what has no match waits in a buffer until its window closes; one of
 * them is joined with a table, and that table with another.
 */
final class Joins {

	/** So little that the join's stores still have whatever may match. */
	private static final int MOST_OUT_OF_ORDER = 2_500;

	private static final long DIFFERENCE = 2_000;

	private static final long GRACE = 1_000;

	private static final String NOTHING = "-";

	private Joins() {
	}

	public static void main(String[] args) {
		FaultSubject.run(topology(args[1]), Settings.of(args));
	}

	private static Topology topology(String name) {
		StreamsBuilder builder = new StreamsBuilder();
		KStream<String, String> all = builder.stream(name + "-in", Consumed.with(Serdes.String(), Serdes.String()));
		KStream<String, String> left = side(all, "L");
		KStream<String, String> right = side(all, "R");
		left.outerJoin(right, Joins::text,
				JoinWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(DIFFERENCE), Duration.ofMillis(GRACE)),
				StreamJoined.with(Serdes.String(), Serdes.String(), Serdes.String()).withStoreName("pairs"))
			.map((key, pair) -> KeyValue.pair(key + ":" + pair, "joined"))
			.to(name + "-pairs", Produced.with(Serdes.String(), Serdes.String()));
		KTable<String, String> table = table(side(all, "T"), "table");
		left.leftJoin(table, Joins::text, Joined.with(Serdes.String(), Serdes.String(), Serdes.String()))
			.to(name + "-enriched", Produced.with(Serdes.String(), Serdes.String()));
		table.outerJoin(table(side(all, "U"), "other"), Joins::text, stored("both"))
			.toStream()
			.to(name + "-tables", Produced.with(Serdes.String(), Serdes.String()));
		return builder.build();
	}

	private static KStream<String, String> side(KStream<String, String> all, String letter) {
		return all.filter((key, value) -> value.startsWith(letter));
	}

	private static KTable<String, String> table(KStream<String, String> changes, String name) {
		return changes.mapValues(Joins::row).toTable(stored(name));
	}

	private static Materialized<String, String, KeyValueStore<Bytes, byte[]>> stored(String name) {
		return Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as(name)
			.withKeySerde(Serdes.String())
			.withValueSerde(Serdes.String());
	}

	/**
	 * The row that a change makes: none, if it is a delete.
	 */
	private static @Nullable String row(String value) {
		return value.endsWith(NOTHING) ? null : value;
	}

	private static String text(@Nullable String left, @Nullable String right) {
		return left + "/" + right;
	}

	static InputGenerator inputs(String name, int partitions) {
		return InputsOutOfOrder.of(name + "-in", partitions, MOST_OUT_OF_ORDER, Joins::value);
	}

	private static String value(Random random, long number) {
		int kind = random.nextInt(8);
		return switch (kind) {
			case 0 -> "T" + number;
			case 1 -> "U" + number;
			case 2 -> ((number % 2 == 0) ? "T" : "U") + NOTHING;
			default -> ((kind % 2 == 0) ? "L" : "R") + number;
		};
	}

	/**
	 * The same with lists and maps.
	 */
	static final class Model implements ReferenceModel {

		private final String name;

		private final Map<Integer, Pairs> pairs = new HashMap<>();

		private final Map<String, String> table = new HashMap<>();

		private final Map<String, String> other = new HashMap<>();

		private final Map<String, String> both = new HashMap<>();

		Model(String name) {
			this.name = name;
		}

		@Override
		public void process(Input input, Consumer<Output> outputs) {
			String key = new String(input.key(), StandardCharsets.UTF_8);
			String value = new String(input.value(), StandardCharsets.UTF_8);
			switch (value.charAt(0)) {
				case 'T' -> change(this.table, key, value, outputs);
				case 'U' -> change(this.other, key, value, outputs);
				default -> {
					if (value.charAt(0) == 'L') {
						outputs.accept(new Output(this.name + "-enriched", key, text(value, this.table.get(key))));
					}
					this.pairs.computeIfAbsent(input.partition(), (any) -> new Pairs())
						.process(new Entry(key, value, input.timestamp()),
								(pair) -> outputs.accept(new Output(this.name + "-pairs", pair, "joined")));
				}
			}
		}

		private void change(Map<String, String> rows, String key, String value, Consumer<Output> outputs) {
			String row = row(value);
			boolean wasThere = (row != null) ? rows.put(key, row) != null : rows.remove(key) != null;
			String joined = (this.table.containsKey(key) || this.other.containsKey(key))
					? text(this.table.get(key), this.other.get(key)) : null;
			if (joined != null) {
				this.both.put(key, joined);
			}
			else {
				this.both.remove(key);
			}
			// The delete of a row that isn't there is no change.
			if (row != null || wasThere) {
				outputs.accept(new Output(this.name + "-tables", key, joined));
			}
		}

		@Override
		public Map<String, Map<String, String>> stores() {
			return Map.of("table", Map.copyOf(this.table), "other", Map.copyOf(this.other), "both",
					Map.copyOf(this.both));
		}

	}

	/**
	 * What one partition's join of the two streams has.
	 */
	private static final class Pairs {

		private final List<Entry> entries = new ArrayList<>();

		private long streamTime;

		void process(Entry entry, Consumer<String> results) {
			this.streamTime = Math.max(this.streamTime, entry.time);
			this.entries.removeIf((old) -> old.time < this.streamTime - 60_000);
			for (Entry waiting : this.entries) {
				if (!waiting.matched && !waiting.done && waiting.time + DIFFERENCE + GRACE < this.streamTime) {
					waiting.done = true;
					results.accept(waiting.alone());
				}
			}
			List<Entry> matches = this.entries.stream().filter(entry::matches).toList();
			if (matches.stream().anyMatch((match) -> match.done)) {
				// Too late for a match: that one's result without any has been given.
				return;
			}
			this.entries.add(entry);
			for (Entry match : matches) {
				match.matched = true;
				entry.matched = true;
				results.accept(entry.with(match));
			}
		}

	}

	private static final class Entry {

		private final String key;

		private final String value;

		private final long time;

		private boolean matched;

		/** Whether the result without a match has been given. */
		private boolean done;

		private Entry(String key, String value, long time) {
			this.key = key;
			this.value = value;
			this.time = time;
		}

		private boolean left() {
			return this.value.startsWith("L");
		}

		private boolean matches(Entry other) {
			return this.key.equals(other.key) && left() != other.left()
					&& Math.abs(this.time - other.time) <= DIFFERENCE;
		}

		private String alone() {
			return this.key + ":" + (left() ? text(this.value, null) : text(null, this.value));
		}

		private String with(Entry other) {
			return this.key + ":" + (left() ? text(this.value, other.value) : text(other.value, this.value));
		}

	}

}
