package io.millrace.streams.examples;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.function.Supplier;

import io.millrace.streams.TestInputTopic;
import io.millrace.streams.TopologyTestDriver;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Runs the examples with the driver of the library that it is compiled for.
 */
public final class ExampleRuns implements Supplier<List<String>> {

	@Override
	public List<String> get() {
		List<String> outputs = new ArrayList<>(wordCount());
		outputs.addAll(pageViews());
		return outputs;
	}

	private static Properties settings() {
		Properties settings = new Properties();
		settings.put("application.id", "example");
		settings.put("bootstrap.servers", "none:9092");
		settings.put("statestore.cache.max.bytes", "0");
		return settings;
	}

	private static List<String> wordCount() {
		try (TopologyTestDriver driver = new TopologyTestDriver(WordCount.topology(), settings(),
				Instant.ofEpochMilli(0))) {
			TestInputTopic<String, String> lines = driver.createInputTopic("lines", new StringSerializer(),
					new StringSerializer());
			lines.pipeInput("1", "The mill turns the wheel");
			lines.pipeInput("2", "... the water, the mill!");
			return outputs(driver, "word-counts");
		}
	}

	private static List<String> pageViews() {
		try (TopologyTestDriver driver = new TopologyTestDriver(PageViewsByRegion.topology(), settings(),
				Instant.ofEpochMilli(0))) {
			TestInputTopic<String, String> users = driver.createInputTopic("users", new StringSerializer(),
					new StringSerializer());
			TestInputTopic<String, String> views = driver.createInputTopic("page-views", new StringSerializer(),
					new StringSerializer());
			users.pipeInput("ada", "north", 0);
			users.pipeInput("bob", "south", 0);
			views.pipeInput("ada", "home", 30_000);
			views.pipeInput("bob", "home", 400_000);
			views.pipeInput("eve", "home", 410_000);
			users.pipeInput("ada", "south", 420_000);
			views.pipeInput("ada", "shop", 430_000);
			// Late for the first windows, though not for all.
			views.pipeInput("bob", "shop", 200_000);
			return outputs(driver, "views-by-region");
		}
	}

	private static List<String> outputs(TopologyTestDriver driver, String topic) {
		return driver.createOutputTopic(topic, new StringDeserializer(), new LongDeserializer())
			.readRecordsToList()
			.stream()
			.map((record) -> record.key() + "=" + record.value() + "@" + record.timestamp())
			.toList();
	}

}
