package io.millrace.streams;

import java.time.Instant;
import java.util.List;
import java.util.Properties;

import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * One program that writes strings to the topic {@code out}, and small inputs for it.
 * Outputs as {@code key=value@timestamp}.
 */
abstract class SmallCases {

	final Properties settings = new Properties();

	final StreamsBuilder builder = new StreamsBuilder();

	final TopologyTestDriver driver() {
		return new TopologyTestDriver(this.builder.build(), this.settings, Instant.ofEpochMilli(0));
	}

	static TestInputTopic<@Nullable String, @Nullable String> pipe(TopologyTestDriver driver, String topic) {
		return driver.createInputTopic(topic, new StringSerializer(), new StringSerializer());
	}

	/**
	 * Pipes one record in.
	 * @return what comes out
	 */
	static List<String> pipe(TopologyTestDriver driver, String topic, @Nullable String key, @Nullable String value,
			long time) {
		pipe(driver, topic).pipeInput(key, value, time);
		return outputs(driver);
	}

	/**
	 * What came out since it was asked last.
	 */
	static List<String> outputs(TopologyTestDriver driver) {
		return driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
			.readRecordsToList()
			.stream()
			.map((record) -> record.key() + "=" + record.value() + "@" + record.timestamp())
			.toList();
	}

}
