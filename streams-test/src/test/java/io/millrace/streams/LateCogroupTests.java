package io.millrace.streams;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.millrace.streams.kstream.CogroupedKStream;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.KGroupedStream;
import io.millrace.streams.kstream.LateRecord;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.SlidingWindows;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.processor.api.RecordMetadata;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

/**
 * Who asks to be told of late records of several streams that are aggregated together is
 * told of those of all of them, with values of either type. Windows in milliseconds.
 */
class LateCogroupTests extends SmallCases {

	private final List<String> told = new ArrayList<>();

	private CogroupedKStream<String, String> both() {
		KGroupedStream<String, String> texts = this.builder.stream("A", Consumed.with(Serdes.String(), Serdes.String()))
			.groupByKey(Grouped.with(Serdes.String(), Serdes.String()));
		KGroupedStream<String, Long> numbers = this.builder.stream("B", Consumed.with(Serdes.String(), Serdes.Long()))
			.groupByKey(Grouped.with(Serdes.String(), Serdes.Long()));
		return texts.<String>cogroup((key, value, all) -> all + value)
			.cogroup(numbers, (key, value, all) -> all + value);
	}

	private void tell(LateRecord<? extends String, ?> late) {
		RecordMetadata origin = late.metadata().orElseThrow();
		this.told.add(late.record().key() + "=" + late.record().value() + "@" + late.record().timestamp() + " missed "
				+ late.window().start() + "-" + late.window().end() + " by " + late.lateness().toMillis() + " from "
				+ origin.topic() + "@" + origin.offset());
	}

	private void pipeAll() {
		try (TopologyTestDriver driver = driver()) {
			TestInputTopic<String, String> texts = driver.createInputTopic("A", new StringSerializer(),
					new StringSerializer());
			TestInputTopic<String, Long> numbers = driver.createInputTopic("B", new StringSerializer(),
					new LongSerializer());
			texts.pipeInput("k", "v", 5);
			numbers.pipeInput("k", 1L, 50);
			assertThat(this.told).isEmpty();
			texts.pipeInput("k", "v", 7);
			numbers.pipeInput("k", 2L, 8);
			assertThat(driver.dropped("late")).isEqualTo(this.told.size());
		}
	}

	@Test
	void ofTimeWindows() {
		both().windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
			.onLate(this::tell)
			.aggregate(() -> "", Materialized.with(Serdes.String(), Serdes.String()));
		pipeAll();
		assertThat(this.told).containsExactly("k=v@7 missed 0-10 by 40 from A@1", "k=2@8 missed 0-10 by 40 from B@1");
	}

	@Test
	void ofSlidingWindows() {
		both().windowedBy(SlidingWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(10)))
			.onLate(this::tell)
			.aggregate(() -> "", Materialized.with(Serdes.String(), Serdes.String()));
		pipeAll();
		assertThat(this.told).isNotEmpty()
			.allMatch((late) -> late.endsWith(" from A@1") || late.endsWith(" from B@1"))
			.anyMatch((late) -> late.startsWith("k=v@7 "))
			.anyMatch((late) -> late.startsWith("k=2@8 "));
	}

	@Test
	void ofSessions() {
		both().windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofMillis(10)))
			.onLate(this::tell)
			.aggregate(() -> "", (key, one, other) -> one + other, Materialized.with(Serdes.String(), Serdes.String()));
		pipeAll();
		assertThat(this.told).containsExactly("k=v@7 missed 7-7 by 32 from A@1", "k=2@8 missed 8-8 by 31 from B@1");
	}

	@Test
	void aHandlerIsNeeded() {
		CogroupedKStream<String, String> streams = both();
		assertThatNullPointerException()
			.isThrownBy(() -> streams.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10))).onLate(null))
			.withMessageContaining("handler");
		assertThatNullPointerException().isThrownBy(
				() -> streams.windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofMillis(10))).onLate(null))
			.withMessageContaining("handler");
	}

}
