package io.millrace.streams.internal.operator;

import java.util.Objects;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.ListDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Where records enter a task. The task has it deserialise each record once, and hands the
 * record in when its turn has come.
 */
public final class SourceOperator extends Operator {

	private @Nullable Deserializer<?> keyDeserializer;

	private @Nullable Deserializer<?> valueDeserializer;

	private boolean mayChangeHeaders = true;

	/**
	 * Makes the operator.
	 * @param keyDeserializer for the keys; null for the default serde's
	 * @param valueDeserializer for the values; null for the default serde's
	 */
	public SourceOperator(@Nullable Deserializer<?> keyDeserializer, @Nullable Deserializer<?> valueDeserializer) {
		this.keyDeserializer = keyDeserializer;
		this.valueDeserializer = valueDeserializer;
	}

	@Override
	public void init(OperatorContext context) {
		if (this.keyDeserializer == null) {
			this.keyDeserializer = context.defaultKeySerde().deserializer();
		}
		if (this.valueDeserializer == null) {
			this.valueDeserializer = context.defaultValueSerde().deserializer();
		}
		if (this.valueDeserializer instanceof TaskBound<?> declared) {
			this.valueDeserializer = (Deserializer<?>) declared.bind(context);
		}
		this.mayChangeHeaders = mayChangeHeaders(this.keyDeserializer) || mayChangeHeaders(this.valueDeserializer);
	}

	private static boolean mayChangeHeaders(Deserializer<?> deserializer) {
		if (deserializer instanceof EngineDeserializer engines) {
			return mayChangeHeaders(engines.inner());
		}
		// A list's elements are deserialised by whatever the user chose.
		return !deserializer.getClass().getPackageName().equals(Deserializer.class.getPackageName())
				|| deserializer instanceof ListDeserializer;
	}

	/**
	 * Whether a deserialiser may add headers to a record or remove some, as those do that
	 * keep the name of a type there.
	 * @return false if none does
	 */
	public boolean mayChangeHeaders() {
		return this.mayChangeHeaders;
	}

	/**
	 * Deserialises a key.
	 * @param topic the topic it comes from
	 * @param headers the record's headers
	 * @param bytes the bytes; null reaches the deserialiser too, which may have a value
	 * for it
	 * @return the key
	 */
	public @Nullable Object deserializeKey(String topic, Headers headers, byte @Nullable [] bytes) {
		return ready(this.keyDeserializer).deserialize(topic, headers, bytes);
	}

	/**
	 * Deserialises a value.
	 * @param topic the topic it comes from
	 * @param headers the record's headers
	 * @param bytes the bytes; null reaches the deserialiser too, which may have a value
	 * for it
	 * @return the value
	 */
	public @Nullable Object deserializeValue(String topic, Headers headers, byte @Nullable [] bytes) {
		return ready(this.valueDeserializer).deserialize(topic, headers, bytes);
	}

	private static Deserializer<?> ready(@Nullable Deserializer<?> deserializer) {
		return Objects.requireNonNull(deserializer, "The source deserialises before it is readied");
	}

	@Override
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		forward(key, value, timestamp, headers);
	}

}
