package io.millrace.streams.kstream;

import java.util.Map;

import io.millrace.streams.kstream.internals.SessionWindow;
import io.millrace.streams.kstream.internals.TimeWindow;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Windowed keys have the bytes that Kafka Streams gives them.
 */
class WindowedSerdesTests {

	@ParameterizedTest
	@ValueSource(strings = { "", "key", "\u00e4" })
	void timeWindows(String key) {
		Serde<Windowed<String>> ours = WindowedSerdes.timeWindowedSerdeFrom(String.class, 60_000);
		byte[] bytes = ours.serializer().serialize("t", new Windowed<>(key, new TimeWindow(60_000, 120_000)));
		assertThat(bytes)
			.isEqualTo(org.apache.kafka.streams.kstream.WindowedSerdes.timeWindowedSerdeFrom(String.class, 60_000)
				.serializer()
				.serialize("t", new org.apache.kafka.streams.kstream.Windowed<>(key,
						new org.apache.kafka.streams.kstream.internals.TimeWindow(60_000, 120_000))));
		assertThat(ours.deserializer().deserialize("t", bytes))
			.isEqualTo(new Windowed<>(key, new TimeWindow(60_000, 120_000)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "key", "\u00e4" })
	void sessions(String key) {
		Serde<Windowed<String>> ours = WindowedSerdes.sessionWindowedSerdeFrom(String.class);
		byte[] bytes = ours.serializer().serialize("t", new Windowed<>(key, new SessionWindow(5, 70_000)));
		assertThat(bytes)
			.isEqualTo(org.apache.kafka.streams.kstream.WindowedSerdes.sessionWindowedSerdeFrom(String.class)
				.serializer()
				.serialize("t", new org.apache.kafka.streams.kstream.Windowed<>(key,
						new org.apache.kafka.streams.kstream.internals.SessionWindow(5, 70_000))));
		assertThat(ours.deserializer().deserialize("t", bytes))
			.isEqualTo(new Windowed<>(key, new SessionWindow(5, 70_000)));
	}

	@Test
	void nullStaysNull() {
		Serde<Windowed<String>> ours = WindowedSerdes.timeWindowedSerdeFrom(String.class, 60_000);
		assertThat(ours.serializer().serialize("t", null)).isNull();
		assertThat(ours.deserializer().deserialize("t", null)).isNull();
	}

	@Test
	void settingsNameTheInnerSerdeAndTheSize() {
		Serde<Windowed<String>> serde = new WindowedSerdes.TimeWindowedSerde<>();
		serde.configure(
				Map.of("windowed.inner.serializer.class", Serdes.StringSerde.class.getName(),
						"windowed.inner.deserializer.class", Serdes.StringSerde.class.getName(), "window.size.ms", "5"),
				true);
		Windowed<String> key = new Windowed<>("k", new TimeWindow(5, 10));
		assertThat(serde.deserializer().deserialize("t", serde.serializer().serialize("t", key))).isEqualTo(key);
		assertThatIllegalArgumentException().isThrownBy(() -> new TimeWindowedSerializer<String>().serialize("t", key))
			.withMessageContaining("windowed.inner.serializer.class");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new TimeWindowedDeserializer<String>().configure(Map.of(), true))
			.withMessageContaining("window.size.ms");
	}

}
