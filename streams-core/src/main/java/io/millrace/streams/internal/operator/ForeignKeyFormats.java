package io.millrace.streams.internal.operator;

import java.util.Arrays;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * How the operators of one foreign-key join write and read keys and values: the serdes,
 * null for the application's defaults, and the names that stand in for topics where none
 * is written to. Also the key of the store of subscriptions, as Kafka Streams lays it
 * out: the foreign key with its length before it, then the row's own key.
 *
 * @param topic the topic of subscriptions, without the application's prefix
 * @param primaryKeySerde for the keys of the rows that refer
 * @param foreignKeySerde for the keys of the rows referred to
 * @param primarySerde for the values of the rows that refer
 * @param foreignSerde for the values of the rows referred to
 */
public record ForeignKeyFormats(String topic, @Nullable Serde<?> primaryKeySerde, @Nullable Serde<?> foreignKeySerde,
		@Nullable Serde<?> primarySerde, @Nullable Serde<?> foreignSerde) {

	/**
	 * Writes subscriptions.
	 * @return the serialiser, for sinks
	 */
	public Serializer<?> subscriptionSerializer() {
		return new Subscription.Writer(this);
	}

	/**
	 * Reads subscriptions.
	 * @return the deserialiser, for sources
	 */
	public Deserializer<?> subscriptionDeserializer() {
		return new Subscription.Reader(this);
	}

	/**
	 * Writes answers.
	 * @return the serialiser, for sinks
	 */
	public Serializer<?> answerSerializer() {
		return new ForeignKeyAnswer.Writer((this.foreignSerde != null) ? this.foreignSerde.serializer() : null);
	}

	/**
	 * Reads answers.
	 * @return the deserialiser, for sources
	 */
	public Deserializer<?> answerDeserializer() {
		return new ForeignKeyAnswer.Reader((this.foreignSerde != null) ? this.foreignSerde.deserializer() : null);
	}

	@SuppressWarnings("unchecked")
	Serde<Object> primaryKeys(OperatorContext context) {
		return (Serde<Object>) ((this.primaryKeySerde != null) ? this.primaryKeySerde : context.defaultKeySerde());
	}

	String primaryKeyTopic(OperatorContext context) {
		return context.applicationId() + "-" + this.topic + "-pk";
	}

	/**
	 * What takes fingerprints of values.
	 */
	Hashing hashing(OperatorContext context) {
		return new Hashing(context, this);
	}

	/**
	 * What writes foreign keys, and keys of the store.
	 */
	Keys keys(OperatorContext context) {
		return new Keys(context, this);
	}

	/**
	 * Takes fingerprints of values within a task.
	 */
	static final class Hashing {

		private final Serializer<Object> values;

		private final String topic;

		@SuppressWarnings("unchecked")
		private Hashing(OperatorContext context, ForeignKeyFormats formats) {
			Serde<?> serde = (formats.primarySerde != null) ? formats.primarySerde : context.defaultValueSerde();
			this.values = (Serializer<Object>) serde.serializer();
			this.topic = context.applicationId() + "-" + formats.topic + "-vh";
		}

		void hash(@Nullable Object value, Headers headers, ValueHash result) {
			result.of((value != null) ? this.values.serialize(this.topic, headers, value) : null);
		}

	}

	/**
	 * Writes and reads keys within a task.
	 */
	static final class Keys {

		private static final byte[] NO_KEY = {};

		private final Serializer<Object> foreignKeys;

		private final Serde<Object> primaryKeys;

		private final String foreignKeyTopic;

		private final String primaryKeyTopic;

		private byte[] combined = NO_KEY;

		private byte[] bound = NO_KEY;

		@SuppressWarnings("unchecked")
		private Keys(OperatorContext context, ForeignKeyFormats formats) {
			Serde<?> serde = (formats.foreignKeySerde != null) ? formats.foreignKeySerde : context.defaultKeySerde();
			this.foreignKeys = (Serializer<Object>) serde.serializer();
			this.primaryKeys = formats.primaryKeys(context);
			this.foreignKeyTopic = context.applicationId() + "-" + formats.topic + "-fk";
			this.primaryKeyTopic = formats.primaryKeyTopic(context);
		}

		byte[] foreignKey(Object key, Headers headers) {
			return this.foreignKeys.serialize(this.foreignKeyTopic, headers, key);
		}

		byte[] primaryKey(Object key, Headers headers) {
			return this.primaryKeys.serializer().serialize(this.primaryKeyTopic, headers, key);
		}

		Object primaryKey(byte[] combined, Headers headers) {
			byte[] key = Arrays.copyOfRange(combined, Integer.BYTES + Numbers.getInt(combined, 0), combined.length);
			return this.primaryKeys.deserializer().deserialize(this.primaryKeyTopic, headers, key);
		}

		/**
		 * The key of the store, in an array that is used again.
		 */
		byte[] combined(Object foreignKey, byte[] primaryKey, Headers headers) {
			byte[] foreign = foreignKey(foreignKey, headers);
			int length = Integer.BYTES + foreign.length + primaryKey.length;
			byte[] bytes = (this.combined.length == length) ? this.combined : new byte[length];
			this.combined = bytes;
			Numbers.putInt(bytes, 0, foreign.length);
			System.arraycopy(foreign, 0, bytes, Integer.BYTES, foreign.length);
			System.arraycopy(primaryKey, 0, bytes, Integer.BYTES + foreign.length, primaryKey.length);
			return bytes;
		}

		/**
		 * What the keys of all subscriptions to a row begin with, in an array that is
		 * used again.
		 */
		byte[] first(Object foreignKey, Headers headers) {
			return combined(foreignKey, NO_KEY, headers);
		}

		/**
		 * What is above all keys that begin with another and below the others, in an
		 * array that is used again.
		 * @param first begins with a length, so not all of its bytes are the highest
		 */
		byte[] behind(byte[] first) {
			int last = first.length - 1;
			while (first[last] == (byte) 0xff) {
				last--;
			}
			byte[] bytes = (this.bound.length == last + 1) ? this.bound : new byte[last + 1];
			this.bound = bytes;
			System.arraycopy(first, 0, bytes, 0, last + 1);
			bytes[last]++;
			return bytes;
		}

	}

}
