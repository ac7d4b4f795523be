package io.millrace.streams.internal.operator;

import java.util.Set;

import io.millrace.streams.kstream.SessionWindowedSerializer;
import io.millrace.streams.kstream.TimeWindowedSerializer;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.internals.SessionWindow;
import io.millrace.streams.kstream.internals.TimeWindow;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * All windows of a key go where records of the key itself go.
 */
class WindowedKeyPartitionerTests {

	@Test
	void choosesByTheKeyAlone() {
		WindowedKeyPartitioner windows = new WindowedKeyPartitioner(
				new TimeWindowedSerializer<>(new StringSerializer()));
		WindowedKeyPartitioner sessions = new WindowedKeyPartitioner(
				new SessionWindowedSerializer<>(new StringSerializer()));
		for (int i = 0; i < 200; i++) {
			String key = "key" + i;
			int expected = BuiltInPartitioner.partitionForKey(key.getBytes(), 7);
			assertThat(windows.partitions("t", new Windowed<>(key, new TimeWindow(i, i + 10)), "v", 7))
				.hasValue(Set.of(expected));
			assertThat(sessions.partition("t", new RecordHeaders(), new Windowed<>(key, new SessionWindow(i, i)), 7))
				.isEqualTo(expected);
		}
	}

	@Test
	void leavesRecordsWithoutKeyToTheProducer() {
		assertThat(new WindowedKeyPartitioner(new TimeWindowedSerializer<>(new StringSerializer())).partitions("t",
				null, "v", 7))
			.isEmpty();
	}

}
