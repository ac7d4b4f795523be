package io.millrace.streams;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.function.BiFunction;

import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.EmitStrategy;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.KGroupedStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.SlidingWindows;
import io.millrace.streams.kstream.Suppressed;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.Windowed;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Final results are the last updates of all windows, each once, for random input that
 * comes out of order, be they given by the aggregation itself or by a suppression.
 */
class FinalResultTests {

	private static final int RUNS = 20;

	private static final int RECORDS = 80;

	@ParameterizedTest
	@EnumSource
	void areTheLastUpdatesOfAllWindows(Kind kind) {
		for (int seed = 0; seed < RUNS; seed++) {
			List<String> updates = run(kind, seed, Finals.NONE);
			Map<String, String> last = new LinkedHashMap<>();
			for (String update : updates) {
				String[] parts = update.split("=", 2);
				last.put(parts[0], parts[1]);
			}
			last.values().removeIf((value) -> value.startsWith("null"));
			last.keySet().removeIf((key) -> key.startsWith("end"));
			for (Finals finals : List.of(Finals.ON_CLOSE, Finals.SUPPRESSED)) {
				List<String> results = run(kind, seed, finals);
				Map<String, String> given = new LinkedHashMap<>();
				for (String result : results) {
					String[] parts = result.split("=", 2);
					assertThat(given.put(parts[0], parts[1])).as("second result of %s, seed %d", parts[0], seed)
						.isNull();
				}
				assertThat(given).as("%s, seed %d", finals, seed).containsExactlyInAnyOrderEntriesOf(last);
			}
		}
	}

	private static List<String> run(Kind kind, int seed, Finals finals) {
		StreamsBuilder builder = new StreamsBuilder();
		KGroupedStream<String, String> groups = builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()))
			.groupByKey(Grouped.with(Serdes.String(), Serdes.String()));
		KTable<Windowed<String>, Long> table = kind.counts.apply(groups,
				(finals == Finals.ON_CLOSE) ? EmitStrategy.onWindowClose() : EmitStrategy.onWindowUpdate());
		if (finals == Finals.SUPPRESSED) {
			table = table.suppress(Suppressed.untilWindowCloses(Suppressed.BufferConfig.unbounded()));
		}
		table.toStream((key, value) -> key.key() + "[" + key.window().start() + "," + key.window().end() + "]")
			.mapValues((value) -> String.valueOf(value))
			.to("out", Produced.with(Serdes.String(), Serdes.String()));
		List<String> outputs = new ArrayList<>();
		Random random = new Random(seed);
		try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), new Properties())) {
			TestInputTopic<String, String> in = driver.createInputTopic("in", new StringSerializer(),
					new StringSerializer());
			long time = 0;
			for (int index = 0; index < RECORDS; index++) {
				time += (random.nextInt(10) == 0) ? random.nextInt(100) : random.nextInt(4);
				in.pipeInput(List.of("a", "b", "c").get(random.nextInt(3)), "v",
						Math.max(0, time - random.nextInt(12)));
			}
			in.pipeInput("end", "v", time + 10_000);
			driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
				.readRecordsToList()
				.forEach((record) -> outputs.add(record.key() + "=" + record.value() + "@" + record.timestamp()));
		}
		return outputs;
	}

	private enum Finals {

		NONE, ON_CLOSE, SUPPRESSED

	}

	private enum Kind {

		TUMBLING((groups, strategy) -> groups.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
			.emitStrategy(strategy)
			.count()),
		HOPPING((groups,
				strategy) -> groups.windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(10), Duration.ofMillis(5))
					.advanceBy(Duration.ofMillis(3))).emitStrategy(strategy).count()),
		HOPPING_MANY_AT_ONCE((groups, strategy) -> groups
			.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(260)).advanceBy(Duration.ofMillis(1)))
			.emitStrategy(strategy)
			.count()),
		SLIDING((groups, strategy) -> groups
			.windowedBy(SlidingWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(5)))
			.emitStrategy(strategy)
			.count()),
		SLIDING_WITH_GRACE((groups, strategy) -> groups
			.windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(5), Duration.ofMillis(7)))
			.emitStrategy(strategy)
			.count()),
		SESSION((groups, strategy) -> groups.windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofMillis(5)))
			.emitStrategy(strategy)
			.count()),
		SESSION_WITH_GRACE((groups, strategy) -> groups
			.windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(5), Duration.ofMillis(8)))
			.emitStrategy(strategy)
			.count());

		private final BiFunction<KGroupedStream<String, String>, EmitStrategy, KTable<Windowed<String>, Long>> counts;

		Kind(BiFunction<KGroupedStream<String, String>, EmitStrategy, KTable<Windowed<String>, Long>> counts) {
			this.counts = counts;
		}

	}

}
