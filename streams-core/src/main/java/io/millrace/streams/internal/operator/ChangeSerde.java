package io.millrace.streams.internal.operator;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a changed row in a repartition topic, as Kafka Streams lays them out. The
 * last byte says what there is: 0 the old value, 1 the new value, 2 both, the length of
 * the new one first. 3 to 5 say the same of changes with a byte more before it, which
 * tells whether they are the latest of their row; these are read and never written.
 */
public final class ChangeSerde {

	private static final byte OLD = 0;

	private static final byte NEW = 1;

	private static final byte BOTH = 2;

	private static final byte OLD_WITH_ORDER = 3;

	private static final byte BOTH_WITH_ORDER = 5;

	private ChangeSerde() {
	}

	/**
	 * What writes changes.
	 * @param values writes values; null for the default serde's
	 * @return the serialiser, for sinks
	 */
	public static Serializer<?> serializer(@Nullable Serializer<?> values) {
		return new Writer(values);
	}

	/**
	 * What reads changes.
	 * @param values reads values; null for the default serde's
	 * @return the deserialiser, for sources
	 */
	public static Deserializer<?> deserializer(@Nullable Deserializer<?> values) {
		return new Reader(values, null);
	}

	/**
	 * Writes changes for a sink.
	 */
	static final class Writer implements Serializer<Object>, EngineSerializer {

		private final @Nullable Serializer<Object> values;

		@SuppressWarnings("unchecked")
		private Writer(@Nullable Serializer<?> values) {
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
			if (this.values == null) {
				throw new IllegalStateException("Changes are written before their serde is known");
			}
			return this.values;
		}

		byte[] serialize(String topic, Headers headers, @Nullable Object newValue, @Nullable Object oldValue) {
			byte[] before = bytes(topic, headers, oldValue);
			byte[] now = bytes(topic, headers, newValue);
			if (now != null && before != null) {
				ByteBuffer buffer = ByteBuffer.allocate(varintLength(now.length) + now.length + before.length + 1);
				putVarint(buffer, now.length);
				return buffer.put(now).put(before).put(BOTH).array();
			}
			byte[] only = (now != null) ? now : before;
			if (only == null) {
				throw new SerializationException("A change for topic " + topic
						+ " has neither an old nor a new value once serialised; the value serde made null of them.");
			}
			byte[] bytes = Arrays.copyOf(only, only.length + 1);
			bytes[only.length] = (now != null) ? NEW : OLD;
			return bytes;
		}

		private byte @Nullable [] bytes(String topic, Headers headers, @Nullable Object value) {
			return (value != null) ? inner().serialize(topic, headers, value) : null;
		}

		@Override
		public byte[] serialize(String topic, Object data) {
			throw new UnsupportedOperationException("Changes are written by their parts");
		}

		/**
		 * A length as Kafka's records hold it: seven bits a byte, twice the number, since
		 * the lowest bit is the sign.
		 */
		private static void putVarint(ByteBuffer buffer, int length) {
			int rest = length << 1;
			while ((rest & ~0x7f) != 0) {
				buffer.put((byte) ((rest & 0x7f) | 0x80));
				rest >>>= 7;
			}
			buffer.put((byte) rest);
		}

		private static int varintLength(int length) {
			int bits = Integer.SIZE - Integer.numberOfLeadingZeros(length << 1 | 1);
			return (bits + 6) / 7;
		}

	}

	/**
	 * Reads changes for a source.
	 */
	static final class Reader implements Deserializer<Object>, EngineDeserializer {

		private final @Nullable Deserializer<?> values;

		private final @Nullable TableChange change;

		private Reader(@Nullable Deserializer<?> values, @Nullable TableChange change) {
			this.values = values;
			this.change = change;
		}

		@Override
		public boolean needsDefault(boolean key) {
			return !key && this.values == null;
		}

		@Override
		public Reader bind(OperatorContext context) {
			return new Reader((this.values != null) ? this.values : context.defaultValueSerde().deserializer(),
					new TableChange());
		}

		@Override
		public Deserializer<?> inner() {
			return Objects.requireNonNull(this.values, "Changes are read before their serde is known");
		}

		@Override
		public @Nullable Object deserialize(String topic, byte @Nullable [] data) {
			throw new UnsupportedOperationException("Changes are read with their headers");
		}

		@Override
		public @Nullable Object deserialize(String topic, Headers headers, byte @Nullable [] data) {
			if (data == null) {
				return null;
			}
			if (data.length == 0 || this.values == null || this.change == null) {
				throw unreadable(topic, "is empty");
			}
			int end = data.length - 1;
			byte content = data[end];
			if (content >= OLD_WITH_ORDER && content <= BOTH_WITH_ORDER) {
				end--;
				content -= OLD_WITH_ORDER;
			}
			if (end < 0) {
				throw unreadable(topic, "is too short");
			}
			Object now = null;
			Object before = null;
			switch (content) {
				case OLD -> before = value(topic, headers, data, 0, end);
				case NEW -> now = value(topic, headers, data, 0, end);
				case BOTH -> {
					ByteBuffer buffer = ByteBuffer.wrap(data, 0, end);
					int length = varint(topic, buffer);
					int start = buffer.position();
					if (length < 0 || length > end - start) {
						throw unreadable(topic, "is shorter than it says");
					}
					now = value(topic, headers, data, start, start + length);
					before = value(topic, headers, data, start + length, end);
				}
				default -> throw unreadable(topic, "ends with " + content + ", which stands for nothing known");
			}
			return this.change.set(now, before);
		}

		@SuppressWarnings("NullAway")
		private @Nullable Object value(String topic, Headers headers, byte[] data, int from, int to) {
			return this.values.deserialize(topic, headers, Arrays.copyOfRange(data, from, to));
		}

		private static int varint(String topic, ByteBuffer buffer) {
			int number = 0;
			for (int shift = 0; shift < Integer.SIZE && buffer.hasRemaining(); shift += 7) {
				int part = buffer.get();
				number |= (part & 0x7f) << shift;
				if (part >= 0) {
					return number >>> 1 ^ -(number & 1);
				}
			}
			throw unreadable(topic, "has no length");
		}

		private static SerializationException unreadable(String topic, String why) {
			return new SerializationException("A changed row in topic " + topic + " can't be read: it " + why
					+ ". Only Millrace and Kafka Streams from 3.5 on may write to this topic.");
		}

	}

}
