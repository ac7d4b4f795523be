package io.millrace.streams.internal.operator;

import java.util.Arrays;
import java.util.Objects;

import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * What a row of a table tells the table that it refers to: what to do, the row's key, the
 * fingerprint of its value, and the partition that answers go to. Mutable, so that one
 * object serves all records. Laid out as in Kafka Streams: a version, whose highest bit
 * says that there is no value; the instruction; the fingerprint; the key; from version 1
 * on, the partition.
 */
final class Subscription {

	/** Ends a subscription, and nobody is told. */
	static final byte END_QUIETLY = 0;

	/** Ends a subscription, and the row is told. */
	static final byte END = 1;

	/** Begins a subscription; the row is told what it refers to, or that it's missing. */
	static final byte BEGIN_AND_ANSWER = 2;

	/** Begins a subscription; the row is told what it refers to if that's there. */
	static final byte BEGIN = 3;

	private static final int NO_HASH = 0x80;

	private static final int VERSION = 1;

	/** The version and the instruction. */
	private static final int HEAD = 2;

	private final ValueHash hash = new ValueHash();

	private byte instruction;

	private @Nullable Object primaryKey;

	private int partition = -1;

	ValueHash hash() {
		return this.hash;
	}

	byte instruction() {
		return this.instruction;
	}

	void instruct(byte wanted) {
		this.instruction = wanted;
	}

	Object primaryKey() {
		return Objects.requireNonNull(this.primaryKey);
	}

	/**
	 * The partition that answers go to, -1 to go by the key.
	 */
	int partition() {
		return this.partition;
	}

	void from(Object key, int answers) {
		this.primaryKey = key;
		this.partition = answers;
	}

	/**
	 * Lays the subscription out.
	 * @param key the row's key, serialised
	 */
	byte[] write(byte[] key) {
		boolean known = this.partition >= 0;
		int length = HEAD + (this.hash.present() ? ValueHash.BYTES : 0) + key.length + (known ? Integer.BYTES : 0);
		byte[] bytes = new byte[length];
		bytes[0] = (byte) ((known ? VERSION : 0) | (this.hash.present() ? 0 : NO_HASH));
		bytes[1] = this.instruction;
		if (this.hash.present()) {
			this.hash.write(bytes, HEAD);
		}
		int end = length - (known ? Integer.BYTES : 0);
		System.arraycopy(key, 0, bytes, end - key.length, key.length);
		if (known) {
			Numbers.putInt(bytes, end, this.partition);
		}
		return bytes;
	}

	/**
	 * Reads what {@link #write} made, all but the key.
	 * @param kind where it is, for errors: a topic or a store
	 * @param place its name
	 */
	void read(String kind, String place, byte[] data) {
		if (data.length < HEAD) {
			throw unreadable(kind, place, " can't be read: it is too short.");
		}
		int version = version(data);
		if (version > VERSION) {
			throw unreadable(kind, place, " has the version " + version + ", but only versions up to " + VERSION
					+ " are known; it is of a later release.");
		}
		this.instruction = data[1];
		this.hash.clear();
		if (keyStart(data) > keyEnd(data) || this.instruction < END_QUIETLY || this.instruction > BEGIN) {
			throw unreadable(kind, place,
					" can't be read: it is too short, or its instruction " + this.instruction + " isn't known.");
		}
		if ((data[0] & NO_HASH) == 0) {
			this.hash.read(data, HEAD);
		}
		this.partition = (version > 0) ? Numbers.getInt(data, keyEnd(data)) : -1;
	}

	private static SerializationException unreadable(String kind, String place, String why) {
		return new SerializationException("A subscription in " + kind + " " + place + why);
	}

	private static int version(byte[] data) {
		return data[0] & ~NO_HASH & 0xff;
	}

	private static int keyStart(byte[] data) {
		return HEAD + (((data[0] & NO_HASH) == 0) ? ValueHash.BYTES : 0);
	}

	private static int keyEnd(byte[] data) {
		return data.length - ((version(data) > 0) ? Integer.BYTES : 0);
	}

	/**
	 * Writes subscriptions for a sink.
	 */
	static final class Writer implements Serializer<Object>, EngineSerializer {

		private final ForeignKeyFormats formats;

		private final @Nullable Serializer<Object> keys;

		private final String keyTopic;

		Writer(ForeignKeyFormats formats) {
			this(formats, null, "");
		}

		private Writer(ForeignKeyFormats formats, @Nullable Serializer<Object> keys, String keyTopic) {
			this.formats = formats;
			this.keys = keys;
			this.keyTopic = keyTopic;
		}

		@Override
		public boolean needsDefault(boolean key) {
			return key && this.formats.primaryKeySerde() == null;
		}

		@Override
		public Writer bind(OperatorContext context) {
			return new Writer(this.formats, this.formats.primaryKeys(context).serializer(),
					this.formats.primaryKeyTopic(context));
		}

		@Override
		public Serializer<Object> inner() {
			return Objects.requireNonNull(this.keys, "Subscriptions are written before their serde is known");
		}

		@Override
		public byte[] serialize(String topic, Object data) {
			throw new UnsupportedOperationException("Subscriptions are written with their headers");
		}

		@Override
		public byte[] serialize(String topic, Headers headers, Object data) {
			Subscription subscription = (Subscription) data;
			return subscription.write(inner().serialize(this.keyTopic, headers, subscription.primaryKey()));
		}

	}

	/**
	 * Reads subscriptions for a source.
	 */
	static final class Reader implements Deserializer<Object>, EngineDeserializer {

		private final ForeignKeyFormats formats;

		private final @Nullable Deserializer<Object> keys;

		private final String keyTopic;

		private final Subscription subscription = new Subscription();

		Reader(ForeignKeyFormats formats) {
			this(formats, null, "");
		}

		private Reader(ForeignKeyFormats formats, @Nullable Deserializer<Object> keys, String keyTopic) {
			this.formats = formats;
			this.keys = keys;
			this.keyTopic = keyTopic;
		}

		@Override
		public boolean needsDefault(boolean key) {
			return key && this.formats.primaryKeySerde() == null;
		}

		@Override
		public Reader bind(OperatorContext context) {
			return new Reader(this.formats, this.formats.primaryKeys(context).deserializer(),
					this.formats.primaryKeyTopic(context));
		}

		@Override
		public Deserializer<?> inner() {
			return Objects.requireNonNull(this.keys, "Subscriptions are read before their serde is known");
		}

		@Override
		public @Nullable Object deserialize(String topic, byte @Nullable [] data) {
			throw new UnsupportedOperationException("Subscriptions are read with their headers");
		}

		@Override
		public @Nullable Object deserialize(String topic, Headers headers, byte @Nullable [] data) {
			if (data == null) {
				return null;
			}
			this.subscription.read("topic", topic, data);
			byte[] key = Arrays.copyOfRange(data, keyStart(data), keyEnd(data));
			Deserializer<Object> reading = Objects.requireNonNull(this.keys,
					"Subscriptions are read before their serde is known");
			this.subscription.primaryKey = reading.deserialize(this.keyTopic, headers, key);
			return this.subscription;
		}

	}

}
