package io.millrace.streams.faults;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.function.Consumer;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.Topology;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Counts words through a repartition topic. Each word comes from any partition; a count
 * doesn't depend on their order.
 */
final class WordCount {

	private static final int WORDS = 50;

	private WordCount() {
	}

	public static void main(String[] args) {
		Properties settings = Settings.of(args);
		FaultSubject.run(topology(args[1]), settings);
	}

	private static Topology topology(String name) {
		StreamsBuilder builder = new StreamsBuilder();
		builder.stream(name + "-in", Consumed.with(Serdes.String(), Serdes.String()))
			.groupBy((key, word) -> word, Grouped.with("by-word", Serdes.String(), Serdes.String()))
			.count(Materialized.as("counts"))
			.toStream()
			.to(name + "-out", Produced.with(Serdes.String(), Serdes.Long()));
		return builder.build();
	}

	static InputGenerator inputs(String name, int partitions) {
		return (random, number) -> input(name, partitions, random, number);
	}

	private static Input input(String name, int partitions, Random random, long number) {
		// Some words come far more often than others.
		int word = Math.min(random.nextInt(WORDS), random.nextInt(WORDS));
		return new Input(name + "-in", random.nextInt(partitions), Settings.START + number, null,
				("word-" + word).getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Counts in a map.
	 */
	static final class Model implements ReferenceModel {

		private final String output;

		private final Map<String, Long> counts = new HashMap<>();

		Model(String name) {
			this.output = name + "-out";
		}

		@Override
		public void process(Input input, Consumer<Output> outputs) {
			String word = new String(input.value(), StandardCharsets.UTF_8);
			outputs.accept(new Output(this.output, word, this.counts.merge(word, 1L, Long::sum)));
		}

		@Override
		public Map<String, Map<String, String>> stores() {
			Map<String, String> entries = new HashMap<>();
			this.counts.forEach((word, count) -> entries.put(word, String.valueOf(count)));
			return Map.of("counts", entries);
		}

	}

}
