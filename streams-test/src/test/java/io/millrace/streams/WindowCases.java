package io.millrace.streams;

import java.util.List;

import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.KGroupedStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.kstream.Windowed;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/**
 * One program with windows from the topic {@code in} to the topic {@code out}, and small
 * inputs for it. Windows in milliseconds; outputs as
 * {@code key[start,end]=value@timestamp}.
 */
abstract class WindowCases extends SmallCases {

	final KGroupedStream<String, String> groups() {
		return this.builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()))
			.groupByKey(Grouped.with(Serdes.String(), Serdes.String()));
	}

	static void show(KTable<Windowed<String>, ?> table) {
		table.toStream((key, value) -> key.key() + "[" + key.window().start() + "," + key.window().end() + "]")
			.mapValues((value) -> String.valueOf(value))
			.to("out", Produced.with(Serdes.String(), Serdes.String()));
	}

	static List<String> pipe(TopologyTestDriver driver, String key, long... times) {
		return pipe(driver, key, "v", times);
	}

	static List<String> pipe(TopologyTestDriver driver, String key, @Nullable String value, long... times) {
		TestInputTopic<@Nullable String, @Nullable String> in = pipe(driver, "in");
		for (long time : times) {
			in.pipeInput(key, value, time);
		}
		return outputs(driver);
	}

}
