package io.millrace.streams.faults;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

import io.millrace.streams.KeyValue;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.Topology;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/**
 * Counts by key and tumbling window. Inputs are out of order and some too late; what is
 * too late depends on stream time, which must outlive any fault.
 */
final class WindowedCount {

	private static final long SIZE = 5_000;

	private static final long GRACE = 2_000;

	/** Short, so that windows expire under all the faults. */
	private static final long RETENTION = 30_000;

	private static final int MOST_OUT_OF_ORDER = 9_000;

	private WindowedCount() {
	}

	public static void main(String[] args) {
		FaultSubject.run(topology(args[1]), Settings.of(args));
	}

	private static Topology topology(String name) {
		StreamsBuilder builder = new StreamsBuilder();
		builder.stream(name + "-in", Consumed.with(Serdes.String(), Serdes.String()))
			.groupByKey(Grouped.with("by-key", Serdes.String(), Serdes.String()))
			.windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(SIZE), Duration.ofMillis(GRACE)))
			.count(Materialized.<String, Long, WindowStore<Bytes, byte[]>>as("windows")
				.withRetention(Duration.ofMillis(RETENTION)))
			.toStream()
			.map((windowed, count) -> KeyValue
				.pair(WindowText.of(windowed.key(), windowed.window().start(), windowed.window().end()), count))
			.to(name + "-out", Produced.with(Serdes.String(), Serdes.Long()));
		return builder.build();
	}

	static InputGenerator inputs(String name, int partitions) {
		return InputsOutOfOrder.of(name + "-in", partitions, MOST_OUT_OF_ORDER, (random, number) -> "x");
	}

	/**
	 * The same with a stream time a partition and a map.
	 */
	static final class Model implements ReferenceModel {

		private final String output;

		private final Map<Integer, Long> streamTimes = new HashMap<>();

		private final Map<Integer, Long> latestWindows = new HashMap<>();

		private final Map<Window, Long> counts = new HashMap<>();

		Model(String name) {
			this.output = name + "-out";
		}

		@Override
		public void process(Input input, Consumer<Output> outputs) {
			long streamTime = this.streamTimes.merge(input.partition(), input.timestamp(), Math::max);
			long start = input.timestamp() - input.timestamp() % SIZE;
			if (start + SIZE + GRACE <= streamTime) {
				return;
			}
			this.latestWindows.merge(input.partition(), start, Math::max);
			Window window = new Window(new String(input.key(), StandardCharsets.UTF_8), input.partition(), start);
			long count = this.counts.merge(window, 1L, Long::sum);
			outputs.accept(new Output(this.output, window.text(), count));
		}

		/**
		 * A store goes by the latest window that it was given, not by stream time.
		 */
		@Override
		public Map<String, Map<String, String>> stores() {
			Map<String, String> entries = new HashMap<>();
			this.counts.forEach((window, count) -> {
				if (window.start() > this.latestWindows.getOrDefault(window.partition(), 0L) - RETENTION) {
					entries.put("[" + window.text() + "]", String.valueOf(count));
				}
			});
			return Map.of("windows", entries);
		}

		private record Window(String key, int partition, long start) {

			String text() {
				return WindowText.of(this.key, this.start, this.start + SIZE);
			}

		}

	}

}
