package io.millrace.streams.internal.operator;

import java.util.Arrays;
import java.util.Objects;

import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * What a table tells the rows that refer to one of its rows: the value of that, none if
 * there is none, with the fingerprint that the row subscribed with. Mutable, so that one
 * object serves all records. Laid out as in Kafka Streams: a version, whose highest bit
 * says that there is no fingerprint; the fingerprint; the value.
 */
final class ForeignKeyAnswer {

	private static final int NO_HASH = 0x80;

	private final ValueHash hash = new ValueHash();

	private @Nullable Object value;

	private int partition = -1;

	ForeignKeyAnswer set(Subscription subscription, @Nullable Object foreignValue) {
		this.hash.set(subscription.hash());
		this.partition = subscription.partition();
		this.value = foreignValue;
		return this;
	}

	ValueHash hash() {
		return this.hash;
	}

	@Nullable Object value() {
		return this.value;
	}

	/**
	 * The partition that it goes to, -1 to go by the key.
	 */
	int partition() {
		return this.partition;
	}

	/**
	 * Writes answers for a sink.
	 */
	static final class Writer implements Serializer<Object>, EngineSerializer {

		private final @Nullable Serializer<Object> values;

		@SuppressWarnings("unchecked")
		Writer(@Nullable Serializer<?> values) {
			this.values = (Serializer<Object>) values;
		}

		@Override
		public boolean needsDefault(boolean key) {
			return !key && this.values == null;
		}

		@Override
		public Writer bind(OperatorContext context) {
			return (this.values != null) ? this : new Writer(context.defaultValueSerde().serializer());
		}

		@Override
		public Serializer<Object> inner() {
			return Objects.requireNonNull(this.values, "Answers are written before their serde is known");
		}

		@Override
		public byte[] serialize(String topic, Object data) {
			throw new UnsupportedOperationException("Answers are written with their headers");
		}

		@Override
		public byte[] serialize(String topic, Headers headers, Object data) {
			ForeignKeyAnswer answer = (ForeignKeyAnswer) data;
			Object value = answer.value;
			byte[] bytes = (value != null) ? inner().serialize(topic, headers, value) : null;
			boolean hashed = answer.hash.present();
			int start = 1 + (hashed ? ValueHash.BYTES : 0);
			byte[] written = new byte[start + ((bytes != null) ? bytes.length : 0)];
			written[0] = (byte) (hashed ? 0 : NO_HASH);
			if (hashed) {
				answer.hash.write(written, 1);
			}
			if (bytes != null) {
				System.arraycopy(bytes, 0, written, start, bytes.length);
			}
			return written;
		}

	}

	/**
	 * Reads answers for a source.
	 */
	static final class Reader implements Deserializer<Object>, EngineDeserializer {

		private final @Nullable Deserializer<?> values;

		private final ForeignKeyAnswer answer = new ForeignKeyAnswer();

		Reader(@Nullable Deserializer<?> values) {
			this.values = values;
		}

		@Override
		public boolean needsDefault(boolean key) {
			return !key && this.values == null;
		}

		@Override
		public Reader bind(OperatorContext context) {
			return new Reader((this.values != null) ? this.values : context.defaultValueSerde().deserializer());
		}

		@Override
		public Deserializer<?> inner() {
			return Objects.requireNonNull(this.values, "Answers are read before their serde is known");
		}

		@Override
		public @Nullable Object deserialize(String topic, byte @Nullable [] data) {
			throw new UnsupportedOperationException("Answers are read with their headers");
		}

		@Override
		public @Nullable Object deserialize(String topic, Headers headers, byte @Nullable [] data) {
			if (data == null) {
				return null;
			}
			boolean hashed = data.length > 0 && (data[0] & NO_HASH) == 0;
			int start = 1 + (hashed ? ValueHash.BYTES : 0);
			if (data.length < start || (data[0] & ~NO_HASH & 0xff) != 0) {
				throw new SerializationException("An answer to a foreign key in topic " + topic
						+ " can't be read: it is too short, or of a later release.");
			}
			this.answer.hash.clear();
			if (hashed) {
				this.answer.hash.read(data, 1);
			}
			Deserializer<?> reading = Objects.requireNonNull(this.values,
					"Answers are read before their serde is known");
			this.answer.value = (data.length > start)
					? reading.deserialize(topic, headers, Arrays.copyOfRange(data, start, data.length)) : null;
			return this.answer;
		}

	}

}
