package io.millrace.streams.internal.operator;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;

import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.kstream.internals.foreignkeyjoin.CombinedKey;
import org.apache.kafka.streams.kstream.internals.foreignkeyjoin.CombinedKeySchema;
import org.apache.kafka.streams.kstream.internals.foreignkeyjoin.SubscriptionResponseWrapper;
import org.apache.kafka.streams.kstream.internals.foreignkeyjoin.SubscriptionResponseWrapperSerde;
import org.apache.kafka.streams.kstream.internals.foreignkeyjoin.SubscriptionWrapper;
import org.apache.kafka.streams.kstream.internals.foreignkeyjoin.SubscriptionWrapperSerde;
import org.apache.kafka.streams.state.internals.Murmur3;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What foreign-key joins write, against the bytes of Kafka Streams.
 */
class ForeignKeyFormatsTests {

	private final FakeContext context = new FakeContext();

	private final ForeignKeyFormats formats = new ForeignKeyFormats("fk-topic", null, Serdes.String(), null, null);

	private final RecordHeaders headers = new RecordHeaders();

	private static Subscription subscription(byte instruction, @Nullable String value, int partition) {
		Subscription subscription = new Subscription();
		subscription.instruct(instruction);
		subscription.hash().of((value != null) ? value.getBytes(StandardCharsets.UTF_8) : null);
		subscription.from("key", partition);
		return subscription;
	}

	private static long @Nullable [] hash(@Nullable String value) {
		return (value != null) ? Murmur3.hash128(value.getBytes(StandardCharsets.UTF_8)) : null;
	}

	@Test
	void fingerprintsAreThoseOfKafkaStreams() {
		Random random = new Random(1);
		ValueHash hash = new ValueHash();
		for (int length = 0; length < 100; length++) {
			byte[] bytes = new byte[length];
			random.nextBytes(bytes);
			hash.of(bytes);
			byte[] written = new byte[ValueHash.BYTES];
			hash.write(written, 0);
			ByteBuffer numbers = ByteBuffer.wrap(written);
			assertThat(new long[] { numbers.getLong(), numbers.getLong() }).as("length %d", length)
				.isEqualTo(Murmur3.hash128(bytes));
		}
	}

	@ParameterizedTest
	@CsvSource({ "0, value, 3", "1, , 0", "2, value, 7", "3, '', 1", "3, value, -1", "1, , -1" })
	void subscriptionsAreThoseOfKafkaStreams(byte instruction, @Nullable String value, int partition) {
		SubscriptionWrapperSerde<String> theirs = new SubscriptionWrapperSerde<>(() -> "pseudo", Serdes.String());
		SubscriptionWrapper.Instruction instructed = SubscriptionWrapper.Instruction.fromValue(instruction);
		SubscriptionWrapper<String> wrapper = new SubscriptionWrapper<>(hash(value), instructed, "key",
				(byte) ((partition >= 0) ? 1 : 0), (partition >= 0) ? partition : null);
		byte[] expected = theirs.serializer().serialize("topic", this.headers, wrapper);
		Subscription.Writer writer = ((Subscription.Writer) this.formats.subscriptionSerializer()).bind(this.context);
		assertThat(writer.serialize("topic", this.headers, subscription(instruction, value, partition)))
			.isEqualTo(expected);
		Subscription.Reader reader = ((Subscription.Reader) this.formats.subscriptionDeserializer()).bind(this.context);
		Subscription read = (Subscription) reader.deserialize("topic", this.headers, expected);
		assertThat(read.instruction()).isEqualTo(instruction);
		assertThat(read.primaryKey()).isEqualTo("key");
		assertThat(read.partition()).isEqualTo(partition);
		assertThat(read.hash().sameAs(subscription(instruction, value, partition).hash())).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "value, foreign", "value, ", ", foreign", ", " })
	void answersAreThoseOfKafkaStreams(@Nullable String value, @Nullable String foreign) {
		SubscriptionResponseWrapperSerde<String> theirs = new SubscriptionResponseWrapperSerde<>(Serdes.String());
		byte[] expected = theirs.serializer()
			.serialize("topic", this.headers, new SubscriptionResponseWrapper<>(hash(value), foreign, 2));
		ForeignKeyAnswer answer = new ForeignKeyAnswer().set(subscription((byte) 3, value, 2), foreign);
		ForeignKeyAnswer.Writer writer = ((ForeignKeyAnswer.Writer) this.formats.answerSerializer()).bind(this.context);
		assertThat(writer.serialize("topic", this.headers, answer)).isEqualTo(expected);
		ForeignKeyAnswer.Reader reader = ((ForeignKeyAnswer.Reader) this.formats.answerDeserializer())
			.bind(this.context);
		ForeignKeyAnswer read = (ForeignKeyAnswer) reader.deserialize("topic", this.headers, expected);
		assertThat(read.value()).isEqualTo(foreign);
		assertThat(read.hash().sameAs(answer.hash())).isTrue();
	}

	@Test
	void keysOfTheStoreAreThoseOfKafkaStreams() {
		CombinedKeySchema<String, String> schema = new CombinedKeySchema<>(() -> "fk", Serdes.String(), () -> "pk",
				Serdes.String());
		ForeignKeyFormats.Keys keys = this.formats.keys(this.context);
		byte[] combined = keys.combined("foreign", keys.primaryKey("primary", this.headers), this.headers);
		assertThat(combined).startsWith(0, 0, 0, 7).endsWith("foreignprimary".getBytes(StandardCharsets.UTF_8));
		assertThat(keys.primaryKey(combined, this.headers)).isEqualTo("primary");
		assertThat(keys.first("foreign", this.headers)).hasSize(11);
		CombinedKey<String, String> read = schema.fromBytes(Bytes.wrap(combined), this.headers);
		assertThat(read.foreignKey()).isEqualTo("foreign");
		assertThat(read.primaryKey()).isEqualTo("primary");
	}

	@ParameterizedTest
	@CsvSource({ "0", "1", "2" })
	void whatIsNoSubscriptionIsRefused(int length) {
		Subscription.Reader reader = ((Subscription.Reader) this.formats.subscriptionDeserializer()).bind(this.context);
		assertThatExceptionOfType(SerializationException.class)
			.isThrownBy(() -> reader.deserialize("topic", this.headers, new byte[length]))
			.withMessageContaining("topic");
	}

	@Test
	void subscriptionsOfALaterReleaseAreRefused() {
		Subscription.Reader reader = ((Subscription.Reader) this.formats.subscriptionDeserializer()).bind(this.context);
		assertThatExceptionOfType(SerializationException.class)
			.isThrownBy(() -> reader.deserialize("topic", this.headers, new byte[] { (byte) 0x82, 1, 2, 3, 4, 5 }))
			.withMessageContaining("later release");
	}

}
