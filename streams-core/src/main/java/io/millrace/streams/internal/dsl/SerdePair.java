package io.millrace.streams.internal.dsl;

import io.millrace.streams.internal.topology.SerdeHints;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * The serdes that a stream or table passes on to what is derived from it; null where the
 * application's default is meant.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @param key the serde of the keys
 * @param value the serde of the values
 * @param keyType what keys are known to be; null if the program doesn't say
 */
record SerdePair<K extends @Nullable Object, V extends @Nullable Object>(@Nullable Serde<K> key,
		@Nullable Serde<V> value, @Nullable Class<?> keyType) {

	SerdePair(@Nullable Serde<K> key, @Nullable Serde<V> value) {
		this(key, value, null);
	}

	static <K extends @Nullable Object, V extends @Nullable Object> SerdePair<K, V> defaults() {
		return new SerdePair<>(null, null);
	}

	/**
	 * For other keys.
	 */
	<A extends @Nullable Object> SerdePair<A, V> withKey(@Nullable Serde<A> other) {
		return new SerdePair<>(other, this.value);
	}

	/**
	 * For other values.
	 */
	<A extends @Nullable Object> SerdePair<K, A> withValue(@Nullable Serde<A> other) {
		return new SerdePair<>(this.key, other, this.keyType);
	}

	SerdePair<K, V> orElse(SerdePair<K, V> other) {
		return new SerdePair<>((this.key != null) ? this.key : other.key,
				(this.value != null) ? this.value : other.value, (this.keyType != null) ? this.keyType : other.keyType);
	}

	/**
	 * What a user is told if one of these is missing.
	 * @param namedWith what names them
	 */
	SerdeHints.Hint hint(String namedWith) {
		return new SerdeHints.Hint(namedWith, this.keyType);
	}

	@Nullable Serializer<?> keySerializer() {
		return (this.key != null) ? this.key.serializer() : null;
	}

	@Nullable Serializer<?> valueSerializer() {
		return (this.value != null) ? this.value.serializer() : null;
	}

	@Nullable Deserializer<?> keyDeserializer() {
		return (this.key != null) ? this.key.deserializer() : null;
	}

	@Nullable Deserializer<?> valueDeserializer() {
		return (this.value != null) ? this.value.deserializer() : null;
	}

}
