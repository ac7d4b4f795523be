package io.millrace.streams.programs;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import io.millrace.programs.ProgramInput;
import io.millrace.programs.ProgramOutput;
import io.millrace.programs.ProgramRunner;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.TestOutputTopic;
import io.millrace.streams.Topology;
import io.millrace.streams.TopologyTestDriver;
import io.millrace.streams.test.TestRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Runs programs with the test driver. Compiled a second time with the import prefix of
 * Kafka Streams, so it may use only what both have.
 */
public final class ProgramRun implements ProgramRunner {

	@Override
	public List<ProgramOutput> results(String programs, String program, List<ProgramInput> inputs, Properties settings)
			throws Exception {
		List<ProgramOutput> outputs = new ArrayList<>();
		Topology topology = topology(programs, program, settings);
		try (TopologyTestDriver driver = new TopologyTestDriver(topology, adapted(settings))) {
			TestOutputTopic<String, String> out = driver.createOutputTopic("out", new StringDeserializer(),
					new StringDeserializer());
			for (ProgramInput input : read(topology, inputs)) {
				pipe(driver, input);
				out.readRecordsToList()
					.forEach((record) -> outputs
						.add(new ProgramOutput(record.key(), record.value(), record.timestamp())));
			}
		}
		return outputs;
	}

	@Override
	public Map<String, Map<String, String>> changelogs(String programs, String program, List<ProgramInput> inputs,
			Properties settings) throws Exception {
		Map<String, Map<String, String>> changelogs = new TreeMap<>();
		Topology topology = topology(programs, program, settings);
		try (TopologyTestDriver driver = new TopologyTestDriver(topology, adapted(settings))) {
			for (ProgramInput input : read(topology, inputs)) {
				pipe(driver, input);
			}
			Set<String> topics = new TreeSet<>(driver.producedTopicNames());
			topics.removeIf((topic) -> !topic.endsWith("-changelog"));
			for (String topic : topics) {
				Map<String, String> changelog = new TreeMap<>();
				driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
					.readRecordsToList()
					.forEach((record) -> put(changelog, record));
				changelogs.put(topic, changelog);
			}
		}
		return changelogs;
	}

	private static Topology topology(String programs, String program, Properties settings) throws Exception {
		StreamsBuilder builder = new StreamsBuilder();
		Class<?> type = Class.forName(ProgramRun.class.getPackageName() + "." + programs, true,
				ProgramRun.class.getClassLoader());
		type.getMethod(program, StreamsBuilder.class).invoke(null, builder);
		return builder.build(settings);
	}

	private static Properties adapted(Properties settings) {
		if (Topology.class.getName().startsWith("org.apache")) {
			// It would wait for the wall clock before it gives results that are due.
			settings.put("__emit.interval.ms.kstreams.outer.join.spurious.results.fix__", 0L);
			settings.put("__emit.interval.ms.kstreams.windowed.aggregation__", 0L);
		}
		return settings;
	}

	private static List<ProgramInput> read(Topology topology, List<ProgramInput> inputs) {
		String description = topology.describe().toString();
		return inputs.stream().filter((input) -> description.contains("(topics: [" + input.topic() + "])")).toList();
	}

	private static void pipe(TopologyTestDriver driver, ProgramInput input) {
		driver.createInputTopic(input.topic(), new StringSerializer(), new StringSerializer())
			.pipeInput(input.key(), input.value(), input.timestamp());
	}

	private static void put(Map<String, String> changelog, TestRecord<byte[], byte[]> record) {
		HexFormat hex = HexFormat.of();
		if (record.value() == null) {
			changelog.remove(hex.formatHex(record.key()));
			return;
		}
		StringBuilder text = new StringBuilder(hex.formatHex(record.value()));
		for (Header header : record.headers()) {
			text.append(' ').append(header.key()).append('=').append(hex.formatHex(header.value()));
		}
		changelog.put(hex.formatHex(record.key()), text.toString());
	}

}
