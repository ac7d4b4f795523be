package io.millrace.streams.faults;

import java.nio.file.Path;

import io.millrace.streams.embedded.EmbeddedKafkaProcess;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * The example of the documentation.
 */
final class FaultsExample {

	private FaultsExample() {
	}

	static FaultReport faults(EmbeddedKafkaProcess broker, Path directory) {
		return FaultRun.builder()
			.application("word-count", WordCount.class, "rocksdb", "exactly_once_v2")
			.model(() -> new WordCount.Model("word-count"))
			.inputs(WordCount.inputs("word-count", 2))
			.output("word-count-out", new StringDeserializer(), new LongDeserializer())
			.directory(directory)
			.rounds(10)
			.build(broker)
			.run();
	}

}
