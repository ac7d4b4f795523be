package io.millrace.streams.state;

import java.util.Objects;

import io.millrace.streams.errors.StreamsException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;

/**
 * The serdes of a store with the topic that they are told, for stores of the user's own
 * making. As thread-safe as the serdes.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class StateSerdes<K, V> {

	/** How many bytes a timestamp takes before a value. */
	public static final int TIMESTAMP_SIZE = Long.BYTES;

	/** How many bytes a truth value takes before a value. */
	public static final int BOOLEAN_SIZE = 1;

	private final String topic;

	private final Serde<K> keySerde;

	private final Serde<V> valueSerde;

	/**
	 * Makes it.
	 * @param topic the topic that serdes are told, mostly the changelog
	 * @param keySerde the serde of keys
	 * @param valueSerde the serde of values
	 * @throws IllegalArgumentException if any is null
	 */
	public StateSerdes(String topic, Serde<K> keySerde, Serde<V> valueSerde) {
		this.topic = required(topic, "topic");
		this.keySerde = required(keySerde, "key serde");
		this.valueSerde = required(valueSerde, "value serde");
	}

	@SuppressWarnings("ConstantConditions")
	private static <T> T required(T given, String what) {
		if (given == null) {
			throw new IllegalArgumentException("The " + what + " of a store's serdes is null.");
		}
		return given;
	}

	/**
	 * Serdes for types that Kafka has its own for.
	 * @param topic the topic that serdes are told
	 * @param keyClass the type of keys
	 * @param valueClass the type of values
	 * @param <K> the type of keys
	 * @param <V> the type of values
	 * @return the serdes
	 * @throws IllegalArgumentException if Kafka has none for a type
	 */
	public static <K, V> StateSerdes<K, V> withBuiltinTypes(String topic, Class<K> keyClass, Class<V> valueClass) {
		return new StateSerdes<>(topic, Serdes.serdeFrom(keyClass), Serdes.serdeFrom(valueClass));
	}

	public Serde<K> keySerde() {
		return this.keySerde;
	}

	public Serde<V> valueSerde() {
		return this.valueSerde;
	}

	public Deserializer<K> keyDeserializer() {
		return this.keySerde.deserializer();
	}

	public Serializer<K> keySerializer() {
		return this.keySerde.serializer();
	}

	public Deserializer<V> valueDeserializer() {
		return this.valueSerde.deserializer();
	}

	public Serializer<V> valueSerializer() {
		return this.valueSerde.serializer();
	}

	public String topic() {
		return this.topic;
	}

	/** Deserialises a key. */
	public K keyFrom(byte[] rawKey) {
		return keyFrom(rawKey, new RecordHeaders());
	}

	/** Deserialises a key with headers. */
	public K keyFrom(byte[] rawKey, Headers headers) {
		return this.keySerde.deserializer().deserialize(this.topic, headers, rawKey);
	}

	/** Deserialises a value. */
	public V valueFrom(byte[] rawValue) {
		return valueFrom(rawValue, new RecordHeaders());
	}

	/** Deserialises a value with headers. */
	public V valueFrom(byte[] rawValue, Headers headers) {
		return this.valueSerde.deserializer().deserialize(this.topic, headers, rawValue);
	}

	/** Serialises a key. */
	public byte[] rawKey(K key) {
		return rawKey(key, new RecordHeaders());
	}

	/** Serialises a key with headers. */
	public byte[] rawKey(K key, Headers headers) {
		return raw("key", this.keySerde.serializer(), key, headers);
	}

	/** Serialises a value. */
	public byte[] rawValue(V value) {
		return rawValue(value, new RecordHeaders());
	}

	/** Serialises a value with headers. */
	public byte[] rawValue(V value, Headers headers) {
		return raw("value", this.valueSerde.serializer(), value, headers);
	}

	private <T> byte[] raw(String what, Serializer<T> serializer, T object, Headers headers) {
		try {
			return serializer.serialize(this.topic, headers, object);
		}
		catch (ClassCastException ex) {
			throw new StreamsException("The " + what + " serializer " + serializer.getClass().getName()
					+ " of the store with topic " + this.topic + " can't take a "
					+ Objects.requireNonNull(object).getClass().getName() + "; name serdes that fit.", ex);
		}
	}

}
