package io.millrace.streams.programs;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.TestInputTopic;
import io.millrace.streams.TestOutputTopic;
import io.millrace.streams.TopologyTestDriver;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Joined;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;

/**
 * Joins two tables with caches that may have room for a few rows only. Compiled a second
 * time with the import prefix of Kafka Streams, so it may use only what both have.
 */
public final class FullCacheProgram {

	private static final Duration WAIT = Duration.ofSeconds(1);

	private FullCacheProgram() {
	}

	/**
	 * Puts rows into the tables.
	 * @param batches rows such as {@code Lb2}: the side, the key and what the row has; no
	 * commit comes between those of a batch
	 * @param cache the size of the caches in bytes
	 * @return what the join holds at the end by key, and what the stores answer by side
	 * and key
	 */
	public static Map<String, String> rows(List<String> batches, long cache) {
		Properties settings = new Properties();
		settings.setProperty("application.id", "full-cache");
		settings.setProperty("bootstrap.servers", "none:9092");
		settings.setProperty("state.dir", System.getProperty("java.io.tmpdir") + "/full-cache");
		settings.setProperty("statestore.cache.max.bytes", String.valueOf(cache));
		Map<String, String> rows = new TreeMap<>();
		try (TopologyTestDriver driver = new TopologyTestDriver(topology().build(), settings)) {
			TestInputTopic<String, String> input = driver.createInputTopic("in", new StringSerializer(),
					new StringSerializer());
			TestOutputTopic<String, String> output = driver.createOutputTopic("out", new StringDeserializer(),
					new StringDeserializer());
			long time = 0;
			for (String batch : batches) {
				for (String row : batch.split(" ")) {
					input.pipeInput(row.substring(1, 2), row.charAt(0) + row.substring(2), time++);
				}
				time += WAIT.toMillis();
				input.pipeInput("time", "moves on", time++);
				output.readKeyValuesToList().forEach((row) -> rows.put(row.key, row.value));
			}
			for (String batch : batches) {
				for (String row : batch.split(" ")) {
					String side = row.substring(0, 1);
					KeyValueStore<String, String> store = driver.getKeyValueStore(side);
					rows.put(row.substring(0, 2), store.get(row.substring(1, 2)));
				}
			}
		}
		return rows;
	}

	/**
	 * The driver commits after each record, so records wait for a table that is empty,
	 * and go on together once it is late enough.
	 */
	private static StreamsBuilder topology() {
		StreamsBuilder builder = new StreamsBuilder();
		KTable<String, String> none = builder.table("none",
				Materialized.<String, String>as(Stores.persistentVersionedKeyValueStore("none", Duration.ofMinutes(1)))
					.withKeySerde(Serdes.String())
					.withValueSerde(Serdes.String()));
		KStream<String, String> rows = builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()))
			.leftJoin(none, (row, nothing) -> row,
					Joined.with(Serdes.String(), Serdes.String(), Serdes.String(), "waiting", WAIT));
		table(rows, "L").join(table(rows, "R"), (left, right) -> left + " " + right)
			.toStream()
			.to("out", Produced.with(Serdes.String(), Serdes.String()));
		return builder;
	}

	private static KTable<String, String> table(KStream<String, String> rows, String side) {
		return rows.filter((key, row) -> row.startsWith(side))
			.toTable(Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as(side)
				.withKeySerde(Serdes.String())
				.withValueSerde(Serdes.String())
				.withStoreType(Materialized.StoreType.IN_MEMORY));
	}

}
