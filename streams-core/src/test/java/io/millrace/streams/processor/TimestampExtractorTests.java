package io.millrace.streams.processor;

import java.util.Optional;

import io.millrace.streams.errors.StreamsException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class TimestampExtractorTests {

	static TimestampExtractor[] ofTheRecord() {
		return new TimestampExtractor[] { new FailOnInvalidTimestamp(), new LogAndSkipOnInvalidTimestamp(),
				new UsePartitionTimeOnInvalidTimestamp() };
	}

	@ParameterizedTest
	@MethodSource("ofTheRecord")
	void recordsOwnTimestamp(TimestampExtractor extractor) {
		assertThat(extractor.extract(record(42), 7)).isEqualTo(42);
		assertThat(extractor.extract(record(0), 7)).isZero();
	}

	@Test
	void failure() {
		assertThatExceptionOfType(StreamsException.class)
			.isThrownBy(() -> new FailOnInvalidTimestamp().extract(record(-1), 7))
			.withMessageContaining("input-3 offset 11")
			.withMessageContaining("timestamp -1")
			.withMessageContaining("default.timestamp.extractor")
			.withMessageNotContaining("secret");
	}

	@Test
	void skip() {
		assertThat(new LogAndSkipOnInvalidTimestamp().extract(record(-5), 7)).isEqualTo(-5);
	}

	@Test
	void partitionTime() {
		assertThat(new UsePartitionTimeOnInvalidTimestamp().extract(record(-1), 7)).isEqualTo(7);
		assertThatExceptionOfType(StreamsException.class)
			.isThrownBy(() -> new UsePartitionTimeOnInvalidTimestamp().extract(record(-1), -1))
			.withMessageContaining("input-3 offset 11");
	}

	@Test
	void wallClock() {
		long before = System.currentTimeMillis();
		assertThat(new WallclockTimestampExtractor().extract(record(42), 7)).isBetween(before,
				System.currentTimeMillis());
	}

	private static ConsumerRecord<Object, Object> record(long timestamp) {
		return new ConsumerRecord<>("input", 3, 11, timestamp, TimestampType.CREATE_TIME, 0, 0, "secret", "secret",
				new RecordHeaders(), Optional.empty());
	}

}
