package io.millrace.streams.faults;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.Topology;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.EmitStrategy;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.KGroupedStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.Suppressed;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.Windowed;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Counts by key and window of three kinds: tumbling windows behind a suppression, and
 * sessions, each of which gives its final count once, when it closes; hopping windows,
 * which give each update. Inputs are out of order and some too late.
 */
final class Finals {

	private static final int MOST_OUT_OF_ORDER = 9_000;

	private static final long SIZE = 5_000;

	private static final long GRACE = 2_000;

	private static final long GAP = 1_000;

	private static final long ADVANCE = 2_500;

	private Finals() {
	}

	public static void main(String[] args) {
		FaultSubject.run(topology(args[1]), Settings.of(args));
	}

	private static Topology topology(String name) {
		StreamsBuilder builder = new StreamsBuilder();
		KGroupedStream<String, String> grouped = builder
			.stream(name + "-in", Consumed.with(Serdes.String(), Serdes.String()))
			.groupByKey(Grouped.with("by-key", Serdes.String(), Serdes.String()));
		KTable<Windowed<String>, Long> tumbling = grouped
			.windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(SIZE), Duration.ofMillis(GRACE)))
			.count(Named.as("tumbling"), Materialized.as("tumbling"))
			.suppress(Suppressed.untilWindowCloses(Suppressed.BufferConfig.unbounded()).withName("final"));
		KTable<Windowed<String>, Long> sessions = grouped
			.windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(GAP), Duration.ofMillis(GRACE)))
			.emitStrategy(EmitStrategy.onWindowClose())
			.count(Named.as("sessions"), Materialized.as("sessions"));
		KTable<Windowed<String>, Long> hopping = grouped
			.windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(SIZE), Duration.ofMillis(GRACE))
				.advanceBy(Duration.ofMillis(ADVANCE)))
			.count(Named.as("hopping"), Materialized.as("hopping"));
		send(tumbling, name + "-tumbling");
		send(sessions, name + "-sessions");
		send(hopping, name + "-hopping");
		return builder.build();
	}

	private static void send(KTable<Windowed<String>, Long> counts, String topic) {
		counts.toStream(
				(windowed, count) -> WindowText.of(windowed.key(), windowed.window().start(), windowed.window().end()))
			.to(topic, Produced.with(Serdes.String(), Serdes.Long()));
	}

	static InputGenerator inputs(String name, int partitions) {
		return InputsOutOfOrder.of(name + "-in", partitions, MOST_OUT_OF_ORDER, (random, number) -> "x");
	}

	/**
	 * The same with a stream time a partition, and lists of windows.
	 */
	static final class Model implements ReferenceModel {

		private final String name;

		private final Map<Integer, Partition> partitions = new HashMap<>();

		Model(String name) {
			this.name = name;
		}

		@Override
		public void process(Input input, Consumer<Output> outputs) {
			this.partitions.computeIfAbsent(input.partition(), (number) -> new Partition())
				.process(new String(input.key(), StandardCharsets.UTF_8), input.timestamp(), outputs);
		}

		private final class Partition {

			private long streamTime;

			private final Map<String, Map<Long, Long>> tumbling = new TreeMap<>();

			private final Map<String, Map<Long, Long>> hopping = new TreeMap<>();

			private final Map<String, List<Session>> sessions = new TreeMap<>();

			void process(String key, long time, Consumer<Output> outputs) {
				this.streamTime = Math.max(this.streamTime, time);
				count(this.tumbling, key, time - time % SIZE);
				long latest = time - time % ADVANCE;
				hop(key, latest - ADVANCE, time, outputs);
				hop(key, latest, time, outputs);
				addToSession(key, time);
				giveFinals(outputs);
			}

			private long count(Map<String, Map<Long, Long>> counts, String key, long start) {
				return (start + SIZE + GRACE <= this.streamTime) ? 0
						: counts.computeIfAbsent(key, (any) -> new TreeMap<>()).merge(start, 1L, Long::sum);
			}

			private void hop(String key, long start, long time, Consumer<Output> outputs) {
				if (time < start + SIZE) {
					long count = count(this.hopping, key, start);
					if (count > 0) {
						outputs.accept(new Output(Model.this.name + "-hopping", WindowText.of(key, start, start + SIZE),
								count));
					}
				}
			}

			private void addToSession(String key, long time) {
				List<Session> open = this.sessions.computeIfAbsent(key, (any) -> new ArrayList<>());
				Session session = new Session(time, time, 1);
				List<Session> joined = new ArrayList<>();
				for (Session other : open) {
					if (other.start() <= time + GAP && other.end() >= time - GAP) {
						session = session.with(other);
						joined.add(other);
					}
				}
				if (!closed(session)) {
					open.removeAll(joined);
					open.add(session);
				}
			}

			private boolean closed(Session session) {
				return session.end() + GAP + GRACE < this.streamTime;
			}

			private void giveFinals(Consumer<Output> outputs) {
				this.tumbling.forEach((key, counts) -> {
					for (Iterator<Map.Entry<Long, Long>> all = counts.entrySet().iterator(); all.hasNext();) {
						Map.Entry<Long, Long> window = all.next();
						long end = window.getKey() + SIZE;
						if (end + GRACE <= this.streamTime) {
							outputs.accept(new Output(Model.this.name + "-tumbling",
									WindowText.of(key, window.getKey(), end), window.getValue()));
							all.remove();
						}
					}
				});
				this.sessions.forEach((key, open) -> open.removeIf((session) -> {
					if (closed(session)) {
						outputs.accept(new Output(Model.this.name + "-sessions",
								WindowText.of(key, session.start(), session.end()), session.count()));
					}
					return closed(session);
				}));
			}

		}

		private record Session(long start, long end, long count) {

			Session with(Session other) {
				return new Session(Math.min(this.start, other.start), Math.max(this.end, other.end),
						this.count + other.count);
			}

		}

	}

}
