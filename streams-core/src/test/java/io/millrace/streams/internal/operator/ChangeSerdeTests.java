package io.millrace.streams.internal.operator;

import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.kstream.internals.Change;
import org.apache.kafka.streams.kstream.internals.ChangedDeserializer;
import org.apache.kafka.streams.kstream.internals.ChangedSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ChangeSerde}, against the bytes of Kafka Streams.
 */
class ChangeSerdeTests {

	private final FakeContext context = new FakeContext();

	private final ChangeSerde.Writer writer = ((ChangeSerde.Writer) ChangeSerde.serializer(null)).bind(this.context);

	private final ChangeSerde.Reader reader = ((ChangeSerde.Reader) ChangeSerde.deserializer(null)).bind(this.context);

	private byte[] written(@Nullable String newValue, @Nullable String oldValue) {
		return this.writer.serialize("topic", new RecordHeaders(), newValue, oldValue);
	}

	private @Nullable TableChange read(byte[] bytes) {
		return (TableChange) this.reader.deserialize("topic", new RecordHeaders(), bytes);
	}

	@ParameterizedTest
	@CsvSource({ "new,", ",old", "new,old", "'',old", "new,''", "'',''" })
	void bytesAreThoseOfKafkaStreams(@Nullable String newValue, @Nullable String oldValue) {
		byte[] expected = new ChangedSerializer<>(new StringSerializer()).serialize("topic", new RecordHeaders(),
				new Change<>(newValue, oldValue));
		assertThat(written(newValue, oldValue)).isEqualTo(expected);
		TableChange change = read(expected);
		assertThat(change.newValue()).isEqualTo(newValue);
		assertThat(change.oldValue()).isEqualTo(oldValue);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 63, 64, 65, 8191, 8192, 1 << 20 })
	void lengthsAreThoseOfKafkaStreams(int length) {
		String text = "x".repeat(length);
		byte[] bytes = written(text, "old");
		assertThat(bytes).isEqualTo(new ChangedSerializer<>(new StringSerializer()).serialize("topic",
				new RecordHeaders(), new Change<>(text, "old")));
		Change<String> theirs = new ChangedDeserializer<>(new StringDeserializer()).deserialize("topic",
				new RecordHeaders(), bytes);
		assertThat(theirs.newValue).isEqualTo(text);
		assertThat(read(bytes).newValue()).isEqualTo(text);
	}

	@Test
	void formsThatTellTheOrderAreReadToo() {
		assertThat(read(new byte[] { 'o', 1, 3 }).oldValue()).isEqualTo("o");
		assertThat(read(new byte[] { 'n', 0, 4 }).newValue()).isEqualTo("n");
		TableChange both = read(new byte[] { 2, 'n', 'o', 'o', 1, 5 });
		assertThat(both.newValue()).isEqualTo("n");
		assertThat(both.oldValue()).isEqualTo("oo");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "9", "4", "7f,2", "ff,ff,2", "a,61,2" })
	void whatIsNoChangeIsRefused(String hex) {
		byte[] bytes = new byte[hex.isEmpty() ? 0 : hex.split(",").length];
		for (int i = 0; i < bytes.length; i++) {
			bytes[i] = (byte) Integer.parseInt(hex.split(",")[i], 16);
		}
		assertThatExceptionOfType(SerializationException.class).isThrownBy(() -> read(bytes))
			.withMessageContaining("topic");
	}

	@Test
	void deleteIsNoChange() {
		assertThat(this.reader.deserialize("topic", new RecordHeaders(), (byte[]) null)).isNull();
	}

}
