package io.millrace.streams;

import java.time.Instant;
import java.util.List;
import java.util.Properties;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

/**
 * One program of strings that writes to the topic {@code out}, and small inputs for it.
 * Outputs as {@code key=value@timestamp}.
 */
abstract class TableCases {

	final Properties settings = new Properties();

	final StreamsBuilder builder = new StreamsBuilder();

	@BeforeEach
	void takeStrings() {
		this.settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
		this.settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
	}

	final TopologyTestDriver driver() {
		return new TopologyTestDriver(this.builder.build(), this.settings, Instant.ofEpochMilli(0));
	}

	static TestInputTopic<@Nullable String, @Nullable String> pipe(TopologyTestDriver driver, String topic) {
		return driver.createInputTopic(topic, new StringSerializer(), new StringSerializer());
	}

	static List<String> out(TopologyTestDriver driver) {
		return driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
			.readRecordsToList()
			.stream()
			.map((record) -> record.key() + "=" + record.value() + "@" + record.timestamp())
			.toList();
	}

	static String join(@Nullable String left, @Nullable String right) {
		return left + "|" + right;
	}

}
