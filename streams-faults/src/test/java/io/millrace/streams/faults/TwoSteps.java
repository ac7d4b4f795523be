package io.millrace.streams.faults;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.Topology;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Keeps a sum by account in one subtopology and, from its changes, the history of each
 * region in a second one: text that shows the order of its parts. All accounts of a
 * region are in one partition, so the order is one.
 */
final class TwoSteps {

	private static final int REGIONS = 10;

	private static final int ACCOUNTS = 40;

	private TwoSteps() {
	}

	public static void main(String[] args) {
		FaultSubject.run(topology(args[1]), Settings.of(args));
	}

	private static Topology topology(String name) {
		StreamsBuilder builder = new StreamsBuilder();
		builder.stream(name + "-in", Consumed.with(Serdes.String(), Serdes.String()))
			.groupByKey(Grouped.with("by-account", Serdes.String(), Serdes.String()))
			.aggregate(() -> 0L, (account, amount, sum) -> sum + Long.parseLong(amount),
					Materialized.<String, Long>as(io.millrace.streams.state.Stores.persistentKeyValueStore("sums"))
						.withKeySerde(Serdes.String())
						.withValueSerde(Serdes.Long()))
			.toStream()
			.map((account, sum) -> io.millrace.streams.KeyValue.pair(region(account), account + ":" + sum))
			.groupByKey(Grouped.with("by-region", Serdes.String(), Serdes.String()))
			.aggregate(() -> "0", (region, change, history) -> next(history, change),
					Materialized.<String, String>as(io.millrace.streams.state.Stores.persistentKeyValueStore("regions"))
						.withKeySerde(Serdes.String())
						.withValueSerde(Serdes.String()))
			.toStream()
			.to(name + "-out", Produced.with(Serdes.String(), Serdes.String()));
		return builder.build();
	}

	private static String region(String account) {
		return "region-" + Integer.parseInt(account.substring("account-".length())) % REGIONS;
	}

	/**
	 * Depends on all changes before and on their order.
	 */
	private static String next(String history, String change) {
		long before = Long.parseLong(history.substring(0, (history + " ").indexOf(' ')));
		return (31 * before + change.hashCode()) + " " + change;
	}

	static InputGenerator inputs(String name, int partitions) {
		return (random, number) -> {
			int account = random.nextInt(ACCOUNTS);
			return new Input(name + "-in", (account % REGIONS) % partitions, Settings.START + number,
					("account-" + account).getBytes(StandardCharsets.UTF_8),
					String.valueOf(random.nextInt(100)).getBytes(StandardCharsets.UTF_8));
		};
	}

	/**
	 * The same with two maps.
	 */
	static final class Model implements ReferenceModel {

		private final String output;

		private final Map<String, Long> sums = new HashMap<>();

		private final Map<String, String> regions = new HashMap<>();

		Model(String name) {
			this.output = name + "-out";
		}

		@Override
		public void process(Input input, Consumer<Output> outputs) {
			String account = new String(input.key(), StandardCharsets.UTF_8);
			long amount = Long.parseLong(new String(input.value(), StandardCharsets.UTF_8));
			long sum = this.sums.merge(account, amount, Long::sum);
			String region = region(account);
			String history = next(this.regions.getOrDefault(region, "0"), account + ":" + sum);
			this.regions.put(region, history);
			outputs.accept(new Output(this.output, region, history));
		}

		@Override
		public Map<String, Map<String, String>> stores() {
			Map<String, String> entries = new HashMap<>();
			this.sums.forEach((account, sum) -> entries.put(account, String.valueOf(sum)));
			return Map.of("sums", entries, "regions", Map.copyOf(this.regions));
		}

	}

}
