package io.millrace.streams.internal.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;

import io.millrace.streams.errors.StreamsException;
import org.apache.kafka.common.serialization.BooleanSerializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.DoubleSerializer;
import org.apache.kafka.common.serialization.FloatSerializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.ShortSerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.serialization.UUIDSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Turns a key-value store's keys and values into bytes and back, and knows the layouts:
 * in the changelog, a value stands alone; in the engine of a timestamped store, eight
 * bytes of timestamp stand before it. Decides also in which form the overlay holds keys
 * and values: as objects, if their type can't change and Kafka's own serde writes it, or
 * else as bytes, so that a value changed by its user afterwards changes nothing here.
 */
final class StoreSerdes {

	static final int TIMESTAMP_BYTES = Long.BYTES;

	private static final Map<Class<?>, Class<?>> IMMUTABLE = Map.of(StringSerializer.class, String.class,
			LongSerializer.class, Long.class, IntegerSerializer.class, Integer.class, ShortSerializer.class,
			Short.class, BooleanSerializer.class, Boolean.class, UUIDSerializer.class, UUID.class,
			DoubleSerializer.class, Double.class, FloatSerializer.class, Float.class);

	private static final String PROBE = "a\u00e4\u20ac\ud83d\ude00";

	private final String store;

	private final String topic;

	private final boolean timestamped;

	private final Serializer<Object> keySerializer;

	private final Deserializer<?> keyDeserializer;

	private final Serializer<Object> valueSerializer;

	private final Deserializer<?> valueDeserializer;

	private final @Nullable Class<?> keyClass;

	private final @Nullable Class<?> valueClass;

	@SuppressWarnings("unchecked")
	StoreSerdes(String store, String topic, boolean timestamped, Serde<?> keySerde, Serde<?> valueSerde) {
		this.store = store;
		this.topic = topic;
		this.timestamped = timestamped;
		this.keySerializer = (Serializer<Object>) keySerde.serializer();
		this.keyDeserializer = keySerde.deserializer();
		this.valueSerializer = (Serializer<Object>) valueSerde.serializer();
		this.valueDeserializer = valueSerde.deserializer();
		this.keyClass = keyClass();
		this.valueClass = IMMUTABLE.get(this.valueSerializer.getClass());
	}

	/**
	 * The type of keys that may be compared as objects: equal if and only if their bytes
	 * are. Zeros and NaNs keep floating-point numbers out.
	 */
	private @Nullable Class<?> keyClass() {
		Class<?> type = IMMUTABLE.get(this.keySerializer.getClass());
		if (type == Double.class || type == Float.class) {
			return null;
		}
		if (type == String.class && !Arrays.equals(this.keySerializer.serialize(this.topic, PROBE),
				PROBE.getBytes(StandardCharsets.UTF_8))) {
			return null;
		}
		return type;
	}

	boolean timestamped() {
		return this.timestamped;
	}

	/**
	 * Whether the overlay compares keys as objects.
	 */
	boolean keysAreObjects() {
		return this.keyClass != null;
	}

	/**
	 * Whether values are held as objects, in which nothing is left of their bytes.
	 */
	boolean valuesAreObjects() {
		return this.valueClass != null;
	}

	/**
	 * Whether reading takes no code but Kafka's own, which any thread may run.
	 */
	boolean threadSafe() {
		return this.keyClass != null && this.valueClass != null;
	}

	byte[] keyBytes(Object key) {
		if (this.keyClass != null && key.getClass() != this.keyClass) {
			throw wrongType("key", key, this.keySerializer, null);
		}
		byte[] bytes;
		try {
			bytes = this.keySerializer.serialize(this.topic, key);
		}
		catch (ClassCastException ex) {
			throw wrongType("key", key, this.keySerializer, ex);
		}
		if (bytes == null) {
			throw new StreamsException("Store " + this.store + " can't take a key of type " + key.getClass().getName()
					+ ": " + this.keySerializer.getClass().getName() + " makes null of it.");
		}
		return bytes;
	}

	/**
	 * The key that stands for all keys of the same bytes. A text with half a surrogate
	 * pair is not the one that is read back.
	 */
	static Object canonicalKey(Object key, byte[] bytes) {
		if (key instanceof String text) {
			for (int i = 0; i < text.length(); i++) {
				if (Character.isSurrogate(text.charAt(i))) {
					return new String(bytes, StandardCharsets.UTF_8);
				}
			}
		}
		return key;
	}

	Object key(byte[] bytes) {
		return unshared(this.keyDeserializer.deserialize(this.topic, bytes), bytes);
	}

	/**
	 * A value as the overlay holds it.
	 * @return the value itself or its bytes; null if it stands for a delete
	 */
	@Nullable Object stored(@Nullable Object value) {
		if (value == null) {
			return null;
		}
		if (this.valueClass != null) {
			if (value.getClass() != this.valueClass) {
				throw wrongType("value", value, this.valueSerializer, null);
			}
			return value;
		}
		byte[] bytes;
		try {
			bytes = this.valueSerializer.serialize(this.topic, value);
		}
		catch (ClassCastException ex) {
			throw wrongType("value", value, this.valueSerializer, ex);
		}
		return (bytes != null && mayShare(value)) ? bytes.clone() : bytes;
	}

	/**
	 * The value that the overlay holds in its form.
	 */
	@Nullable Object value(@Nullable Object stored) {
		if (this.valueClass != null || stored == null) {
			return stored;
		}
		byte[] bytes = (byte[]) stored;
		return unshared(this.valueDeserializer.deserialize(this.topic, bytes), bytes);
	}

	/**
	 * The bytes of a value as they go to the changelog.
	 */
	byte[] valueBytes(Object stored) {
		return (this.valueClass != null) ? this.valueSerializer.serialize(this.topic, stored) : (byte[]) stored;
	}

	/**
	 * The value of bytes as they go to the changelog.
	 */
	Object valueOf(byte[] valueBytes) {
		return unshared(this.valueDeserializer.deserialize(this.topic, valueBytes), valueBytes);
	}

	/**
	 * The bytes of a value as the engine holds them.
	 */
	byte[] content(byte[] valueBytes, long timestamp) {
		if (!this.timestamped) {
			return valueBytes;
		}
		byte[] content = new byte[TIMESTAMP_BYTES + valueBytes.length];
		ByteBuffer.wrap(content).putLong(timestamp).put(valueBytes);
		return content;
	}

	long timestampOf(byte[] content) {
		return this.timestamped ? ByteBuffer.wrap(content).getLong() : -1;
	}

	/**
	 * What the engine holds, in the form of the overlay.
	 */
	@Nullable Object storedOf(byte[] content) {
		byte[] bytes = this.timestamped ? Arrays.copyOfRange(content, TIMESTAMP_BYTES, content.length) : content;
		return (this.valueClass != null) ? this.valueDeserializer.deserialize(this.topic, bytes) : bytes;
	}

	/**
	 * Fills an entry with what the engine holds.
	 */
	void load(OverlayEntry entry, byte[] content) {
		entry.value = storedOf(content);
		entry.timestamp = timestampOf(content);
	}

	/**
	 * The bytes of an entry's value as they go to the changelog, which the entry keeps.
	 * @return the bytes, or null if there is no value
	 */
	byte @Nullable [] serialize(OverlayEntry entry) {
		Object value = entry.value;
		entry.serialized = (value != null) ? valueBytes(value) : null;
		return entry.serialized;
	}

	/**
	 * What the engine is to hold of an entry.
	 * @return the bytes, or null if there is no value
	 */
	byte @Nullable [] content(OverlayEntry entry) {
		Object value = entry.value;
		if (value == null) {
			return null;
		}
		byte[] bytes = (entry.serialized != null) ? entry.serialized : valueBytes(value);
		return content(bytes, entry.timestamp);
	}

	/**
	 * Whether a serialiser may hand out the array that the object lives on.
	 */
	static boolean mayShare(Object object) {
		return object instanceof byte[] || object instanceof Bytes || object instanceof ByteBuffer;
	}

	@SuppressWarnings("ByteBufferBackingArray")
	private static Object unshared(Object object, byte[] bytes) {
		if (object == bytes) {
			return bytes.clone();
		}
		if (object instanceof Bytes wrapped && wrapped.get() == bytes) {
			return Bytes.wrap(bytes.clone());
		}
		if (object instanceof ByteBuffer buffer && buffer.hasArray() && buffer.array() == bytes) {
			return ByteBuffer.wrap(bytes.clone());
		}
		return object;
	}

	private StreamsException wrongType(String what, Object object, Serializer<?> serializer,
			@Nullable ClassCastException cause) {
		String message = "Store " + this.store + " can't take a " + what + " of type " + object.getClass().getName()
				+ " with " + serializer.getClass().getName()
				+ ". Name the right serdes with Materialized or the store's builder, or set default." + what
				+ ".serde.";
		return (cause != null) ? new StreamsException(message, cause) : new StreamsException(message);
	}

}
